"""Pictures, previews, reasons and replays of a table over HTTP."""

import asyncio
import itertools
import random
from xml.etree import ElementTree

import pytest

from tests.server.clients import Person, Player, new_table, replayed


@pytest.fixture
def table(ann, bob):
    """A table of two at its first decision. Ann has seat 0."""
    return new_table([ann, bob])


def first_offer(running, ann, table) -> dict:
    """Return Ann's first update with offers."""

    async def look() -> dict:
        player = Player(ann, table, random.Random(1))
        async with player.open(0) as link:
            while not player.latest["offers"]:
                player.hear(await link.recv())
        return player.latest

    return asyncio.run(look())


def test_an_offer_has_headings_and_elements_of_the_picture(running, ann, table):
    frame = first_offer(running, ann, table)
    assert frame["title"] == "tower-up"
    assert frame["prompt"].endswith(".")
    assert frame["clauses"]
    assert [seat["colour"] for seat in frame["seats"]] == ["blue", "yellow"]
    for layer, whole in (("all", True), ("board", False)):
        picture = ann.get(f"/tables/{table}/scene.svg", layer=layer).text
        for offer in frame["offers"]:
            assert offer["group"]
            assert all((f'id="{part}"' in picture) == whole for part in offer["parts"])


def test_a_preview_lists_points_and_costs_and_draws_the_result(running, ann, table):
    offer = next(row for row in first_offer(running, ann, table)["offers"] if row["move"].startswith("card"))
    now = ann.get(f"/tables/{table}/scene.svg").text
    asked = {"move": offer["move"], "lang": "pl"}
    preview = ann.get(f"/api/tables/{table}/preview", **asked).json()
    assert set(preview) == {"points", "prices", "lines", "asks", "picture"}
    assert all(price["change"] > 0 and price["sign"] and price["text"] for price in preview["prices"])
    assert preview["prices"]
    assert preview["picture"] is None  # nobody asked for it
    picture = ann.get(f"/api/tables/{table}/preview", **asked, size="wide").json()["picture"]
    assert not picture["whole"]
    assert picture["changed"]
    for name, drawn in picture["changed"].items():
        assert ElementTree.fromstring(drawn).get("id") == name
        assert drawn not in now
    assert now == ann.get(f"/tables/{table}/scene.svg").text  # nothing has happened


def test_the_empty_board_is_fetched_once_and_equal_for_everyone(running, ann, bob, table):
    where = f"/tables/{table}/scene.svg"
    board = ann.get(where, layer="board")
    assert '<g id="pieces"></g></svg>' in board.text
    assert bob.get(where, layer="board").text == board.text
    tag = board.headers["etag"]
    headers = ann.headers | {"If-None-Match": tag}
    again = running.get(where, params={"layer": "board"}, headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    assert ann.get(where, layer="board", theme="night").headers["etag"] != tag
    assert ann.get(where, layer="pieces").status_code == 400


def test_only_the_player_whose_turn_it_is_can_preview(running, ann, bob, table):
    move = first_offer(running, ann, table)["offers"][0]["move"]
    for person in (bob, Person(running)):
        answer = person.get(f"/api/tables/{table}/preview", move=move, size="wide")
        assert answer.status_code == 403
        assert "only the player whose turn it is" in answer.json()["error"]
        answer = person.get(f"/api/tables/{table}/why", target="site-A1")
        assert answer.status_code == 403


def test_an_illegal_move_has_no_preview(ann, table):
    for move, reason in (("end", "is not legal now"), ("dance", "is not a move")):
        answer = ann.get(f"/api/tables/{table}/preview", move=move)
        assert answer.status_code == 400
        assert reason in answer.json()["error"]


def test_reasons_are_given_in_the_language_of_the_request(running, ann, table):
    taken = next(iter(replayed(running.database, table).view().buildings))  # type: ignore[attr-defined]
    said = [
        ann.get(f"/api/tables/{table}/why", target=f"site-{taken}", lang=language).json()
        for language in ("en", "pl")
    ]
    assert "There is already a building on" in said[0]["reasons"][0]
    assert said[1]["reasons"][0] not in said[0]["reasons"]
    assert ann.get(f"/api/tables/{table}/why", target="moon").json() == {"reasons": []}


def test_only_a_move_that_cannot_be_taken_back_asks(running, ann, bob):
    for hold in (False, True):  # with `hold` the player ends the turn
        table = new_table([ann, bob], hold=hold)
        offers = first_offer(running, ann, table)["offers"]
        card = next(
            row["move"]
            for row in offers
            if row["move"].startswith("card") and "any colour" not in row["text"]
        )
        building = next(row["move"] for row in offers if row["move"].startswith("build"))
        asks = {
            move: ann.get(f"/api/tables/{table}/preview", move=move).json()["asks"]
            for move in (card, building)
        }
        assert asks == {card: not hold, building: False}  # a building still needs its roof


def test_every_visitor_can_ask_what_a_part_is(running, ann, bob, table):
    where = f"/api/tables/{table}/info"
    told = {
        language: [
            person.get(where, part="pile", lang=language).json() for person in (ann, bob, Person(running))
        ]
        for language in ("en", "pl")
    }
    for answers in told.values():
        assert answers[0] == answers[1] == answers[2]
        assert set(answers[0]) == {"name", "text", "facts", "clauses"}
        assert answers[0]["name"]
        assert answers[0]["text"].endswith(".")
    assert told["en"][0]["text"] != told["pl"][0]["text"]
    assert told["en"][0]["clauses"] == told["pl"][0]["clauses"] != []
    assert ann.get(where, part="scene").json()["text"]


def test_an_unknown_part_or_language_is_refused(ann, table):
    where = f"/api/tables/{table}/info"
    for part in ("moon", "", "<svg>"):
        answer = ann.get(where, part=part)
        assert answer.status_code == 404
        assert answer.json() == {"error": "the picture has no such part"}
    assert ann.get(where, part="scene", lang="xx").status_code == 400
    assert ann.get(where).status_code == 400
    for query in ({"ply": "0"}, {"seat": "1"}):
        answer = ann.get(where, part="scene", **query)
        assert answer.status_code == 400
        assert "not over yet" in answer.json()["error"]


def test_a_game_can_be_replayed_only_when_it_is_over(running, ann, table, finished):
    assert "not over yet" in ann.get(f"/api/tables/{table}/history").json()["error"]
    for query in ({"ply": "0"}, {"seat": "1"}):
        answer = ann.get(f"/tables/{table}/scene.svg", **query)
        assert answer.status_code == 400
        assert "not over yet" in answer.json()["error"]

    ann, table, last = finished[0].person, finished[0].table, finished[0].latest
    history = Person(running).get(f"/api/tables/{table}/history", lang="pl").json()
    plies, sources = history["plies"], history["sources"]
    assert [row["ply"] for row in plies] == list(range(len(plies)))
    assert plies[-1]["totals"] == [score["total"] for score in last["scores"]]
    named = [dict(zip(sources, row, strict=True)) for row in plies[-1]["points"]]
    assert named == [score["points"] for score in last["scores"]]
    assert all(row["totals"] == [sum(points) for points in row["points"]] for row in plies)
    entries = [row["entry"] for row in plies]
    assert entries[0] == 0
    assert all(sooner < later for sooner, later in itertools.pairwise(entries))  # undone moves are left out
    assert entries[-1] == last["number"]
    assert all(
        later >= sooner
        for a, b in itertools.pairwise(plies)
        for sooner, later in zip(a["totals"], b["totals"], strict=True)
    )
    early, late = (
        ann.get(f"/tables/{table}/scene.svg", ply=str(ply), seat="1").text for ply in (0, len(plies) - 1)
    )
    assert early != late
    told = [
        ann.get(f"/api/tables/{table}/info", part="pile", ply=str(ply), seat="1").json()["facts"]
        for ply in (0, len(plies) - 1)
    ]
    assert told[0] != told[1]
    assert ann.get(f"/api/tables/{table}/info", part="pile", seat="7").status_code == 400
    assert late == ann.get(f"/tables/{table}/scene.svg", seat="1").text
    wrong = ann.get(f"/tables/{table}/scene.svg", ply=str(len(plies)))
    assert wrong.status_code == 400
    assert "ply must be from 0 to" in wrong.json()["error"]
