"""Every state of every page on a laptop and a phone: light in one language, dark in the other (all four looks
in `make soak`). Nothing scrolls sideways and no texts overlap. Axe finds no problems; it checks alternating
sizes from state to state (both in `make soak`)."""

from __future__ import annotations

from typing import Any

import pytest

from rooftop.testing import SOAK
from tests.browser.people import LAPTOP, TELEPHONE, TIMEOUT, People, resize
from tests.browser.states import OTHERS, states
from tests.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = [("day", "en"), ("night", "en"), ("night", "pl"), ("day", "pl")]
LOOK = """async (tags) => {
  const found = await axe.run(document, {runOnly: tags, resultTypes: ['violations']});
  const where = rule => rule.nodes.map(one => `${one.target.join(' ')} (${one.failureSummary})`).join(', ');
  return found.violations.map(rule => `${rule.id}: ${where(rule)}`);
}"""
SWITCH = """async ([theme, lang]) => {
  const root = document.documentElement;
  if (root.dataset.theme !== theme) document.querySelector(`[data-theme-is=${theme}]`).click();
  if (root.lang === lang) return;
  const switched = new Promise(done => new MutationObserver(done).observe(root, {attributeFilter: ['lang']}));
  document.querySelector(`[data-lang-is=${lang}]`).click();
  await switched;
}"""
# Pairs of overlapping visible lines of text, with no opaque box between them.
OVERLAPS = """() => {
  const clipped = ({left, top, right, bottom}, owner) => {
    for (let at = owner; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX === 'visible') continue;
      const box = at.getBoundingClientRect();
      [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
      [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return {left, top, right, bottom};
  };
  const lines = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const owner = node.parentElement;
    if (!node.data.trim() || owner.closest('svg, noscript, .unseen, option')) continue;
    if (!owner.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const whole of range.getClientRects()) {
      const box = clipped(whole, owner);
      if (box.right - box.left > 2 && box.bottom - box.top > 2)
        lines.push({owner, box, text: node.data.trim().slice(0, 30)});
    }
  }
  const covered = (upper, lower) => {
    for (let at = upper; at && !at.contains(lower); at = at.parentElement) {
      const {backgroundColor, borderImageSource} = getComputedStyle(at);
      if (!/rgba\\(.*, 0\\)|transparent/.test(backgroundColor) || borderImageSource !== 'none') return true;
    }
    return false;
  };
  const found = [];
  for (let i = 0; i < lines.length; i += 1)
    for (let j = i + 1; j < lines.length; j += 1) {
      const [a, b] = [lines[i], lines[j]];
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide < 2 || high < 4 || a.owner.contains(b.owner) || b.owner.contains(a.owner)) continue;
      if (!covered(a.owner, b.owner) && !covered(b.owner, a.owner)) found.push(`${a.text} | ${b.text}`);
    }
  return found;
}"""
SHOWN = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('main *') !== null"
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


# A page fetched in another language gets a new title.
CHANGE = f"""([theme, lang]) => {{
  const fetched = document.querySelector('main [data-fresh]');
  if (fetched && document.documentElement.lang !== lang) document.title = '';
  return ({SWITCH})([theme, lang]);
}}"""
SIZES = {"laptop": LAPTOP, "telephone": TELEPHONE}


def _resize(page: Any, size: str) -> None:
    """Show a page on a laptop, or on a phone with touch."""
    if page.viewport_size != SIZES[size]:
        resize(page, SIZES[size])
        touch = page.context.new_cdp_session(page)
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": size == "telephone"})


def _change(page: Any, look: tuple[str, str]) -> None:
    page.evaluate(CHANGE, look)
    page.wait_for_function("() => document.title", timeout=3 * TIMEOUT)  # figures may have to be drawn first


def test_every_state_is_accessible_and_tidy(people: People) -> None:
    problems: list[str] = []
    seen = []
    for number, state in enumerate(states(people)):
        seen.append(state.name)
        sizes = (
            list(SIZES) if number % 2 else list(reversed(SIZES))
        )  # the next state starts with the last size
        for size in sizes:
            _resize(state.page, size)
            turn = number + 2 * (size == "laptop")  # one look in this size, the opposite one in the other
            look = found if SOAK or size == sizes[0] else untidy
            for theme, lang in LOOKS if SOAK else [LOOKS[turn % 4]]:
                _change(state.page, (theme, lang))
                state.arrange()
                problems += [f"{size} {state.name} {theme} {lang}: {row}" for row in look(state.page)]
    assert problems == []
    assert {"home", "home-again", "missing", "new-game", "lobby", "lobby-guest", "lobby-host", "invitation",
            "wrong-invitation", "closed-lobby", "my-turn", "others-turn",
            "chosen-not-confirmed", "refused", "disconnected", "ended", "rules", "edition",
            "about"} <= set(seen)  # fmt: skip


@pytest.mark.parametrize("title", OTHERS)
def test_rules_and_editions_of_every_title_are_accessible_and_tidy(people: People, title: str) -> None:
    problems = []
    page = people.come("/about")
    for number, (path, sign) in enumerate(
        [("rules/", "#rules h2"), ("editions/", "#edition details"), ("new?title=", "#options *")]
    ):
        page.goto(f"{people.server.url}/{path}{title}")
        for size, look in zip(SIZES, (found, found if SOAK else untidy), strict=True):
            _resize(page, size)
            theme, lang = LOOKS[(number + (size == "laptop")) % 4]
            _change(page, (theme, lang))
            page.locator(sign).first.wait_for()
            problems += [f"{title} {path} {size} {theme} {lang}: {row}" for row in look(page)]
    assert problems == []


def found(page: Any) -> list[str]:
    """Return the problems of a page in its current state, scrolled to the top: something half under a sticky
    bar would seem too small for a finger."""
    page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    return list(page.evaluate(LOOK, RULES)) + untidy(page)


def untidy(page: Any) -> list[str]:
    """Return problems that depend on the size of a page: overlapping texts, and empty or hidden elements."""
    problems = [f"texts overlap: {pair}" for pair in page.evaluate(OVERLAPS)]
    if not page.evaluate(SHOWN):
        problems.append("the middle of the page is empty")
    if page.evaluate(SIDEWAYS) > 0:
        problems.append("it scrolls sideways")
    return problems


def test_these_checks_find_mistakes(people: People) -> None:
    page = people.come("/about")
    page.locator("main h2").first.wait_for()
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate("""() => {
      const bad = document.createElement('button');
      const [one, other, wide] = ['p', 'p', 'p'].map(name => document.createElement(name));
      one.textContent = other.textContent = 'Two lines in one place';
      for (const [line, style] of [[one, {}], [other, {}], [wide, {width: '3000px'}]]) {
        Object.assign(line.style, {position: 'absolute', left: '40px', top: '300px', ...style});
        document.body.append(line);
      }
      wide.textContent = 'wide';
      document.querySelector('main').append(bad);
    }""")
    assert any(row.startswith("button-name") for row in page.evaluate(LOOK, RULES))
    assert page.evaluate(OVERLAPS) != []
    assert page.evaluate(SIDEWAYS) > 0
