"""The pages in a real browser, against a real server: a newcomer plays, friends play a whole game, the server
is killed and comes back, and nothing is asked of any other host."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rooftop.core.seed import commitment

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium is not installed: python tools/install_browser.py"
)
FLAGS = [
    "--no-sandbox", "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--no-first-run",
]  # fmt: skip
SOON = 10_000  # milliseconds
REPORT = """document.addEventListener('securitypolicyviolation', event =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))"""


class Server:
    """`rooftop serve` as a process that can be killed and started again where it was."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        code = "from rooftop.cli import main; main()"
        database = f"sqlite:///{self.folder / 'rooftop.db'}"
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, "serve", "--port", str(self.port), "--database", database],
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + 90
        while not self._ready():
            assert self.process.poll() is None, (self.folder / "log.txt").read_text()
            assert time.monotonic() < until, "the server did not become ready"
            time.sleep(0.1)

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Like a power cut: the server and its bots, at once."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=10)
            self.process = None


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


class People:
    """Browser contexts of different people; what their pages complain about is collected."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser, self.server = browser, server
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.asked: set[str] = set()
        self.expected = ""  # what the browser itself may note for now, as a pattern

    def come(self, path: str = "/", **more: Any) -> Any:
        usual = {"viewport": {"width": 1280, "height": 720}, "locale": "en-GB", "reduced_motion": "reduce"}
        context = self.browser.new_context(**{**usual, **more})
        self.contexts.append(context)
        context.set_default_timeout(SOON)
        context.add_init_script(REPORT)
        page = context.new_page()
        page.on("request", lambda request: self.asked.add(request.url))
        page.on("websocket", lambda opened: self.asked.add(opened.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.goto(self.server.url + path)
        return page

    def _heard(self, message: Any) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.expected and re.search(self.expected, message.text):
            return
        self.complaints.append(message.text)


@pytest.fixture
def people(browser: Any, server: Server) -> Iterator[People]:
    made = People(browser, server)
    yield made
    made.contexts[-1].pages[0].wait_for_timeout(300)  # complaints arrive a little later
    for context in made.contexts:
        context.close()
    assert made.complaints == []
    ours = f"127.0.0.1:{server.port}"
    assert {
        url for url in made.asked if not re.match(rf"(https?|wss?)://{re.escape(ours)}/|data:", url)
    } == set()


# --- what people do ----------------------------------------------------------------------------------------


def _button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name)


def _number(page: Any) -> int:
    return int(page.locator("body").get_attribute("data-number") or 0)


def _past(page: Any, number: int, milliseconds: int = SOON) -> None:
    page.wait_for_function(
        "number => Number(document.body.dataset.number) > number", arg=number, timeout=milliseconds
    )


def _may_play(page: Any) -> bool:
    return bool(page.evaluate("document.body.matches('.my-turn:not(.busy)')"))


def _play(page: Any) -> None:
    """One decision, by clicking what is offered: a building on the last site if there is one."""
    before = _number(page)
    site = page.locator("#moves summary")
    if site.count():
        site.last.click()
        page.locator("#moves details[open] [data-move]").first.click()
    else:
        page.locator("#moves [data-move]").last.click()
    _past(page, before)


def _play_on(pages: list[Any], decisions: int) -> None:
    """So many decisions of whoever is to play, or to the end of the game."""
    until = time.monotonic() + 60
    while decisions and pages[0].locator("body[data-status=over]").count() == 0:
        able = [page for page in pages if _may_play(page)]
        if able:
            _play(able[0])
            decisions -= 1
        else:
            assert time.monotonic() < until, "nobody may play"
            time.sleep(0.02)


def _new_game(page: Any, players: int, seats: list[str]) -> None:
    page.get_by_label("Players", exact=True).select_option(str(players))
    for number, seat in enumerate(seats):
        page.get_by_label(f"Seat {number + 1}", exact=True).select_option(seat)
    page.get_by_label("Turns end only when their player says so").uncheck()
    _button(page, "Set the table").click()


def _two_friends(people: People) -> tuple[Any, Any, str]:
    """Two people at a table for two, by invitation; and the link, which is used."""
    one = people.come()
    one.get_by_label("Your name at the table").fill("Ada")
    _new_game(one, 2, ["me", "invite"])
    link = one.get_by_label("Invitation for seat 2", exact=True).input_value()
    one.get_by_role("link", name="Go to the table").click()
    one.get_by_role("heading", name="The game begins as soon as everyone does").wait_for()
    other = people.come()
    other.get_by_label("Your name at the table").fill("Zygmunt")
    _button(other, "Keep this name").click()
    other.get_by_text("You are called Zygmunt now.").wait_for()
    other.goto(link)
    _button(other, "Take my seat").click()
    _button(other, "Sit down").click()
    for page in (one, other):
        page.locator("#scene").wait_for()
    assert "/join/" not in other.url
    assert other.url == one.url
    return one, other, link


# --- the stories -------------------------------------------------------------------------------------------


def test_a_newcomer_plays_at_once(people: People) -> None:
    page = people.come()
    _button(page, "Play now against bots").click()
    page.locator("#scene").wait_for()
    page.get_by_role("heading", name="Your turn").wait_for(timeout=2 * SOON)
    before = _number(page)
    page.locator("#moves [data-move^=card]").first.click()
    _past(page, before)
    assert "takes a card" in page.get_by_role("log").inner_text()
    undo = _button(page, "Undo (1)")
    if undo.count():
        before = _number(page)
        undo.click()
        _past(page, before)
        assert "takes 1 decision back" in page.get_by_role("log").inner_text()
    while _may_play(page) and page.locator("[data-move=end]").count() == 0:
        _play(page)
    before = _number(page)
    _button(page, "End the turn").click()
    _past(page, before + 1)  # a bot has played as well
    assert "greedy bot" in page.get_by_role("log").inner_text()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_picture_chooses_and_escape_clears(people: People) -> None:
    page = people.come()
    _button(page, "Play now against bots").click()
    page.locator(".site.offered").first.wait_for(timeout=2 * SOON)
    everything = page.locator("#moves [data-move]").count()
    page.locator(".site.offered .target").first.click()
    page.locator(".site.chosen").wait_for()
    chosen = page.locator("#moves [data-move]")
    assert 0 < chosen.count() < everything
    site = page.locator(".site.chosen").get_attribute("id").removeprefix("site-")
    assert all(
        f"build {site} " in move for move in chosen.evaluate_all("all => all.map(b => b.dataset.move)")
    )
    page.keyboard.press("Escape")
    assert page.locator("#moves [data-move]").count() == everything
    page.locator(".card.offered").nth(1).click()
    before = _number(page)
    page.keyboard.press("Tab")
    page.locator("#moves [data-move='card 2']").focus()
    page.keyboard.press("Enter")
    _past(page, before)
    assert page.evaluate("document.activeElement !== document.body")  # the keyboard is not lost


def test_two_friends_play_a_whole_game(people: People) -> None:
    one, other, link = _two_friends(people)
    _play_on([one, other], 500)
    for page in (one, other):
        page.get_by_role("heading", name="The game is over").wait_for()
        result = page.get_by_role("table")
        assert result.get_by_role("columnheader").all_inner_texts() == ["Ada", "Zygmunt"]
        rows = [row.split("\t") for row in result.inner_text().splitlines()[1:]]
        points = [[int(cell) for cell in row[1:]] for row in rows[-10:]]
        assert [sum(column) for column in zip(*points[:8], strict=True)] == points[8]
        page.get_by_text("The shuffle is verified").wait_for()
        page.get_by_text("Your own number was mixed into it").wait_for()
        assert page.get_by_role("link", name="The game file").is_visible()
    third = people.come(link.removeprefix(people.server.url))
    people.expected = "status of 400"  # a refusal
    _button(third, "Take my seat").click()
    third.get_by_role("alert").get_by_text("has been used").wait_for()
    people.expected = ""


def test_the_server_dies_and_the_game_goes_on(people: People) -> None:
    one, other, _ = _two_friends(people)
    _play_on([one, other], 7)
    number = max(_number(one), _number(other))
    people.expected = "WebSocket connection|net::ERR_"
    people.server.kill()
    for page in (one, other):
        page.get_by_text("connection lost").wait_for()
    people.server.start()
    for page in (one, other):
        page.locator("#connection[data-state=connected]").wait_for(timeout=2 * SOON)
        assert _number(page) == number
    people.expected = ""
    _play_on([one, other], 4)
    _past(one, number + 3)
    _past(other, number + 3)
    spoken = one.locator("#log li").evaluate_all("all => all.map(line => Number(line.dataset.number))")
    assert spoken == list(range(1, len(spoken) + 1))  # no gap, nothing twice


def test_a_bot_plays_for_somebody_away(people: People) -> None:
    one, other, _ = _two_friends(people)
    address = other.url
    other.goto("about:blank")
    _button(one, "Let a bot play for Zygmunt").click()
    one.get_by_text("A bot plays for Zygmunt.").wait_for()
    other.goto(address)
    _button(other, "Take my seat back").click()
    other.get_by_text("Zygmunt is back.").wait_for()
    _play_on([one, other], 2)


def test_polish_night_and_a_telephone(people: People) -> None:
    page = people.come(viewport={"width": 360, "height": 640}, locale="pl-PL", color_scheme="dark")
    _button(page, "Zagraj teraz z botami").wait_for()
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == [
        "pl",
        "night",
    ]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    _button(page, "Zagraj teraz z botami").click()
    page.get_by_role("heading", name="Twoja tura").wait_for(timeout=2 * SOON)
    page.locator("#scene[viewBox='0 0 360 640']").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    _button(page, "English").click()
    page.get_by_role("heading", name="Your turn").wait_for()
    _button(page, "Day").click()
    page.locator("#scene[lang=en]").wait_for()
    page.reload()
    page.get_by_role("heading", name="Your turn").wait_for()  # both are remembered
    assert page.evaluate("document.documentElement.dataset.theme") == "day"


def test_a_late_answer_does_not_overwrite_a_name(people: People) -> None:
    page = people.come()
    held: list[Any] = []
    page.route("**/api/me", lambda route: held.append(route))
    page.reload()
    page.get_by_label("Your name at the table").fill("Ada")
    while not held:
        page.wait_for_timeout(20)
    with page.expect_response("**/api/me"):
        held[0].continue_()
    page.wait_for_timeout(200)
    assert page.get_by_label("Your name at the table").input_value() == "Ada"


def test_a_recovery_phrase_moves_somebody(people: People) -> None:
    old, new = people.come(), people.come()
    old.get_by_label("Your name at the table").fill("Maria")
    _button(old, "Keep this name").click()
    _button(old, "Show a new phrase").click()
    phrase = old.locator(".phrase").inner_text()
    assert len(phrase.split()) == 12
    new.get_by_label("A phrase you have written down").fill(phrase)
    _button(new, "Use this phrase").click()
    new.get_by_text("Welcome back, Maria.").wait_for()
    assert new.get_by_label("Your name at the table").input_value() == "Maria"


def test_another_shuffle_would_be_found(people: People) -> None:
    page = people.come()
    options = {"objectives": "A Ż J", "starting_floors": 3, "hold": False}
    file = {"title": "tower-up", "options": options, "seed": "2a" * 32}
    promise = commitment(bytes.fromhex("2a" * 32), "tower-up", options)
    check = """async ([file, promise]) =>
      (await import('/static/verify.js')).isPromised(file, promise)"""
    assert page.evaluate(check, [file, promise]) is True
    assert page.evaluate(check, [{**file, "seed": "2b" * 32}, promise]) is False
    assert page.evaluate(check, [{**file, "seed": None}, promise]) is False
    assert page.evaluate(check, [{**file, "options": {**options, "hold": True}}, promise]) is False


def test_complaints_would_be_heard(people: People) -> None:
    """The measure itself: an inline style and another host are both noticed."""
    page = people.come()
    page.evaluate("""() => {
      document.body.setAttribute('style', 'color: red');
      return fetch('http://127.0.0.1:9/').catch(() => null);
    }""")
    page.wait_for_timeout(300)
    assert any(text.startswith("CSP: style-src") for text in people.complaints), people.complaints
    assert any(text.startswith("CSP: connect-src") for text in people.complaints)
    people.complaints.clear()
    people.asked = {url for url in people.asked if ":9/" not in url}
