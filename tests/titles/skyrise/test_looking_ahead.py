"""Previews, reasons and hints before a decision."""

import random
from collections import Counter

import pytest

from rooftop.game.match import Match
from rooftop.game.preview import preview, reasons
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.schema import COLOURS
from tests.titles.skyrise.tables import TITLE, at, new, play


@pytest.mark.clause("SR-24")
def test_the_preview_names_players_with_a_higher_number():
    """Era 1: blue bids 102. Red has 104 and yellow 103, but teal's highest number is 101."""
    match = at(4, to_act="blue")
    assert preview(match, "bid tall-1 F1").lines[0] == "Can still outbid you: Red and Yellow."
    named = preview(match, "bid tall-1 F1", names=["Ada", "Bob", "Cleo", "Dana"]).lines[0]
    assert named == "Can still outbid you: Ada and Cleo."


@pytest.mark.clause("SR-66")
def test_the_preview_names_only_the_owner_of_the_hammer_against_a_wonder():
    match = at(
        4,
        era=2,
        bids=["blue short-1 F1"],
        wonders={"red": ["palace"], "teal": ["hammer"]},
    )
    assert preview(match, "bid wonder-1 F2").lines[0] == "Can still outbid you: Teal."


@pytest.mark.clause("SR-24")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_preview_names_exactly_those_who_could_bid_more(players):
    """In random games, after random bids: everyone still in who has an option besides passing."""
    match, chance = new(players, seed=8), random.Random(8)
    found: Counter[int] = Counter()
    while not match.over:
        bids = [action for action in match.legal() if action < n.PASS]
        if bids and chance.random() < 0.3:
            action = chance.choice(bids)
            position = match.position.clone()
            position.apply(action)
            able = []
            for seat in range(players) if position.state["phase"] == n.BID else ():
                if seat != match.to_act and not match.view().seats[seat].passed:
                    position.state["to_act"] = seat
                    able += [match.names()[seat]] if len(position.legal()) > 1 else []
            told = preview(match, action).lines[0]
            assert told == (
                f"Can still outbid you: {match.translator('en').list(able)}."
                if able
                else "You win this auction at once."
            )
            found[len(able)] += 1
        match.play(chance.choice(match.legal()))
    assert set(found) == set(range(players))


@pytest.mark.clause("SR-52")
def test_a_met_objective_is_no_longer_a_prize():
    brown = {"A4": "short-2", "A8": "short-3", "A11": "medium-1"}
    there = {name: f"red {piece}" for name, piece in brown.items()}
    match = at(3, objectives={"red": "brown"}, structures=there, discs={"F4": "white"})
    assert "Your objective: 4 of 4." in preview(match, "bid tall-1 F4").lines
    there["F4"] = "red medium-2"
    match = at(3, objectives={"red": "brown"}, structures=there)
    lines = preview(match, "bid tall-1 M12").lines
    assert not [line for line in lines if line.startswith("Your objective")]


@pytest.mark.clause("SR-25")
def test_the_hint_about_wonders_is_for_players_who_have_one():
    def hints(**position):
        match = at(3, era=2, bids=["teal short-1 F1"], wonders={"red": ["shard"]}, **position)
        return [name for name, _ in TITLE.hints(match.game.board, match.view(0), match.translator("en"))]

    assert "wonder" in hints()
    assert "wonder" not in hints(structures={"A1": "red wonder-1"})


@pytest.mark.clause("SR-66")
def test_the_hint_about_wonders_knows_the_hammer():
    def hint(**position):
        wonders = {"red": ["shard"], "teal": ["capital"], "yellow": ["hammer"]}
        match = at(3, era=2, bids=["teal short-1 F1"], wonders=wonders, **position)
        return dict(TITLE.hints(match.game.board, match.view(0), match.translator("en")))["wonder"]

    assert hint() == "A wonder beats every number, but the Hammer can still outbid it."
    ends = "A wonder beats every number and ends the auction: when will you use it?"
    assert hint(passed=["yellow"]) == hint(structures={"A1": "yellow wonder-1"}) == ends


@pytest.mark.clause("SR-65", "SR-66")
def test_a_wonder_shows_its_points_even_if_the_hammer_can_outbid():
    wonders = {"red": ["lynch"], "teal": ["hammer"]}
    built = {"A4": "yellow short-2", "A11": "yellow short-3"}
    match = at(4, era=2, bids=["teal short-1 A9"], wonders=wonders, structures=built)
    lines = preview(match, "bid wonder-1 A10").lines
    assert lines[:2] == ["Can still outbid you: Teal.", "Lynch's Image would score 4 here."]
    assert preview(match, "bid wonder-1 A10", "pl").lines[1] == "Cud Obraz Lynchowski da tu 4 prestiżu."
    match = at(4, era=2, bids=["teal short-1 A9"], wonders={"red": ["vault"]})
    assert not [line for line in preview(match, "bid wonder-1 A10").lines if "would score" in line]


@pytest.mark.clause("SR-83")
def test_the_atelier_would_control_an_island_like_a_tall_building():
    def lines(structures):
        match = at(4, era=2, bids=["teal short-1 A9"], wonders={"red": ["atelier"]}, structures=structures)
        return preview(match, "bid wonder-1 A10").lines

    assert "You would control Aerie." in lines({"A1": "yellow medium-1"})
    assert "You would share control of Aerie." in lines({"A1": "yellow tall-1"})
    assert not [line for line in lines({"A1": "yellow tall-1", "A2": "yellow short-1"}) if "Aerie" in line]


@pytest.mark.clause("SR-65")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_preview_of_a_wonder_tells_what_it_scores(players):
    """In random games, for every card: it is placed, nobody outbids it, and a wild disc takes the colour of
    the neighbourhood. The explanation of the card tells its owner the same."""
    match, chance = new(players, seed=4), random.Random(4)
    compared: Counter[str] = Counter()
    board, say = match.game.board, match.translator("en")
    while not match.over:
        actions = [action for action in match.legal() if n.BUILDINGS <= action // n.SPOTS < n.STRUCTURES]
        if match.view().phase == "bid" and actions and chance.random() < 0.4:
            action, seat = chance.choice(actions), match.to_act
            figure, spot = action // n.SPOTS - n.BUILDINGS, action % n.SPOTS
            for number, card in enumerate(board.wonders):
                position = match.position.clone()
                if card.effect in ("extra_disc", "hammer"):
                    continue
                position.state["wonder"][seat][figure] = number
                if action not in position.legal():  # only the Hammer outbids a wonder
                    continue
                tried = Match.at(position)
                told = preview(tried, action).lines[1]
                info = tried.explain(f"structure-wonder-{figure + 1}", seat)
                assert info is not None
                before = position.points(seat)["wonders"]
                position.apply(action)
                while position.state["phase"] == n.BID:
                    position.apply(n.PASS)
                if position.state["phase"] == n.CHOOSE_COLOUR:
                    position.apply(n.COLOUR + COLOURS.index(board.cells[spot].colour))
                scored = position.points(seat)["wonders"] - before
                assert told.startswith(f"{say.name(card)} would score {scored} "), card.id
                points = f"{scored} point{'' if scored == 1 else 's'}"
                assert dict(info.facts)[f"Built on {board.cells[spot].id}"] == points
                compared[card.effect] += scored > 0
        match.play(chance.choice(match.legal()))
    assert len(compared) == 17
    assert sum(count > 0 for count in compared.values()) >= 14


@pytest.mark.clause("SR-18", "SR-21")
def test_neighbourhoods_and_structures_give_their_own_reasons():
    """Locked, built or too low structures are never the reason why a neighbourhood is not available."""
    built = {"A1": "red short-2", "A2": "red short-3", "A3": "red medium-1", "A4": "red medium-2"}
    match = at(4, structures=built, bids=["blue medium-3 F1"], pool={"red": ["tall-1", "medium-3"]})
    assert reasons(match, "place-C1") == [
        "C1 (Cirrus) is not next to the latest bid on F1 (Forum); bid next to it."
    ]
    assert reasons(match, "place-A2") == [
        "There is already a structure on A2 (Aerie); choose a free neighbourhood."
    ]
    assert reasons(match, "place-F1") == [
        "There is already a bid on F1 (Forum); choose a free neighbourhood."
    ]
    assert reasons(match, "structure-medium-3") == ["You must bid more than 74, or pass."]
    assert reasons(match, "structure-tall-3") == ["124 (tall) is not available until the second era."]
    assert reasons(match, "structure-short-2") == ["24 (short) is already built."]
    start = at(4, structures=built, pool={"red": ["tall-1"]})
    assert len(reasons(start, "place-H1")) == 1
    assert "neither on the central island nor next to a structure" in reasons(start, "place-H1")[0]


@pytest.mark.clause("SR-36")
def test_an_auction_lasts_until_its_disc_has_a_colour():
    match = play(at(2, discs={"F1": "wild"}), "bid tall-1 F1")
    assert (match.view().phase, match.view().auction.number) == ("colour", 1)
    play(match, "colour white")
    assert (match.view().phase, match.view().auction.number) == ("start", 2)
