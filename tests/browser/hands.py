"""Decisions as people make them: with the keyboard only, by touch, with a mouse. Each must reach everything
that can be chosen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.browser.people import number, past, settled

Play = Callable[[Any], None]

MOST = 14  # steps of one decision
AIMS = 10  # attempts at clicking something that moves away
KEYS = 80  # keys that lead from one part of a picture to another, or from one button to another

LISTEN = """() => {
  window.heard = 0;
  new MutationObserver(() => window.heard += 1).observe(document.getElementById('spoken'), {childList: true});
}"""
# The focused element and any problem with it: it must have a visible, uncovered ring or outline.
FOCUS = """() => {
  const active = document.activeElement;
  const drawn = active.closest('#picture svg');
  const ring = drawn ? document.querySelector('.ring.focus') : active;
  const box = (ring ?? active).getBoundingClientRect();
  const wrong = () => {
    if (!ring || active === document.body) return 'nothing';
    const style = getComputedStyle(ring);
    const line = drawn ? style.stroke !== 'none' && style.strokeWidth
                       : style.outlineStyle !== 'none' && style.outlineWidth;
    if (!line || parseFloat(line) < 2) return 'no outline';
    if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight)
      return 'out of sight';
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(Math.max(0, Math.min(innerWidth - 1, x)),
                                          Math.max(0, Math.min(innerHeight - 1, y)));
    if (drawn ? top.closest('svg, .dock') : active.contains(top) || top.contains(active)) return '';
    return `covered by ${top.outerHTML.slice(0, 80)}`;
  };
  const problem = wrong();
  return {
    id: active.id, x: box.left + box.width / 2, y: box.top + box.height / 2,
    choosing: active.closest('#picture [data-glow]') !== null,
    wrong: problem && `${problem}: ${active.outerHTML.slice(0, 80)}`,
  };
}"""
# The ids of everything that can be chosen now, or of the confirm button, if there is one.
CHOICES = """() => {
  const confirm = document.getElementById('confirm');
  if (confirm?.checkVisibility() && !confirm.disabled) return ['confirm'];
  const all = document.querySelectorAll(
    '#picture [data-glow=yes], #card .way, #actions [data-take]:not(:disabled)');
  return [...all].filter(one => one.checkVisibility()).map(one => one.id);
}"""
# The state that a step of a choice changes.
STANDING = """() => JSON.stringify([document.body.dataset.number, document.getElementById('card').dataset.key,
  [...document.querySelectorAll('[data-glow=chosen]')].map(part => part.id)])"""
# No choice or decision is in progress.
CALM = """() => document.getElementById('card').ariaBusy !== 'true' && !document.body.matches('.busy')"""
# A step of a choice has had an effect: another choice, or the decision.
ANSWERED = f"before => ({STANDING})() !== before && ({CALM})()"
# A point that hits an element and nothing else, if possible with room for a finger around it: browsers
# redirect a touch to a button that it hits better. Scrolls the element into view if necessary. `pressed`
# tells where the next click goes: the element may have moved away from under the finger.
POINT = """id => {
  const drawn = document.querySelector(`#picture #${CSS.escape(id)}`);
  const thing = drawn ?? document.getElementById(id);
  const leads = top => {
    if (!top) return false;
    if (!drawn) return thing.contains(top);
    const near = top.closest('[data-glow]') ?? top.closest('[data-part]');
    return near !== null && (near.id === id || near.dataset.part === id);
  };
  const finger = [[0, 0], [9, 0], [-9, 0], [0, 9], [0, -9]];
  const steps = [0, -0.12, 0.12, -0.24, 0.24, -0.36, 0.36, -0.46, 0.46];
  const around = steps.flatMap(u => steps.map(v => [u, v])).sort(
    (one, other) => Math.hypot(...one) - Math.hypot(...other));
  let cover = 'nothing';
  for (const touched of [finger, [[0, 0]]])
    for (const block of ['', 'nearest', 'center', 'start', 'end']) {
      if (block) thing.scrollIntoView({block, behavior: 'instant'});
      const box = (thing.querySelector('.hit') ?? thing).getBoundingClientRect();
      const middle = {x: box.left + box.width / 2, y: box.top + box.height / 2};
      for (const [u, v] of around) {
        const [x, y] = [middle.x + u * box.width, middle.y + v * box.height];
        if (touched.every(([dx, dy]) => leads(document.elementFromPoint(x + dx, y + dy)))) {
          window.pressed = '';
          const note = event => { window.pressed = leads(event.target) ? 'it' : 'something else'; };
          addEventListener('click', note, {capture: true, once: true});
          return {x, y};
        }
      }
      cover = document.elementFromPoint(middle.x, middle.y)?.outerHTML.slice(0, 120) ?? cover;
    }
  return {why: `${id} is covered by ${cover}`};
}"""
# Whether an element is where it was in the previous frame.
STILL = """id => {
  const thing = document.querySelector(`#picture #${CSS.escape(id)}`) ?? document.getElementById(id);
  const {x, y, width, height} = thing?.getBoundingClientRect() ?? {};
  const before = window.stood;
  window.stood = [id, x, y, width, height].join();
  return window.stood === before;
}"""
# A long press takes half a second, as in web/src/table/picture.ts.
NO_LONG_PRESS = """() => {
  window.timer ??= window.setTimeout;
  window.setTimeout = (work, time, ...more) => timer(work, time === 500 ? 600_000 : time, ...more);
}"""
# The centre of a part of the picture; null for a button.
MIDDLE = """id => {
  const part = document.querySelector(`#picture #${CSS.escape(id)}`);
  const box = (part?.querySelector('.hit') ?? part)?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""


def by_keyboard(seed: int = 0) -> Play:
    """Somebody who uses only the keyboard, and a screen reader."""
    chance = random.Random(seed)
    here: set[Any] = set()  # pages that have the focus somewhere

    def play(page: Any) -> None:
        before = number(page)
        if page not in here:
            page.evaluate(LISTEN)
            _press(page, "Tab")
            here.add(page)
        for _ in range(MOST):
            choices, at = page.evaluate(CHOICES), _focus(page)
            if choices == ["confirm"] and at["choosing"]:  # the key that chose also confirms
                if page.locator("#card .stepper").count():
                    for _ in range(chance.randrange(3)):
                        _press(page, "r", heard=True)
            else:
                _walk(page, at, chance.choice(choices))
            standing = page.evaluate(STANDING)
            _press(page, chance.choice(["Enter", "Space"]), heard=True)
            page.wait_for_function(ANSWERED, arg=standing)
            if number(page) > before:
                break
            _focus(page)
        past(page, before)
        settled(page)
        _focus(page)

    return play


def _focus(page: Any) -> dict[str, Any]:
    focus: dict[str, Any] = page.evaluate(FOCUS)
    assert not focus["wrong"], focus["wrong"]
    return focus


def _press(page: Any, key: str, heard: bool = False) -> None:
    before = page.evaluate("heard") if heard else 0
    page.keyboard.press(key)
    if heard:
        page.wait_for_function("before => heard > before", arg=before)


def _walk(page: Any, at: dict[str, Any], wanted: str) -> None:
    """Move the focus to something that can be chosen, with Tab and, in the picture, with arrow keys."""
    middle = page.evaluate(MIDDLE, wanted)
    for _ in range(KEYS):
        if at["choosing"] if middle else at["id"] == wanted:
            break
        _press(page, "Tab")
        if page.evaluate("document.activeElement === document.body"):
            _press(page, "Tab")  # wraps around at the end of the page
        at = _focus(page)
    else:
        raise AssertionError(f"Tab does not lead to {wanted}")
    if middle and at["id"] != wanted:
        heard = page.evaluate("heard")
        _with_arrows(page, at, wanted, *middle)
        page.wait_for_function("before => heard > before", arg=heard)


def _with_arrows(page: Any, at: dict[str, Any], wanted: str, x: float, y: float) -> None:
    """Press the arrow key towards the wanted part, or another one if that did not help before."""
    tried: Counter[tuple[str, str]] = Counter()
    while at["id"] != wanted:
        across = ["ArrowRight", "ArrowLeft"] if x > at["x"] else ["ArrowLeft", "ArrowRight"]
        along = ["ArrowDown", "ArrowUp"] if y > at["y"] else ["ArrowUp", "ArrowDown"]
        if abs(y - at["y"]) > abs(x - at["x"]):
            across, along = along, across
        ways = [(at["id"], key) for key in (across[0], along[0], across[1], along[1])]
        way = min(ways, key=lambda way: tried[way])
        assert tried.total() < KEYS, f"the arrows do not lead to {wanted}"
        tried[way] += 1
        _press(page, way[1])
        at = _focus(page)


def by_touch(seed: int = 0) -> Play:
    """Somebody who taps on visible things."""
    return _by_pointing(seed, tap)


def tap(page: Any, x: float, y: float) -> None:
    """Tap a point. On a busy machine the finger may stay down for long, which is not a long press here."""
    page.evaluate(NO_LONG_PRESS)
    page.touchscreen.tap(x, y)


def by_mouse(seed: int = 0) -> Play:
    return _by_pointing(seed, lambda page, x, y: page.mouse.click(x, y))


def _by_pointing(seed: int, press: Callable[[Any, float, float], None]) -> Play:
    chance = random.Random(seed)

    def play(page: Any) -> None:
        before = number(page)
        for _ in range(MOST):
            for _ in range(AIMS):
                wanted, standing = chance.choice(page.evaluate(CHOICES)), page.evaluate(STANDING)
                page.wait_for_function(STILL, arg=wanted)
                point = page.evaluate(POINT, wanted)
                assert "why" not in point, point["why"]
                press(page, point["x"], point["y"])
                if page.wait_for_function("() => window.pressed").json_value() == "it":
                    page.wait_for_function(ANSWERED, arg=standing)
                    break
                page.wait_for_function(CALM)  # something else may have been chosen or played
                if number(page) > before:
                    break
                page.keyboard.press("Escape")
            else:
                raise AssertionError(f"{wanted} is missed at {point}")
            if number(page) > before:
                break
        past(page, before)
        settled(page)

    return play
