"""Lessons over HTTP: every step, right, wrong and forged answers, and the other features of a table."""

import asyncio
import dataclasses
from typing import Any, cast
from xml.etree import ElementTree

import httpx
import pytest

import lanterns
from rooftop.drawing.changes import Changes, applied
from rooftop.game.lesson import lesson
from rooftop.game.title import Info, title, title_ids
from rooftop.game.translation import bound, translator
from rooftop.server import library as server_library
from rooftop.server.painting import paint
from rooftop.server.settings import Settings
from tests.server.clients import PLAIN
from tests.server.serving import create_app
from tests.server.test_http import is_sentence

LESSON = "/api/lessons/lanterns"
LOOK = {"lang": "en", "theme": "day", "size": "wide"}


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Send requests to a server that also offers the example title, which is patched in."""
    for module in (server_library, paint):
        monkeypatch.setattr(
            module, "title", lambda name: lanterns.TITLE if name == "lanterns" else title(name)
        )
    app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.db'}", painter_processes=0))
    context = app.state["context"]
    context.library.offered.append("lanterns")
    context.library.interpreted.add("lanterns")

    def request(path: str, language: str = "en", **params: Any) -> httpx.Response:
        async def get() -> httpx.Response:
            transport = httpx.ASGITransport(app=cast(Any, app))
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
                headers = {"accept-language": language}
                return await client.get(LESSON + path, params=params, headers=headers)

        return asyncio.run(get())

    yield request
    context.painters.close()
    context.store.close()


def test_a_lesson_lists_its_steps(ask):
    told = ask("", lang="pl").json()
    assert told["title"] == "Lanterns"
    assert told["minutes"] == 1
    assert [(step["id"], step["asks"]) for step in told["steps"]] == [
        ("goal", False), ("turn-light", True), ("scoring", True), ("scoring-rest", False), ("end", False),
    ]  # fmt: skip
    assert told["steps"][3]["text"] == bound("Przed wami jeszcze dwie noce, każda z własnym wiatrem.", "pl")


def test_a_step_to_read_shows_a_position_and_asks_for_nothing(ask):
    stage = ask("/step", **LOOK).json()
    assert (stage["step"], stage["id"], stage["asks"], stage["show"]) == (0, "goal", False, ["lantern-16"])
    assert stage["fresh"]
    (update,) = stage["updates"]
    assert (update["prompt"], update["offers"], update["hints"], update["log"]) == ("", [], [], [])
    assert (update["seat"], update["to_act"], update["number"], update["status"]) == (0, 0, 0, "playing")
    assert [seat["name"] for seat in update["seats"]] == ["Red", "Yellow", "Green"]
    assert update["sources"] == {"own": "Own lanterns", "guests": "Lanterns of others"}
    assert update["picture"]["whole"]
    own = [name for name in update["picture"]["changed"] if name.startswith("lantern-")]  # the learner's
    assert own == ["lantern-3", "lantern-8", "lantern-12", "lantern-16"]


def test_a_step_with_a_move_has_the_offers_of_a_table_without_hints(ask):
    stage = ask("/step", step=2, answers="light 16", **LOOK).json()
    assert not stage["fresh"]
    (update,) = stage["updates"]
    assert update["prompt"] == "Your lantern is the highest. Choose a roof."
    assert [offer["move"] for offer in update["offers"]] == ["over red", "over yellow", "over green"]
    assert update["hints"] == []
    assert [(entry["number"], entry["seat"], entry["text"]) for entry in update["log"]] == [
        (1, 0, "light 16"), (2, 1, "light 9"), (3, 2, "light 5"),
    ]  # fmt: skip


def test_without_a_size_there_are_no_pictures(ask):
    assert ask("/step").json()["updates"][0]["picture"] is None


def test_a_right_answer_is_followed_move_by_move(ask):
    begun = ask("/step", step=1, **LOOK).json()["updates"][-1]
    answer = ask("/answer", step=1, move="light 16", **LOOK).json()
    assert answer["right"]
    assert answer["text"] == "The others lit the 9 and the 5: yours is the highest."
    assert [update["number"] for update in answer["updates"]] == [1, 2, 3]
    assert [[entry["seat"] for entry in update["log"]] for update in answer["updates"]] == [[0], [1], [2]]
    assert [update["offers"] for update in answer["updates"]] == [[], [], []]
    picture = begun["picture"]["changed"]
    for update in answer["updates"]:
        assert not update["picture"]["whole"]
        picture = applied(picture, Changes(**update["picture"]))
    after = ask("/step", step=2, answers="light 16", **LOOK).json()["updates"][-1]
    assert picture == after["picture"]["changed"]
    assert after["number"] == 3


def test_what_happens_after_a_step_to_read_comes_with_the_next_one(ask):
    stage = ask("/step", step=4, answers=["light 16", "over green"], **LOOK).json()
    assert [update["number"] for update in stage["updates"]] == [5, 6, 7, 8, 9, 10, 11, 12, 12]
    assert [update["picture"]["whole"] for update in stage["updates"]] == [False] * 8 + [True]
    before = ask("/step", step=3, answers=["light 16", "over green"], **LOOK).json()["updates"][-1]
    picture = before["picture"]["changed"]
    for update in stage["updates"][:-1]:
        picture = applied(picture, Changes(**update["picture"]))
    last = stage["updates"][-1]
    assert picture == last["picture"]["changed"]
    assert last["to_act"] is None
    assert [score["rank"] for score in last["scores"]] == [1, 3, 2]


def test_a_wrong_answer_explains_itself_and_plays_nothing(ask):
    for step, answers, move, why in (
        (1, [], "light 3", "Somebody may have a higher one. Nothing beats the 16."),
        (2, ["light 16"], "over red", "Five points are good. Let us try for seven."),
        (2, ["light 16"], "light 3", "Your lantern is the highest. Choose a roof."),
    ):
        answer = ask("/answer", step=step, answers=answers, move=move).json()
        assert answer == {"right": False, "text": why, "updates": []}
    polish = ask("/answer", step=1, move="light 3", lang="pl").json()
    assert polish["text"] == "Ktoś może mieć wyższy. Tylko 16 jest nie do pobicia."


def test_a_wrong_move_that_the_file_forgot_is_answered_too(ask, monkeypatch):
    found = lesson(lanterns.TITLE)
    assert found is not None
    monkeypatch.setattr("rooftop.server.routes.lessons.Step.about", lambda step, notation: None)
    answer = ask("/answer", step=1, move="light 3", lang="pl").json()
    assert answer["text"] == bound("Taki ruch jest możliwy, ale w tym kroku chodzi o inny.", "pl")


def test_a_step_has_the_previews_and_reasons_of_a_table(ask):
    preview = ask("/preview", step=2, answers="light 16", move="over red", **LOOK).json()
    assert preview["points"] == [{"seat": 0, "source": "own", "change": 5}]
    assert preview["picture"]["changed"]
    assert ask("/preview", step=2, answers="light 16", move="over red").json()["picture"] is None
    assert ask("/why", step=2, answers="light 16", target="lantern-3").json() == {
        "reasons": ["Your lantern is the highest. Choose a roof."]
    }


def test_every_part_of_a_step_explains_itself(ask, monkeypatch):
    def explain(board, view, part, names, say):
        return Info(part, f"{names[0]} has {view.hand}, the wind {view.wind}") if part == "hand" else None

    kind = dataclasses.replace(lanterns.TITLE, explain=explain)
    monkeypatch.setattr(server_library, "title", lambda name: kind)
    told = ask("/info", step=1, part="hand").json()
    assert told == {"name": "hand", "text": "Red has (3, 8, 12, 16), the wind 5", "facts": [], "clauses": []}
    after = ask("/info", step=1, answers="light 16", part="hand").json()
    assert after["text"] == "Red has (3, 8, 12), the wind 5"
    assert after == ask("/info", step=2, answers="light 16", part="hand").json()
    assert is_sentence(ask("/info", "pl", part="moon"), 404) == "na rysunku nie ma takiej części"


def test_all_steps_share_the_empty_board(ask):
    board, other = (
        ask("/scene.svg", layer="board"),
        ask("/scene.svg", layer="board", step=2, answers="light 16"),
    )
    assert board.text == other.text
    assert board.headers["etag"] == other.headers["etag"]
    assert 'id="lantern-16"' in ask("/scene.svg").text


@pytest.mark.parametrize(
    ("path", "params", "why"),
    [
        ("/step", {"step": 5}, "step must be from 0 to 4, not 5"),
        ("/step", {"step": -1}, "step must be from 0 to 4, not -1"),
        ("/step", {"step": "two"}, "step"),
        ("/step", {"lang": "xx"}, "lang must be one of en, "),
        ("/step", {"step": 2}, "these answers do not lead to step 2; start the lesson again"),
        ("/step", {"step": 2, "answers": "light 3"}, "these answers do not lead to step 2"),
        ("/step", {"step": 2, "answers": ["light 16", "light 16"]}, "these answers do not lead to step 2"),
        ("/step", {"step": 3, "answers": ["light 16", "over red"]}, "these answers do not lead to step 3"),
        ("/step", {"step": 3, "answers": ["light 16", "over g\x00*"]}, "these answers do not lead to step 3"),
        ("/answer", {"step": 1, "move": "dance"}, "'dance' is not a move; moves look like 'light 7'"),
        ("/answer", {"step": 0, "move": "light 16"}, "this step asks for no move"),
        ("/answer", {"step": 1, "answers": "light 16", "move": "light 16"}, "this step asks for no move"),
        ("/answer", {"step": 1}, "move"),
        ("/preview", {"step": 0, "move": "light 16"}, "this step asks for no move"),
        ("/preview", {"step": 1, "move": "over red"}, "'over red' is not legal now"),
        ("/why", {"step": 4, "answers": ["light 16", "over green"], "target": "wind"}, "no move"),
    ],
)  # fmt: skip
def test_what_a_lesson_does_not_have_is_refused_with_a_sentence(ask, path, params, why):
    assert why in is_sentence(ask(path, **params), 400)


def test_refusals_are_in_the_language_of_the_visitor(ask):
    assert is_sentence(ask("/step", "pl", step=9), 400) == bound(
        "krok musi być liczbą od 0 do 4, a nie 9", "pl"
    )
    said = is_sentence(ask("/step", "pl", step=2, answers="light 3"), 400)
    assert said == "te odpowiedzi nie prowadzą do kroku 2; zacznij lekcję od nowa"


def test_a_mistake_in_the_file_is_told_to_its_author(ask, monkeypatch):
    def arrange(board, state, table):
        state["hand"][:] = 1

    broken = dataclasses.replace(lanterns.TITLE, arrange=arrange)
    monkeypatch.setattr(server_library, "title", lambda name: broken)
    assert "lesson.toml: step 'goal': position:" in is_sentence(ask("/step"), 400)


def test_an_unknown_title_and_one_without_a_lesson_are_not_found(ask, monkeypatch, running):
    answer = running.get("/api/lessons/chess")
    assert is_sentence(answer, 404) == "there is no lesson for 'chess'"
    assert running.get("/learn/chess").status_code == 404
    monkeypatch.setattr("rooftop.server.routes.lessons.lesson", lambda kind: None)
    for path in ("", "/step", "/scene.svg"):
        assert is_sentence(ask(path, "pl"), 404) == "nie ma lekcji gry 'lanterns'"


@pytest.mark.parametrize("name", title_ids())
def test_every_lesson_can_be_played_over_http(running, name):
    """As the page does it: read, make the first right move, see what follows, continue."""
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
