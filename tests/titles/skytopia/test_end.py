"""The end of the game, each guild master, the final scoring, the ranking."""

import msgspec
import pytest

from rooftop.game.translation import LANGUAGES, bound
from tests.titles.skytopia.tables import TITLE, at, new, no_blue_deck, notations, play, said, seat, view_of

CITY = {
    "blue": ["B01", "B05", "B02"],  # heron, heron, stag; yellow's foundation: heron
    "gold": ["G01"],  # heron; foundation: stag
    "red": ["R03", "R04"],  # thistle, comet; foundation: thistle
    "purple": [],  # foundation: comet
}


def guild_score(guild: str, city=CITY) -> int:
    stacks = {row.id: row.stack for row in TITLE.board(TITLE.edition(), 3).guilds}
    others = [other for other in ("builders", "merchants", "priests") if stacks[other] != stacks[guild]]
    match = at(cities={"yellow": city}, guilds=[guild, *others])
    score = next(row for row in view_of(match).guilds if row.id == guild).scores[0]
    assert getattr(seat(match, "yellow").if_ended, f"guild_{stacks[guild]}") == score
    return score


@pytest.mark.clause("ST-69", "ST-70")
def test_builders_a_point_for_each_card_of_the_tallest_tower():
    assert guild_score("builders") == 4
    assert guild_score("builders", {}) == 1


@pytest.mark.clause("ST-71")
def test_architects_six_points_for_each_tower_of_four_cards():
    assert guild_score("architects") == 6
    assert guild_score("architects", {**CITY, "red": ["R03", "R04", "R05", "R06"]}) == 12
    assert guild_score("architects", {"blue": ["B01", "B02"]}) == 0


@pytest.mark.clause("ST-72")
def test_mechanics_three_points_for_each_blue_and_gold_pair():
    assert guild_score("mechanics") == 6
    assert guild_score("mechanics", {"gold": ["G01", "G02"]}) == 3


@pytest.mark.clause("ST-73")
def test_engineers_three_points_for_each_red_and_purple_pair():
    assert guild_score("engineers") == 3
    assert guild_score("engineers", {"red": ["R01", "R02"], "purple": ["P01"]}) == 6


@pytest.mark.clause("ST-74")
def test_aeronauts_three_points_for_each_crest_in_the_blue_tower():
    assert guild_score("aeronauts") == 6


@pytest.mark.clause("ST-75")
def test_merchants_three_points_for_each_crest_in_the_gold_tower():
    assert guild_score("merchants") == 6
    assert guild_score("merchants", {"gold": ["G02", "G06"]}) == 3


@pytest.mark.clause("ST-76")
def test_scientists_three_points_for_each_crest_in_the_red_tower():
    assert guild_score("scientists") == 6


@pytest.mark.clause("ST-77")
def test_chroniclers_three_points_for_each_crest_in_the_purple_tower():
    assert guild_score("chroniclers") == 3
    assert guild_score("chroniclers", {"purple": ["P01", "P02", "P04"]}) == 12


@pytest.mark.clause("ST-78")
def test_priests_three_points_for_each_heron():
    assert guild_score("priests") == 3 * 4  # B01, B05, G01 and the blue foundation


@pytest.mark.clause("ST-79")
def test_craftsmen_three_points_for_each_stag():
    assert guild_score("craftsmen") == 3 * 2  # B02 and the gold foundation


@pytest.mark.clause("ST-80")
def test_artists_three_points_for_each_thistle():
    assert guild_score("artists") == 3 * 2  # R03 and the red foundation


@pytest.mark.clause("ST-81")
def test_alchemists_three_points_for_each_comet():
    assert guild_score("alchemists") == 3 * 2  # R04 and the purple foundation


# --- the course of the end ---


def last_turn(**position):
    """Green has the last turn of the last of two rounds; yellow's city has emptied the blue deck."""
    cities = no_blue_deck(2, "yellow") | position.pop("cities", {})
    return at(2, to_act="green", round=13, ending="final", cities=cities, **position)


@pytest.mark.clause("ST-66", "ST-67", "ST-17")
def test_an_empty_deck_means_this_round_and_one_more():
    city = [f"B{number:02}" for number in range(1, 9)]
    market = {"blue-1": "B09: green 1", "blue-2": "B10", "blue-3": "B11"}
    match = at(to_act="yellow", phase="end", market=market, cities={"white": {"blue": city}})
    assert view_of(match).decks.blue == 1
    play(match, "end", "assign gold-1 2")
    assert "The blue deck is empty. The game ends after the next round." in said(match)
    assert match.prompt().endswith(" You have one more turn after this.")
    assert view_of(match).ending == "last-but-one"
    play(match, "assign gold-2 2")
    assert view_of(match).ending == "final"
    assert "This is the last round: everyone has one more turn." in said(match)
    assert match.prompt().endswith(" This is your last turn.")
    assert view_of(match).dial.hammers == 6  # it turned before the last round
    seats: list[int] = []
    while not match.over:
        if not seats or seats[-1] != match.to_act:
            seats.append(match.to_act)
        match.play("skip" if "skip" in notations(match) else min(notations(match)))
    assert seats == [2, 0, 1]
    assert view_of(match).dial.hammers == 6  # and not after it
    assert len({row.turns for row in view_of(match).seats}) == 1


@pytest.mark.clause("ST-67")
def test_everyone_has_had_equally_many_turns_at_the_end():
    for seed in range(3):
        match = new(3, seed=seed)
        while not match.over:
            match.play(match.legal()[match.ply % len(match.legal())])
        assert {row.turns for row in view_of(match).seats} == {view_of(match).round}


@pytest.mark.clause("ST-68", "ST-82", "ST-83", "ST-84")
def test_the_final_scoring_adds_guilds_laboratories_coins_and_golems():
    match = last_turn(
        cities={"green": {"purple": ["P11", "P12"]}},
        coins={"green": 14},
        points={"green": 20},
        market={"blue-1": "B05: green 6", "gold-1": "G07: yellow 5"},
        guilds=["artists", "merchants", "mechanics"],
    )
    play(match, "assign blue-1 3")  # 1 coin; 2 points
    assert match.over
    points = seat(match, "green").points
    assert points.cards == 22
    assert points.guild_1 == 3 * 2  # the gold foundation and P12
    assert points.guild_2 == 3  # its gold foundation
    assert points.guild_3 == 3  # the blue and the gold foundation
    assert points.laboratories == 10
    assert points.coins == 2  # 13 coins
    assert points.golems == 2
    assert match.total(1) == 48
    assert "Nimbara: 26 points in the final scoring, 48 in total." in said(match)
    assert seat(match, "green").if_ended.total == 48


@pytest.mark.clause("ST-82")
def test_a_laboratory_on_the_market_scores_nothing():
    match = play(last_turn(market={"purple-1": "P11"}), "assign purple-1 2")
    assert match.points(1)["laboratories"] == 0


def ended(points, cards, coins):
    """The end of a two-player game with these points, red cards and coins."""
    names = ("yellow", "green")
    blue = no_blue_deck(2, *names)
    match = last_turn(
        cities={name: blue[name] | {"red": ids} for name, ids in zip(names, cards, strict=True)},
        coins=dict(zip(names, coins, strict=True)),
        guilds=["builders", "merchants", "mechanics"],
        market={"purple-1": "P11", "blue-2": "B05: yellow 3"},
        points=dict(zip(names, points, strict=True)),
    )
    return play(match, "assign purple-1 2")


def ranks(points, cards, coins) -> list[int | None]:
    return [row.rank for row in view_of(ended(points, cards, coins)).seats]


@pytest.mark.clause("ST-85")
def test_ties_are_broken_by_fewer_cards_then_more_coins_left_or_the_rank_is_shared():
    assert ranks((31, 30), ([], []), (0, 0)) == [1, 2]
    assert ranks((30, 30), (["R03"], ["R04", "R07"]), (0, 0)) == [1, 2]
    assert ranks((30, 30), (["R03", "R07"], ["R04"]), (0, 0)) == [2, 1]
    assert ranks((30, 30), (["R03"], ["R04"]), (3, 4)) == [2, 1]
    # five coins are a point: four left beat none
    assert ranks((29, 30), (["R03"], ["R04"]), (5, 4)) == [2, 1]
    assert ranks((30, 30), (["R03"], ["R04"]), (3, 3)) == [1, 1]


@pytest.mark.clause("ST-85")
@pytest.mark.parametrize(
    ("cards", "coins", "told", "po_polsku"),
    [
        (
            (["R03"], ["R04", "R07"]),
            (0, 0),
            "Tie on points: Aurelle ranks above Nimbara with fewer tower cards (4 to 5).",
            bound("Remis w punktach: wyżej jest Aurella (kart wież: 4, Nimbara ma 5).", "pl"),
        ),
        (
            (["R03"], ["R04"]),
            (3, 4),
            "Tie on points and tower cards: Nimbara ranks above Aurelle with more coins left over (4 to 3).",
            bound(
                "Remis w punktach i kartach: wyżej jest Nimbara (pozostałych monet: 4, Aurella ma 3).", "pl"
            ),
        ),
        (
            (["R03"], ["R04"]),
            (3, 3),
            "Tie on points, tower cards and coins: Aurelle and Nimbara share their rank.",
            bound("Remis w punktach, kartach i monetach: Aurella i Nimbara dzielą się miejscem.", "pl"),
        ),
    ],
)
def test_the_log_says_how_a_tie_was_broken(cards, coins, told, po_polsku):
    match = ended((30, 30), cards, coins)
    assert [line for line in said(match) if "Tie" in line] == [told]
    assert po_polsku in match.log(language="pl")
    assert not [line for line in said(ended((31, 30), ([], []), (0, 0))) if "Tie" in line]


@pytest.mark.clause("ST-86")
def test_the_bank_never_runs_out():
    match = at(market={"gold-1": "G09"}, coins={"yellow": 500})
    assert seat(play(match, "assign gold-1 2"), "yellow").coins == 505


# --- what a game calls its points ---------------------------------------------------------------------


def test_sources_have_the_names_of_the_guild_masters_in_play():
    match = at(guilds=["artists", "merchants", "mechanics"])
    board, view = match.game.board, match.view()
    english = TITLE.source_names(match.translator("en"), board, view)
    assert [english[f"guild-{stack}"] for stack in (1, 2, 3)] == [
        "Guild of Artists", "Guild of Merchants", "Guild of Mechanics",
    ]  # fmt: skip
    polish = TITLE.source_names(match.translator("pl"), board, view)
    assert polish["guild-2"] == "Gildia Kupców"
    assert TITLE.source_names(match.translator("en"), None, None)["guild-2"] == "Second guild master"
    for guild in board.guilds:
        assert max(len(guild.name[language]) for language in LANGUAGES) <= 24


def test_a_seat_knows_its_points_if_the_game_ended_now():
    """P10 is a laboratory with the Heron, like the purple foundation."""
    match = at(
        points={"green": 12}, coins={"green": 11}, market={"blue-1": "B05: green 2"},
        cities={"green": {"purple": ["P10"]}}, guilds=["builders", "merchants", "priests"],
    )  # fmt: skip
    row = seat(match, "green")
    assert row.total == row.points.total == 12
    assert msgspec.to_builtins(row.if_ended) == {
        "cards": 12, "foundations": 0, "ability": 0, "guild-1": 2, "guild-2": 3, "guild-3": 6,
        "laboratories": 5, "coins": 2, "golems": 1,
    }  # fmt: skip


def test_at_the_end_the_points_are_those_if_it_ended():
    match = play(last_turn(market={"purple-1": "P11"}), "assign purple-1 2")
    assert match.over
    for row in view_of(match).seats:
        assert row.points == row.if_ended
