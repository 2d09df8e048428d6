"""Every effect of cards and foundations, on the market and in a city."""

import pytest

import rooftop
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.translation import bound
from tests.titles.skytopia.tables import (
    TITLE,
    at,
    golems,
    notations,
    play,
    said,
    seat,
    slot,
    view_of,
    why_not,
)

BOARD = TITLE.board(TITLE.edition(), 4)
CARDS = {card.id: card for card in BOARD.cards}


def ready(**position):
    """A position in which yellow only needs to end the turn; green is next."""
    return at(to_act="yellow", phase="end", **position)


# --- one test for each card: what it does when a golem arrives, and in a tower ---


@pytest.mark.clause("ST-43", "ST-36")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "gain"])
def test_a_card_that_gives_points_or_coins_gives_them_on_the_market_and_in_the_tower(card):
    row = CARDS[card]
    place = f"{row.colour}-1"
    match = play(at(market={place: card}), f"assign {place} 2")
    assert seat(match, "yellow").points.cards == row.pp
    assert seat(match, "yellow").coins == 5 + row.coins
    match = play(ready(market={place: f"{card}: green 1"}, coins={"green": 0}), "end")
    assert seat(match, "green").points.cards == row.pp
    assert seat(match, "green").coins == row.coins


@pytest.mark.clause("ST-44", "ST-45", "ST-41")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "rotate"])
def test_a_card_that_rotates_a_golem(card):
    row = CARDS[card]
    match = at(market={"red-1": card, "blue-1": "B05: yellow 2"})
    play(match, "assign red-1 3")
    assert notations(match) == {f"rotate 1 {row.steps}", "skip"}  # not the golem on the card itself
    play(match, f"rotate 1 {row.steps}")
    assert golems(match, "blue-1") == [("yellow", 2 + row.steps)]
    assert seat(match, "yellow").points.cards == row.pp
    match = play(ready(market={"red-1": f"{card}: green 1", "blue-1": "B05: green 2"}), "end", "skip")
    assert notations(match, "rotate") == {f"rotate 2 {row.steps}"}


@pytest.mark.clause("ST-46", "ST-41")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "move"])
def test_a_card_that_moves_a_golem(card):
    match = at(market={"red-1": card, "blue-1": "B05: yellow 3", "blue-2": "B09: green 3", "gold-1": "G09"})
    play(match, "assign red-1 2")
    assert "move 1 gold-1" in notations(match)
    assert "move 1 blue-2" not in notations(match)  # the same face
    assert "move 1 blue-1" not in notations(match)
    assert not notations(match, "move 2")  # the golem on the card itself
    play(match, "move 1 gold-1")
    assert golems(match, "gold-1") == [("yellow", 3)]
    assert golems(match, "blue-1") == []
    assert seat(match, "yellow").coins == 5  # not activated
    match = play(ready(market={"red-1": f"{card}: green 1", "blue-1": "B05: green 3"}), "end", "skip")
    assert "move 2 gold-1" in notations(match)


@pytest.mark.clause("ST-47", "ST-48")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "build_card"])
def test_a_card_that_takes_another_one(card):
    market = {"purple-1": card, "blue-1": "B05: yellow 4, green 2, green 6", "gold-1": "G05: yellow 3"}
    match = at(market=market)
    play(match, "assign purple-1 2")
    assert notations(match) == {"build blue-1", "skip"}  # gold needs four rounds
    assert "at most 3 rounds left" in why_not(match, "build gold-1")
    play(match, "build blue-1")
    yellow = seat(match, "yellow")
    assert yellow.towers.blue == ("B05",)
    assert (yellow.points.cards, yellow.points.foundations) == (0, 0)
    assert yellow.coins == 5
    assert yellow.home == 3
    assert seat(match, "green").coins == 5 + 6
    assert match.position.law_broken() == 0
    match = play(ready(market={"purple-1": f"{card}: green 1", "blue-1": "B05: green 4"}), "end")
    assert "build blue-1" in notations(match)


@pytest.mark.clause("ST-49")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "activate_top"])
def test_a_card_that_activates_the_top_of_a_tower(card):
    match = at(market={"purple-1": card}, cities={"yellow": {"blue": ["B09", "B05"]}})
    play(match, "assign purple-1 2")
    offered = {"activate city blue-2", "activate city gold-0", "activate city red-0"}
    assert notations(match) == offered | {"skip"}  # the purple foundation would find no card with its crest
    play(match, "activate city blue-2")
    assert seat(match, "yellow").points.cards == 2
    match = ready(market={"purple-1": f"{card}: green 1"}, cities={"green": {"gold": ["G09"]}})
    play(match, "end")
    while view_of(match).effect.card != card:
        match.play("skip")
    play(match, "activate city gold-1")
    assert seat(match, "green").coins == 10


@pytest.mark.clause("ST-50")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "activate_row"])
def test_a_card_that_activates_another_in_its_row(card):
    market = {"purple-2": card, "blue-2": "B09: green 4", "gold-2": "G09", "red-2": "R01", "blue-1": "B05"}
    match = at(market=market)
    play(match, "assign purple-2 2")
    assert notations(match) == {
        "activate market blue-2",
        "activate market gold-2",
        "activate market red-2",
        "skip",
    }
    assert (
        match.why_not("activate market blue-1") == "This activates a card in its own row; choose one there."
    )
    play(match, "activate market blue-2")
    assert seat(match, "yellow").points.cards == 3
    cities = {
        "green": {"blue": ["B05", "B09"], "gold": ["G09"], "purple": ["P10" if card != "P10" else "P11"]}
    }
    match = ready(market={"purple-1": f"{card}: green 1"}, cities=cities)
    play(match, "end")
    while view_of(match).effect.card != card:
        match.play("skip")
    assert notations(match) == {"activate city blue-2", "skip"}  # both in the second row of the city


@pytest.mark.clause("ST-51", "ST-82")
@pytest.mark.parametrize("card", [card.id for card in BOARD.cards if card.kind == "laboratory"])
def test_a_laboratory_does_nothing_during_the_game_but_activates_its_tower(card):
    match = at(market={"purple-1": card})
    play(match, "assign purple-1 2")
    assert f"{CARDS[card].name['en']} scores only at the end." in said(match)
    assert f"{CARDS[card].name['pl']}: punkty dopiero na koniec gry." in match.log(language="pl")
    assert match.to_act == 1
    other = "P04"
    match = ready(market={"purple-1": f"{card}: green 1"}, cities={"green": {"purple": [other]}})
    play(match, "end")
    while view_of(match).effect.card != other:
        match.play("skip")
    assert "activate city purple-2" not in notations(match)  # the Laboratory on top
    reason = "A Laboratory has no effect during the game; choose another card."
    assert match.why_not("activate city purple-2") == reason


def test_every_card_of_the_edition_is_tested_above():
    kinds = {"gain", "rotate", "move", "build_card", "activate_top", "activate_row", "laboratory"}
    assert {card.kind for card in BOARD.cards} == kinds
    assert len(BOARD.cards) == 48


# --- foundations ---


@pytest.mark.clause("ST-53")
def test_the_blue_foundation_gives_a_point():
    match = play(ready(market={"blue-1": "B05: green 1"}), "end")
    assert seat(match, "green").points.foundations == 1


@pytest.mark.clause("ST-54")
def test_the_gold_foundation_sells_a_point_for_a_coin():
    match = play(ready(market={"gold-1": "G05: green 1"}), "end")
    assert notations(match) == {"use", "skip"}
    used = seat(play(match.clone(), "use"), "green")
    assert (used.points.foundations, used.coins) == (1, 5 - 1 + 4)
    skipped = seat(play(match, "skip"), "green")
    assert (skipped.points.foundations, skipped.coins) == (0, 9)
    poor = play(ready(market={"gold-1": "G05: green 1"}, coins={"green": 0}), "end")
    assert view_of(poor).phase == "assign"


@pytest.mark.clause("ST-55")
def test_the_red_foundation_places_a_golem_from_home_on_the_free_face_without_activation():
    match = ready(market={"red-1": "R01: green 1", "gold-1": "G09", "blue-1": "B05: white 2"})
    play(match, "end")
    assert "free gold-1" in notations(match)
    assert "free blue-1" not in notations(match)  # 2 is the free face, and shown there
    assert "free red-1" not in notations(match)  # a gap
    play(match, "free gold-1")
    assert golems(match, "gold-1") == [("green", 2)]
    assert seat(match, "green").coins == 5
    assert view_of(match).effect.card == "R01"  # and may rotate it at once
    assert notations(match) == {"rotate 1 2", "skip"}


@pytest.mark.clause("ST-55")
def test_the_red_foundation_needs_a_golem_at_home():
    market = {"purple-1": "P04", "blue-1": "B05: yellow 6, yellow 5, yellow 4", "gold-1": "G09: yellow 4"}
    match = at(market=market, cities={"yellow": {"blue": ["B09"]}})
    play(match, "assign purple-1 2")
    assert "activate city red-0" not in notations(match)
    reason = match.why_not("activate city red-0")
    assert reason == "The red foundation would have no effect now; choose another card."


def changed(old: str, new: str) -> Edition:
    """The title's edition with one change."""
    text = TITLE.edition().text
    assert old in text
    return Edition.parse("mine.toml", text.replace(old, new, 1))


@pytest.mark.clause("ST-55")
def test_an_edition_may_let_the_red_foundation_take_a_golem_from_the_market():
    market = {"red-1": "R01: green 1", "gold-1": "G09: green 4, white 2", "blue-1": "B05: yellow 4"}
    table = {
        "to_act": "yellow",
        "phase": "end",
        "market": market,
        "abilities": {"yellow": "2B", "green": "1A"},
    }
    edition = changed('die_from = "supply"', 'die_from = "supply_or_market"')
    match = Match.at(rooftop.new_game(TITLE, 3, {}, edition).arranged(table))
    play(match, "end")
    assert {"free blue-1", "move 2 blue-1"} <= notations(match)
    assert "move 2 gold-1" not in notations(match)  # it stands there
    assert match.why_not("move 2 gold-1") == "The golem is already on that card; choose another one."
    assert match.why_not("move 1 blue-1") == "That golem is at home; choose one on the market."
    assert "free gold-1" not in notations(match)  # 2, the free face, is shown there
    offered = next(move for move in match.moves("pl") if move.notation == "move 2 blue-1")
    assert offered.text.startswith(
        bound("Przestaw golema z karty Mennica Zębatek (złoty 1) za darmo na kartę Dwór", "pl")
    )
    play(match, "move 2 blue-1")
    assert golems(match, "blue-1") == [("yellow", 4), ("green", 2)]
    assert golems(match, "gold-1") == [("white", 2)]
    assert seat(match, "yellow").coins == 7  # 2B: a golem has come
    assert seat(match, "green").points.ability == 0  # nobody went home
    assert said(match)[:2] == [
        "Nimbara recalls a golem from Gear Mint.",
        "Nimbara places a free golem on Cloud Court, face 2.",
    ]
    own = Match.at(rooftop.new_game(TITLE, 3).arranged(table))
    play(own, "end")
    assert not notations(own, "move")
    assert own.why_not("move 2 blue-1") == "Resolve the effect first: place a free golem or skip it."


@pytest.mark.clause("ST-55", "ST-31")
def test_with_no_golem_at_home_the_red_foundation_works_only_in_such_an_edition():
    market = {
        "purple-1": "P04",
        "blue-1": "B05: yellow 6, yellow 5",
        "gold-1": "G09: yellow 4, yellow 3",
    }
    edition = changed('die_from = "supply"', 'die_from = "supply_or_market"')
    for data, offered in ((TITLE.edition(), False), (edition, True)):
        match = Match.at(rooftop.new_game(TITLE, 3, {}, data).arranged({"market": market}))
        play(match, "assign purple-1 2")
        assert ("activate city red-0" in notations(match)) == offered


@pytest.mark.clause("ST-22", "ST-44", "ST-63")
def test_an_edition_may_let_golems_be_rotated_by_fewer_steps():
    edition = changed("rotate_up_to = false", "rotate_up_to = true")
    market = {"red-1": "R01", "blue-1": "B05: yellow 3, green 4", "gold-1": "G05: yellow 5"}
    match = Match.at(rooftop.new_game(TITLE, 3, {}, edition).arranged({"market": market}))
    play(match, "assign red-1 2")
    assert notations(match) == {"rotate 1 2", "rotate 2 1", "skip"}
    assert "already shows face 4" in why_not(match, "rotate 1 1")
    assert "Rotate a golem up to 2 steps" in match.svg()
    assert bound("Obróć golema najwyżej o 2 kroki", "pl") in match.svg(language="pl")
    market = {"red-1": "R05", "blue-1": "B05: yellow 3"}
    match = Match.at(rooftop.new_game(TITLE, 3, {}, edition).arranged({"market": market}))
    play(match, "assign red-1 2")
    assert match.why_not("rotate 1 2") == "This rotates a golem by 1 step."


@pytest.mark.clause("ST-63")
def test_an_edition_may_let_3b_rotate_a_golem_by_two_steps():
    edition = changed("steps = 1\ntiming", "steps = 2\ntiming")
    table = {"phase": "end", "market": {"blue-1": "B05: green 3"}, "abilities": {"green": "3B"}}
    match = play(Match.at(rooftop.new_game(TITLE, 2, {}, edition).arranged(table)), "end")
    assert notations(match) == {"rotate 1 2", "skip"}
    assert match.why_not("rotate 1 1") == "This rotates a golem by 2 steps."
    play(match, "rotate 1 2")
    assert golems(match, "blue-1") == [("green", 5)]


@pytest.mark.clause("ST-56")
def test_the_purple_foundation_activates_a_card_of_the_city_with_its_crest():
    # green's purple foundation has the crest of the heron
    cities = {"green": {"blue": ["B09", "B10"], "gold": ["G06"]}}
    match = play(ready(market={"purple-1": "P10: green 1"}, cities=cities), "end")
    assert view_of(match).effect.card == "F4"
    assert notations(match) == {"activate city blue-1", "skip"}
    why = match.why_not("activate city blue-2")
    assert why == "This activates a card with the crest of your purple foundation; choose one of those."
    assert "being resolved" in why_not(match, "activate city purple-0")
    play(match, "activate city blue-1")
    assert seat(match, "green").points.cards == 3


# --- rules for all effects ---


@pytest.mark.clause("ST-41")
def test_an_effect_never_touches_golems_on_its_own_card():
    match = at(market={"red-1": "R01: yellow 3", "blue-1": "B05: yellow 3"})
    play(match, "assign red-1 2")
    assert notations(match) == {"rotate 2 2", "skip"}
    reason = "An effect never touches golems on its own card; choose another golem."
    assert match.why_not("rotate 1 2") == reason
    match = at(market={"purple-1": "P01: yellow 5"})
    play(match, "assign purple-1 2")
    assert match.to_act == 1  # it cannot take itself
    match = at(market={"red-1": "R09", "blue-1": "B05: yellow 4"})
    play(match, "assign red-1 2", "move 1 red-1")  # but a golem may come to it
    assert golems(match, "red-1") == [("yellow", 4), ("yellow", 2)]


@pytest.mark.clause("ST-41")
def test_an_activated_card_may_touch_golems_on_the_card_that_activated_it():
    match = at(market={"purple-1": "P07", "red-1": "R01: yellow 4"})
    play(match, "assign purple-1 2", "activate market red-1")
    assert notations(match) == {"rotate 2 2", "skip"}  # golem 1 is on the red card itself


@pytest.mark.clause("ST-41")
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("strict", [True, False])
def test_strict_chains_spare_the_golems_on_the_card_that_began_the_chain(strict, compiled):
    def chain(**position):
        return at(options={"strict_chains": strict}, compiled=compiled, **position)

    # rotating: golem 3 comes to the purple card, whose effect activates the red one
    match = chain(market={"purple-1": "P07", "red-1": "R01: yellow 4", "blue-1": "B05: yellow 4"})
    play(match, "assign purple-1 2", "activate market red-1")
    elsewhere = {"rotate 2 2", "skip"}
    assert notations(match) == (elsewhere if strict else elsewhere | {"rotate 3 2"})
    spared = "In this game, golems on the card that activated this one are safe; choose another golem."
    assert match.why_not("rotate 3 2") == (spared if strict else None)
    assert (
        match.why_not("rotate 1 2") == "An effect never touches golems on its own card; choose another golem."
    )

    # a card that could only affect golems of the chain does nothing, so it is not offered (ST-31)
    match = chain(market={"purple-1": "P07", "red-1": "R01: yellow 4"})
    play(match, "assign purple-1 2")
    assert ("activate market red-1" in notations(match)) is not strict

    # moving a golem away affects it, its arrival does not
    match = chain(market={"purple-1": "P07", "red-1": "R09", "blue-1": "B05: yellow 4"})
    play(match, "assign purple-1 2", "activate market red-1")
    assert "move 1 purple-1" in notations(match)
    assert any(move.startswith("move 2") for move in notations(match)) is not strict

    # a card of the city, reached from the market, takes the card that started the chain
    match = chain(
        market={"purple-1": "P04", "blue-1": "B05: yellow 5"}, cities={"yellow": {"purple": ["P01"]}}
    )
    play(match, "assign purple-1 4", "activate city purple-1")
    assert "build blue-1" in notations(match)
    assert ("build purple-1" in notations(match)) is not strict
    taking = "In this game, a card cannot take the one that activated it; choose another one."
    assert match.why_not("build purple-1") == (taking if strict else None)


@pytest.mark.clause("ST-41")
def test_a_game_without_strict_chains_does_not_mention_them():
    plain, off, on = (
        Match(rooftop.new_game(TITLE, 2, dict(options or {})), 1)
        for options in (None, {"strict_chains": False}, {"strict_chains": True})
    )
    assert "strict_chains" not in plain.file().options  # as in games stored before the option existed
    assert plain.file() == off.file()
    assert on.file().options["strict_chains"] is True
    assert on.file().commitment != plain.file().commitment
    assert on.position.hash() != plain.position.hash()
    assert view_of(Match.load(on.file())).strict_chains
    with pytest.raises(rooftop.OptionError, match="strict_chains: must be true or false, not 0"):
        rooftop.new("skytopia", strict_chains=0)


@pytest.mark.clause("ST-42")
def test_a_card_that_is_being_resolved_cannot_be_activated_again():
    match = ready(market={"purple-1": "P04: green 1"}, cities={"green": {"purple": ["P05"]}})
    play(match, "end")
    # the heron's foundation finds P04 (heron); it could not activate itself
    assert view_of(match).effect.card == "F4"
    assert notations(match) == {"activate city purple-2", "skip"}
    play(match, "activate city purple-2")  # the top card P04 is resolved now
    assert view_of(match).effect.card == "P04"
    assert [row.card for row in view_of(match).pending] == ["F4", "P04"]
    assert "activate city purple-2" not in notations(match)
    assert "being resolved cannot be activated again" in why_not(match, "activate city purple-2")
    play(match, "activate city blue-0")
    assert view_of(match).effect.card == "P05"  # the tower goes on above the foundation


@pytest.mark.clause("ST-45")
def test_a_card_that_rotates_and_gives_always_gives():
    match = play(at(market={"red-1": "R05"}), "assign red-1 2")
    assert seat(match, "yellow").points.cards == 1
    assert match.to_act == 1


@pytest.mark.clause("ST-48")
def test_a_card_taken_by_an_effect_works_with_a_tower_that_is_activated_anyway():
    # the tower being activated: the taken purple card lies above the one that took it
    cities = {"green": {"purple": ["P01"]}}
    market = {
        "purple-1": "P10: green 1",
        "purple-2": "P04: green 4",
        "blue-1": "B06: green 1",
        "blue-2": "B10: green 4",
    }
    match = play(ready(market=market, cities=cities), "end", "tower purple")
    assert view_of(match).effect.card == "P01"
    play(match, "build purple-2")
    assert seat(match, "green").towers.purple == ("P01", "P10", "P04")
    assert view_of(match).effect.card == "P04"
    # a tower to be activated later in this turn
    match = play(ready(market=market, cities=cities), "end", "tower purple", "build blue-2")
    assert seat(match, "green").points.cards == 2 + 3
    # and a tower that has been activated already gives nothing more
    match = play(ready(market=market, cities=cities), "end", "tower blue")
    before = seat(match, "green").total
    play(match, "build blue-2")
    assert seat(match, "green").towers.blue == ("B06", "B10")
    assert seat(match, "green").points.cards == before - 1  # the foundation's point aside


@pytest.mark.clause("ST-52")
def test_an_activated_card_works_for_the_player_and_may_activate_others():
    market = {"purple-1": "P07", "red-1": "R09: green 4", "blue-1": "B05: yellow 3"}
    match = at(market=market)
    play(match, "assign purple-1 2", "activate market red-1")
    assert view_of(match).effect.card == "R09"
    assert "move 1 gold-1" in notations(match)
    cities = {"yellow": {"purple": ["P04"], "blue": ["B09"]}}
    match = at(market={"purple-1": "P05"}, cities=cities)
    play(match, "assign purple-1 2", "activate city purple-1", "activate city blue-1")
    assert seat(match, "yellow").points.cards == 3
    assert match.to_act == 1
    assert [row.split(" activates ")[0] for row in said(match) if " activates " in row] == ["Echo Turret"]


@pytest.mark.clause("ST-52", "ST-54")
def test_choosing_to_activate_a_card_that_sells_or_gives_is_using_it():
    match = at(market={"purple-1": "P04"}, cities={"yellow": {"blue": ["B09"]}})
    play(match, "assign purple-1 2", "activate city gold-0")
    yellow = seat(match, "yellow")
    assert (yellow.coins, yellow.points.foundations) == (4, 1)
    assert match.to_act == 1
    assert "Aurelle pays 1 coin for 1 point." in said(match)
    # also for a player who might refuse coins
    match = at(market={"purple-2": "P07", "gold-2": "G09"}, abilities={"yellow": "1B"})
    play(match, "assign purple-2 2", "activate market gold-2")
    assert seat(match, "yellow").coins == 10
    assert match.to_act == 1


@pytest.mark.clause("ST-31", "ST-49")
def test_a_card_is_not_offered_if_the_whole_chain_from_it_would_do_nothing():
    """Prism Arcade could only activate Flywheel Hall, which may have no golem to rotate."""
    cities = {"yellow": {"purple": ["P07"], "red": ["R01"]}}
    match = at(market={"purple-1": "P04"}, cities=cities, coins={"yellow": 6})
    free = play(match.clone(), "assign purple-1 2")  # a golem that Flywheel Hall can rotate by two steps
    assert {"activate city purple-1", "activate city red-1"} <= notations(free)
    play(match, "assign purple-1 5")
    assert notations(match) == {"activate city blue-0", "skip"}
    why = "Prism Arcade would have no effect now; choose another card."
    assert match.why_not("activate city purple-1") == why


@pytest.mark.clause("ST-52", "ST-30")
def test_skipping_a_card_in_a_chain_ends_the_chain():
    cities = {"yellow": {"purple": ["P04"], "blue": ["B09"]}}
    match = at(market={"purple-1": "P05"}, cities=cities)
    play(match, "assign purple-1 2", "activate city purple-1", "skip")
    assert match.to_act == 1


@pytest.mark.clause("ST-47")
def test_a_card_may_be_taken_while_its_own_effect_runs():
    """A card of the city takes the card that activated it, since that is another card."""
    match = at(2, market={"purple-1": "P06"}, cities={"yellow": {"purple": ["P02"]}}, coins={"yellow": 9})
    play(match, "assign purple-1 5", "activate city purple-1", "build purple-1")
    assert seat(match, "yellow").towers.purple == ("P02", "P06")
    assert match.position.law_broken() == 0
    assert slot(match, "purple-1").card is not None  # filled up


@pytest.mark.clause("ST-47")
def test_two_golems_of_one_player_on_a_taken_card_pay_twice_the_coins():
    market = {"purple-1": "P01", "blue-1": "B05: yellow 5, green 4, green 3"}
    match = at(market=market, coins={"green": 0})
    play(match, "assign purple-1 2", "build blue-1")
    assert seat(match, "green").coins == 6
    assert "other owners get 3 coins for each" in match.game.board.effects["purple-n1"].text["en"]
    assert "po 3 monety za każdego" in match.game.board.effects["purple-n1"].text["pl"]
