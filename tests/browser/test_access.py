"""Every state of every page on a laptop and a phone: by day in one language, at night in the other (all four
looks in `make soak`). Axe finds nothing, nothing scrolls sideways, no texts overlap."""

from __future__ import annotations

from typing import Any

import pytest

from rooftop.testing import SOAK
from tests.browser.people import LAPTOP, TELEPHONE, People
from tests.browser.states import OTHERS, states
from tests.conftest import ROOT

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOKS = [("day", "en"), ("night", "en"), ("night", "pl"), ("day", "pl")]
LOOK = """async (tags) => {
  const found = await axe.run(document, {runOnly: tags, resultTypes: ['violations']});
  const where = rule => rule.nodes.map(node => node.target.join(' ')).join(', ');
  return found.violations.map(rule => `${rule.id}: ${where(rule)}`);
}"""
SWITCH = """([theme, lang]) => {
  const root = document.documentElement;
  if (root.dataset.theme !== theme) document.querySelector(`[data-theme-is=${theme}]`).click();
  if (root.lang !== lang) document.querySelector(`[data-lang-is=${lang}]`).click();
}"""
# Pairs of overlapping lines of text that are both visible: no opaque box lies between them.
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


@pytest.mark.parametrize("size", ["laptop", "telephone"])
def test_every_state_is_accessible_and_tidy(people: People, size: str) -> None:
    problems: list[str] = []
    seen = []
    viewport = LAPTOP if size == "laptop" else TELEPHONE
    for state in states(people, viewport=viewport, has_touch=size == "telephone"):
        seen.append(state.name)
        turn = len(seen) + 2 * (size == "laptop")  # one look here, the opposite one in the other size
        for theme, lang in LOOKS if SOAK else [LOOKS[turn % 4]]:
            state.page.evaluate(SWITCH, [theme, lang])
            state.arrange()
            problems += [f"{size} {state.name} {theme} {lang}: {row}" for row in found(state.page)]
    assert problems == []
    assert {"home", "home-again", "missing", "new-game", "lobby", "invitation",
            "wrong-invitation", "closed-lobby", "my-turn", "others-turn",
            "chosen-not-confirmed", "refused", "disconnected", "ended", "rules", "edition",
            "about"} <= set(seen)  # fmt: skip


@pytest.mark.parametrize("title", OTHERS)
def test_rules_and_editions_of_every_title_are_accessible_and_tidy(people: People, title: str) -> None:
    problems = []
    for number, (path, sign) in enumerate(
        [("rules", "#rules h2"), ("editions", "#edition details"), ("new?title=", "#options *")]
    ):
        for viewport in (LAPTOP, TELEPHONE):
            page = people.come(f"/{path}/{title}".replace("=/", "="), viewport=viewport)
            page.locator(sign).first.wait_for()
            theme, lang = LOOKS[(number + (viewport is LAPTOP)) % 4]
            page.evaluate(SWITCH, [theme, lang])
            page.locator(sign).first.wait_for()
            problems += [f"{title} {path} {theme} {lang}: {row}" for row in found(page)]
    assert problems == []


def found(page: Any) -> list[str]:
    """Return what is wrong with a page in its present state."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    problems = list(page.evaluate(LOOK, RULES))
    problems += [f"texts overlap: {pair}" for pair in page.evaluate(OVERLAPS)]
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
