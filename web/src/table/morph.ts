// Change one SVG element into another, part by part. Equal parts stay and keep their focus and animations.

const OURS = /^(data-|tabindex$|aria-pressed$|aria-disabled$)/; // attributes the page itself sets

export function morph(old: Element, fresh: Element): void {
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh);
  const found = matches(old, fresh);
  const matched = new Set<Node>(found.filter((node) => node !== null));
  for (const child of [...old.childNodes]) if (!matched.has(child)) child.remove();
  let at = old.firstChild;
  [...fresh.childNodes].forEach((child, k) => {
    const same = found[k];
    if (!same) old.insertBefore(child, at);
    else {
      if (same === at) at = at.nextSibling;
      else old.insertBefore(same, at);
      if (same instanceof Element && child instanceof Element) morph(same, child);
      else if (same.nodeValue !== child.nodeValue) same.nodeValue = child.nodeValue;
    }
  });
}

function attributes(old: Element, fresh: Element): void {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !OURS.test(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** For each new child, the old one it replaces: the one with its id, else the next of its kind without an id. */
function matches(old: Element, fresh: Element): (ChildNode | null)[] {
  const named = new Map<string, Element>();
  const others = new Map<string, ChildNode[]>();
  for (const child of old.childNodes) {
    if (child instanceof Element && child.id) named.set(child.id, child);
    else others.set(child.nodeName, [...(others.get(child.nodeName) ?? []), child]);
  }
  return [...fresh.childNodes].map((child) => {
    if (child instanceof Element && child.id) {
      const same = named.get(child.id);
      return same?.nodeName === child.nodeName ? same : null;
    }
    return others.get(child.nodeName)?.shift() ?? null;
  });
}
