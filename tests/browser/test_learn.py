"""Lessons on the page: each is played to its end, by mouse, on a phone and with the keyboard only; wrong
moves are explained; a reload continues; a first game follows."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from rooftop.game.lesson import Lesson, Step, lesson
from rooftop.game.title import Move, title, title_ids
from rooftop.game.translation import translator
from rooftop.testing import SOAK
from tests.browser.people import People, settled
from tests.browser.people import number as number_of
from tests.browser.test_access import SWITCH, found

TITLES = title_ids()
ONE = "tower-up"
PHONE = {"width": 390, "height": 844}
WAYS: dict[str, dict[str, Any]] = {
    "mouse": {},
    "phone": {"locale": "pl-PL", "viewport": PHONE, "has_touch": True},
    "keys": {},
}
# Each lesson is played in one of these ways; in all of them in `make soak`.
ONE_WAY = {"skytopia": "phone", "tower-up": "keys"}
WALKS = [(name, way) for name in TITLES for way in (WAYS if SOAK else [ONE_WAY.get(name, "mouse")])]


def lesson_of(name: str) -> Lesson:
    found_lesson = lesson(title(name))
    assert found_lesson is not None
    return found_lesson


def spoken(name: str, text: str, language: str) -> str:
    """A sentence of a lesson in a language."""
    return translator(title(name).package, language)(text)


def open_lesson(people: People, name: str, **context: Any) -> Any:
    page = people.come(f"/learn/{name}", **context)
    at(page, lesson_of(name).steps[0].id)
    return page


def at(page: Any, step: str, phase: str = "read|move") -> None:
    """Wait until a step and its picture are shown."""
    sign = """([step, phase]) => {
      const shown = document.body.dataset;
      return shown.step === step && RegExp(phase).test(shown.lesson);
    }"""
    page.wait_for_function(sign, arg=[step, phase])
    settled(page)


def phase(page: Any) -> str:
    return str(page.evaluate("document.body.dataset.lesson"))


# Confirm the choice if the page asks, until the coach has judged the move.
JUDGED = """wanted => {
  if (document.body.dataset.lesson === wanted) return true;
  if (!document.body.matches('.busy')) document.getElementById('confirm')?.click();
  return false;
}"""


# The page asks for confirmation, or plays the move at once.
ASKED_OR_MADE = """() => document.body.dataset.lesson === 'right' ||
  document.querySelector('#confirm:enabled')?.checkVisibility()"""


def by_mouse(page: Any, move: Move, judged: str = "right") -> None:
    """Make a move by clicking its parts. If several moves remain, choose among them or from the list."""
    for part in move.parts:
        glowing = page.locator(f'#picture [id="{part}"][data-glow=yes]')
        if glowing.count():
            glowing.first.dispatch_event("click")
    way = page.locator(f'[data-way="{move.notation}"]:not([aria-pressed=true])')
    if way.count():
        way.first.dispatch_event("click")
    chosen = page.locator("#confirm, body.busy, body[data-lesson=right]").count()
    if not chosen and phase(page) != judged:
        choose_from_list(page, move)
    page.wait_for_function(JUDGED, arg=judged)


def choose_from_list(page: Any, move: Move) -> None:
    page.keyboard.press("Escape")
    if not page.locator("#moves").is_visible():
        page.locator("#tool-moves").click()
    button = page.locator(f'#moves [data-move="{move.notation}"]')
    for fold in page.locator("#moves details:not([open]) > summary").all():
        if button.count():
            break
        fold.click()
    button.click()


def play(page: Any, name: str, make: Callable[[Any, Move], Any], go_on: Callable[[Any], Any]) -> None:
    """Play a lesson from its first step to its end."""
    taught, answers = lesson_of(name), list[str]()
    for number, step in enumerate(taught.steps):
        at(page, step.id)
        language = page.evaluate("document.documentElement.lang")
        assert page.locator("#coach-say").inner_text().strip() == spoken(name, step.text, language).strip()
        if step.moves:
            match = taught.match(title(name), number, answers)
            right = next(move for move in match.moves() if step.is_right(move.notation))
            make(page, right)
            at(page, step.id, "right")
            said = page.locator("#coach-say").inner_text()
            assert step.right is None or spoken(name, step.right, language) in said
            answers.append(right.notation)
        go_on(page)
    page.locator("#coach-play").wait_for()


def go_on(page: Any) -> None:
    page.locator("#coach-next").click()


@pytest.mark.parametrize(("name", "way"), WALKS)
def test_a_lesson_leads_to_a_first_game(people: People, name: str, way: str) -> None:
    page = open_lesson(people, name, **WAYS[way])
    if way == "keys":
        to(page, "#coach-next")
        play(page, name, by_keys, go_on_by_keys)
        page.wait_for_function("() => document.activeElement?.id === 'coach-play'")
        page.keyboard.press("Enter")
    else:
        play(page, name, by_mouse, go_on)
        assert way != "phone" or page.locator("#coach-play").inner_text() == "Zagraj pierwszą partię"
        page.locator("#coach-play").click()
    page.wait_for_url(re.compile("/tables/"))
    page.locator("body[data-status=playing]").wait_for()
    seats = page.locator("#seats .chair").all_inner_texts()
    assert len(seats) in (2, 3)
    assert page.evaluate("localStorage.getItem('rooftop-no-hints')") == "no"
    file = page.evaluate("fetch(`/api${location.pathname}/file`).then(response => response.json())")
    assert title(name).first_game.items() <= file["options"].items()


# --- with the keyboard only --------------------------------------------------------------------------------


def to(page: Any, target: str) -> None:
    for _ in range(80):
        if page.evaluate("target => document.activeElement?.matches(target)", target):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def by_keys(page: Any, move: Move) -> None:
    """Choose a move from the list, expanding its groups one by one."""
    line = f'#moves [data-move="{move.notation}"]'
    if not page.locator("#moves").is_visible():
        page.keyboard.press("m")
    for _ in range(30):
        if page.locator(line).count():
            break
        to(page, "#moves details:not([open]) > summary")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.matches('#moves [open] > :not(:only-child)')")
    to(page, line)
    page.keyboard.press("Enter")
    page.wait_for_function(ASKED_OR_MADE)
    if phase(page) != "right":
        to(page, "#confirm")
        page.keyboard.press("Enter")


def go_on_by_keys(page: Any) -> None:
    page.wait_for_function("() => document.activeElement?.id === 'coach-next'")
    page.keyboard.press("Enter")


def to_first_move(page: Any, taught: Lesson) -> tuple[int, Step]:
    """Skip to the first step that asks for a move."""
    number = next(number for number, step in enumerate(taught.steps) if step.moves)
    for step in taught.steps[:number]:
        at(page, step.id)
        go_on(page)
    at(page, taught.steps[number].id)
    return number, taught.steps[number]


def test_a_wrong_move_explains_itself_and_changes_nothing(people: People) -> None:
    page, taught = open_lesson(people, ONE), lesson_of(ONE)
    number, step = to_first_move(page, taught)
    before = number_of(page)
    moves = taught.match(title(ONE), number, []).moves()
    wrong = next(move for move in moves if not step.is_right(move.notation))
    by_mouse(page, wrong, "wrong")
    at(page, step.id, "wrong")
    about = step.about(wrong.notation)
    assert about is not None
    assert about in page.locator("#coach-say").inner_text()
    assert step.text in page.locator("#coach-say").inner_text()
    assert page.locator("#coach-next").count() == 0
    assert number_of(page) == before
    assert page.locator("[data-glow=chosen]").count() == 0
    by_mouse(page, next(move for move in moves if step.is_right(move.notation)))
    at(page, step.id, "right")


def test_progress_survives_a_reload_and_a_change_of_language_and_theme(people: People) -> None:
    page, taught = open_lesson(people, ONE), lesson_of(ONE)
    number, step = to_first_move(page, taught)
    page.evaluate(SWITCH, ["night", "pl"])
    page.wait_for_function(
        "text => document.querySelector('#coach-say').textContent.includes(text)",
        arg=spoken(ONE, step.text, "pl"),
    )
    at(page, step.id)
    moves = taught.match(title(ONE), number, []).moves("pl")
    right = next(move for move in moves if step.is_right(move.notation))
    by_mouse(page, right)
    at(page, step.id, "right")
    page.reload()
    at(page, step.id, "right")
    assert step.right is None or spoken(ONE, step.right, "pl") in page.locator("#coach-say").inner_text()
    go_on(page)
    at(page, taught.steps[number + 1].id)
    page.locator("#coach-back").click()
    at(page, step.id)
    go_on(page)  # the page already knows the move
    at(page, taught.steps[number + 1].id)


def test_answers_that_no_longer_fit_start_the_lesson_again(people: People) -> None:
    people.expected = "400"
    kept = json.dumps({"step": 3, "answers": ["build Z9 black", "dance"], "phase": "begun"})
    page = people.come(
        f"/learn/{ONE}", script=f"localStorage.setItem('rooftop-lesson-{ONE}', JSON.stringify({kept}))"
    )
    at(page, lesson_of(ONE).steps[0].id)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_lessons_are_accessible_and_tidy(people: People, size: str) -> None:
    """Dark on a laptop, light on a phone; both looks on both in `make soak`."""
    page, taught = (
        open_lesson(people, ONE, **({"viewport": PHONE} if size == "phone" else {})),
        lesson_of(ONE),
    )
    problems: list[str] = []
    themes = ["day", "night"] if SOAK else ["day"] if size == "phone" else ["night"]

    def check(step: str, kind: str) -> None:
        for theme in themes:
            page.evaluate(SWITCH, [theme, "en"])
            at(page, step, kind)
            problems.extend(f"{kind} {theme}: {row}" for row in found(page))

    check(taught.steps[0].id, "read")
    number, step = to_first_move(page, taught)
    check(step.id, "move")
    moves = taught.match(title(ONE), number, []).moves()
    by_mouse(page, next(move for move in moves if not step.is_right(move.notation)), "wrong")
    at(page, step.id, "wrong")
    problems.extend(f"wrong: {row}" for row in found(page))
    page.evaluate(f"localStorage.setItem('rooftop-lesson-{ONE}', '{json.dumps(last_of(ONE))}')")
    page.reload()
    at(page, taught.steps[-1].id, "end")
    check(taught.steps[-1].id, "end")
    assert problems == []


def last_of(name: str) -> dict[str, object]:
    """The data that the page stores at the end of a lesson."""
    taught, answers = lesson_of(name), list[str]()
    for number, step in enumerate(taught.steps):
        if step.moves:
            moves = taught.match(title(name), number, answers).moves()
            answers.append(next(move.notation for move in moves if step.is_right(move.notation)))
    return {"step": len(taught.steps) - 1, "answers": answers, "phase": "end"}
