"""Lessons over HTTP: every step, right, wrong and forged answers, and what a table has besides."""

import asyncio
import dataclasses
from typing import Any, cast
from xml.etree import ElementTree

import httpx
import pytest

from rooftop.drawing.changes import Changes, applied
from rooftop.game.lesson import lesson
from rooftop.game.title import Info, title, title_ids
from rooftop.game.translation import bound, translator
from rooftop.server import library as server_library
from rooftop.server.painting import paint
from rooftop.server.settings import Settings
from tests import tiny
from tests.server.clients import PLAIN
from tests.server.serving import create_app
from tests.server.test_http import is_sentence

TINY = "/api/lessons/tiny"
LOOK = {"lang": "en", "theme": "day", "size": "wide"}


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Requests to a server that offers the tiny title, too. It is not installed, so it is patched in."""
    for module in (server_library, paint):
        monkeypatch.setattr(module, "title", lambda name: tiny.TITLE if name == "tiny" else title(name))
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.db'}", painter_processes=0))
    context = app.state["context"]
    context.library.offered.append("tiny")
    context.library.interpreted.add("tiny")

    def request(path: str, language: str = "en", **params: Any) -> httpx.Response:
        async def get() -> httpx.Response:
            transport = httpx.ASGITransport(app=cast(Any, app))
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                headers = {"accept-language": language}
                return await client.get(TINY + path, params=params, headers=headers)

        return asyncio.run(get())

    yield request
    context.painters.close()
    context.store.close()


def test_a_lesson_lists_its_steps(ask):
    told = ask("", lang="pl").json()
    assert told["title"] == "Tiny"
    assert told["minutes"] == 1
    assert [(step["id"], step["asks"]) for step in told["steps"]] == [
        ("goal", False), ("turn-card", True), ("turn-die", True), ("scoring", True),
        ("scoring-rest", False), ("end", False),
    ]  # fmt: skip
    assert told["steps"][1]["text"] == "Zagraj lewą kartę."


def test_a_step_to_read_shows_a_position_and_asks_for_nothing(ask):
    stage = ask("/step", **LOOK).json()
    assert (stage["step"], stage["id"], stage["asks"], stage["show"]) == (0, "goal", False, ["hand"])
    assert stage["fresh"]
    (update,) = stage["updates"]
    assert (update["prompt"], update["offers"], update["hints"], update["log"]) == ("", [], [], [])
    assert (update["seat"], update["to_act"], update["number"], update["status"]) == (0, 0, 0, "playing")
    assert [seat["name"] for seat in update["seats"]] == ["blue", "red"]
    assert update["sources"] == {"dice": "Dice", "handicap": "Handicap"}
    assert update["picture"]["whole"]
    assert "(5, 7)" in update["picture"]["changed"]["hand"]  # the learner's own cards


def test_a_step_with_a_move_has_the_offers_of_a_table_without_hints(ask):
    stage = ask("/step", step=2, answers="left", **LOOK).json()
    assert not stage["fresh"]
    (update,) = stage["updates"]
    assert update["prompt"] == "Choose."
    assert [offer["move"] for offer in update["offers"]] == ["take", "dare"]
    assert update["hints"] == []  # the title has one for this decision
    assert [(entry["number"], entry["seat"], entry["text"]) for entry in update["log"]] == [
        (1, 0, "left"), (2, 1, "right"),
    ]  # fmt: skip


def test_without_a_size_there_are_no_pictures(ask):
    assert ask("/step").json()["updates"][0]["picture"] is None


def test_a_right_answer_is_followed_move_by_move(ask):
    begun = ask("/step", step=1, **LOOK).json()["updates"][-1]
    answer = ask("/answer", step=1, move="left", **LOOK).json()
    assert answer["right"]
    assert answer["text"] == "Your five beats the zero."
    assert [update["number"] for update in answer["updates"]] == [1, 2]
    assert [[entry["seat"] for entry in update["log"]] for update in answer["updates"]] == [[0], [1]]
    assert [update["offers"] for update in answer["updates"]] == [[], []]
    picture = begun["picture"]["changed"]
    for update in answer["updates"]:
        assert not update["picture"]["whole"]
        picture = applied(picture, Changes(**update["picture"]))
    after = ask("/step", step=2, answers="left", **LOOK).json()["updates"][-1]
    assert picture == after["picture"]["changed"]
    assert after["number"] == 2


def test_what_happens_after_a_step_to_read_comes_with_the_next_one(ask):
    stage = ask("/step", step=5, answers=["left", "dare", "double"], **LOOK).json()
    assert [update["number"] for update in stage["updates"]] == [5, 6, 7, 7]
    assert [update["picture"]["whole"] for update in stage["updates"]] == [False, False, False, True]
    before = ask("/step", step=4, answers=["left", "dare", "double"], **LOOK).json()["updates"][-1]
    picture = before["picture"]["changed"]
    for update in stage["updates"][:-1]:
        picture = applied(picture, Changes(**update["picture"]))
    last = stage["updates"][-1]
    assert picture == last["picture"]["changed"]
    assert last["to_act"] is None
    assert [score["rank"] for score in last["scores"]] == [1, 2]


def test_a_wrong_answer_explains_itself_and_plays_nothing(ask):
    for step, answers, move, why in (
        (1, [], "right", "That is the right card. Keep it."),
        (2, ["left"], "take", "Two points are few. Dare!"),
        (2, ["left"], "double", "Not now."),
    ):
        answer = ask("/answer", step=step, answers=answers, move=move).json()
        assert answer == {"right": False, "text": why, "updates": []}
    polish = ask("/answer", step=1, move="right", lang="pl").json()
    assert polish["text"] == "To prawa karta. Zachowaj ją."


def test_a_wrong_move_that_the_file_forgot_is_answered_too(ask, monkeypatch):
    found = lesson(tiny.TITLE)
    assert found is not None
    monkeypatch.setattr("rooftop.server.routes.lessons.Step.about", lambda step, notation: None)
    answer = ask("/answer", step=1, move="right", lang="pl").json()
    assert answer["text"] == bound("Taki ruch jest możliwy, ale w tym kroku chodzi o inny.", "pl")


def test_a_step_has_the_previews_and_reasons_of_a_table(ask):
    preview = ask("/preview", step=2, answers="left", move="take", **LOOK).json()
    assert preview["points"] == [{"seat": 0, "source": "dice", "change": 2}]
    assert preview["picture"]["changed"]
    assert ask("/preview", step=2, answers="left", move="take").json()["picture"] is None
    assert ask("/why", step=2, answers="left", target="left").json() == {"reasons": ["Not now."]}


def test_every_part_of_a_step_explains_itself(ask, monkeypatch):
    def explain(board, view, part, names, say):
        return Info(part, f"{names[0]} has {view.hand}, the die {view.die}") if part == "hand" else None

    kind = dataclasses.replace(tiny.TITLE, explain=explain)
    monkeypatch.setattr(server_library, "title", lambda name: kind)
    told = ask("/info", step=1, part="hand").json()
    assert told == {"name": "hand", "text": "blue has (5, 7), the die None", "facts": [], "clauses": []}
    after = ask("/info", step=1, answers="left", part="hand").json()
    assert after["text"] == "blue has (5, 7), the die 2"
    assert after == ask("/info", step=2, answers="left", part="hand").json()
    assert is_sentence(ask("/info", "pl", part="moon"), 404) == "na rysunku nie ma takiej części"


def test_all_steps_share_the_empty_board(ask):
    board, other = ask("/scene.svg", layer="board"), ask("/scene.svg", layer="board", step=2, answers="left")
    assert board.text == other.text
    assert board.headers["etag"] == other.headers["etag"]
    assert "(5, 7)" in ask("/scene.svg").text


@pytest.mark.parametrize(
    ("path", "params", "why"),
    [
        ("/step", {"step": 6}, "step must be from 0 to 5, not 6"),
        ("/step", {"step": -1}, "step must be from 0 to 5, not -1"),
        ("/step", {"step": "two"}, "step"),
        ("/step", {"lang": "xx"}, "lang must be one of en, "),
        ("/step", {"step": 2}, "these answers do not lead to step 2; start the lesson again"),
        ("/step", {"step": 2, "answers": "right"}, "these answers do not lead to step 2"),
        ("/step", {"step": 2, "answers": ["left", "left"]}, "these answers do not lead to step 2"),
        ("/step", {"step": 3, "answers": ["left", "double"]}, "these answers do not lead to step 3"),
        ("/step", {"step": 3, "answers": ["left", "d\x00*"]}, "these answers do not lead to step 3"),
        ("/answer", {"step": 1, "move": "dance"}, "'dance' is not a move"),
        ("/answer", {"step": 0, "move": "left"}, "this step asks for no move"),
        ("/answer", {"step": 1, "answers": "left", "move": "left"}, "this step asks for no move"),
        ("/answer", {"step": 1}, "move"),
        ("/preview", {"step": 0, "move": "left"}, "this step asks for no move"),
        ("/preview", {"step": 1, "move": "take"}, "'take' is not legal now"),
        ("/why", {"step": 5, "answers": ["left", "dare", "share"], "target": "left"}, "asks for no move"),
    ],
)  # fmt: skip
def test_what_a_lesson_does_not_have_is_refused_with_a_sentence(ask, path, params, why):
    assert why in is_sentence(ask(path, **params), 400)


def test_refusals_are_in_the_language_of_the_visitor(ask):
    assert is_sentence(ask("/step", "pl", step=9), 400) == bound(
        "krok musi być liczbą od 0 do 5, a nie 9", "pl"
    )
    said = is_sentence(ask("/step", "pl", step=2, answers="right"), 400)
    assert said == "te odpowiedzi nie prowadzą do kroku 2; zacznij lekcję od nowa"


def test_a_mistake_in_the_file_is_told_to_its_author(ask, monkeypatch):
    def arrange(board, state, table):
        state["die"] = 7

    broken = dataclasses.replace(tiny.TITLE, arrange=arrange)
    monkeypatch.setattr(server_library, "title", lambda name: broken)
    assert "lesson.toml: step 'goal': position:" in is_sentence(ask("/step"), 400)


def test_an_unknown_title_and_one_without_a_lesson_are_not_found(ask, monkeypatch, running):
    answer = running.get("/api/lessons/chess")
    assert is_sentence(answer, 404) == "there is no lesson for 'chess'"
    assert running.get("/learn/chess").status_code == 404
    monkeypatch.setattr("rooftop.server.routes.lessons.lesson", lambda kind: None)
    for path in ("", "/step", "/scene.svg"):
        assert is_sentence(ask(path, "pl"), 404) == "nie ma lekcji gry 'tiny'"


@pytest.mark.parametrize("name", title_ids())
def test_every_lesson_can_be_played_over_http(running, name):
    """As the page does it: read, make the first right move, see what follows, go on."""
    found = lesson(title(name))
    assert found is not None
    answers: list[str] = []
    with httpx.Client(base_url=f"{running.url}/api/lessons/{name}", timeout=60, verify=PLAIN) as client:
        assert len(client.get("").json()["steps"]) == len(found.steps)
        assert "pink" in is_sentence(client.get("/step", params={"theme": "pink", "size": "wide"}), 400)
        assert "sky" in is_sentence(client.get("/scene.svg", params={"layer": "sky"}), 400)
        for number, step in enumerate(found.steps):
            place: dict[str, Any] = {"step": number, "answers": answers, "lang": "pl", "size": "narrow"}
            stage = client.get("/step", params=place).json()
            update = stage["updates"][-1]
            assert stage["text"] == translator(title(name).package, "pl")(step.text)
            assert stage["asks"] == bool(step.moves) == bool(update["offers"]), step.id
            drawn = "".join(update["picture"]["changed"].values())
            board = client.get("/scene.svg", params={**place, "layer": "board"}).text
            assert all(f'id="{part}"' in drawn + board for part in step.show)
            if not stage["asks"]:
                continue
            for offer in update["offers"][:40]:
                answer = client.get("/answer", params={**place, "move": offer["move"]}).json()
                assert answer["right"] == step.is_right(offer["move"])
                assert answer["text"] or answer["right"]
                if answer["right"]:
                    break
            else:
                offer = next(offer for offer in update["offers"] if step.is_right(offer["move"]))
            preview = client.get("/preview", params={**place, "move": offer["move"]}).json()
            for part, element in preview["picture"]["changed"].items():
                assert ElementTree.fromstring(element).get("id") == part
            answers.append(offer["move"])
