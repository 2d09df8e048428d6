// Material wraps a table wider than the screen in a scrolling frame. Make the frame focusable, named after its section.
function reach(frame) {
  if (frame.scrollWidth <= frame.clientWidth) {
    for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
    return;
  }
  const before = (heading) => heading.compareDocumentPosition(frame) & Node.DOCUMENT_POSITION_FOLLOWING;
  const heading = [...document.querySelectorAll("article :is(h1, h2, h3, h4)")].filter(before).pop();
  frame.tabIndex = 0;
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", heading ? heading.firstChild.textContent : document.title);
}

document$.subscribe(() => {
  const sizes = new ResizeObserver((changed) => changed.forEach(({ target }) => reach(target)));
  document.querySelectorAll(".md-typeset__scrollwrap").forEach((frame) => sizes.observe(frame));
});
