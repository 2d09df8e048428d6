"""New York 1901 for bots and reports: settings of the search, names of observations, what a report counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rooftop.game.counting import Course, Taken, Thing, ThingKind
from rooftop.game.observation import SEATS, each, filled
from rooftop.game.title import OptionValue, SearchSettings
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.events import EVENTS
from rooftop.titles.new_york_1901.schema import GENERATIONS, Action, Challenge, Character

SEARCH = SearchSettings(
    exploration=0.6,
    first_play=0.15,
    prior=200.0,
    samples=8,
    whole_turns=True,
    cut=16,
    opening=5000.0,
    end=800.0,
    length=(139, 191, 243),
    to_act=200.0,
    simulations=2500,
)

NETWORK_SEARCH = replace(SEARCH, temperature=2.0)  # playouts judge leaves as well as the network


def observation_names(board: Board) -> list[str]:
    """A name for each number of an observation, in the order of `features.observe`."""
    generations = ("starting", *GENERATIONS[1:])
    districts = filled((row.id for row in board.table.district), n.DISTRICTS, "district")
    streets = filled((row.code for row in board.street_table.card), n.STREETS, "street")
    kinds = [f"{district}-{size}" for district in districts for size in (n.SMALL, n.BIG)]
    return [
        *each(
            filled(board.square_number, n.SQUARES, "square"),
            each(["owner"], SEATS),
            each(["tile"], generations),
            "legendary",
            "hexagon",
        ),
        *each(filled(board.lot_number, n.LOTS, "lot"), each(["worker"], SEATS)),
        *each(
            SEATS,
            "workers",
            each(["action"], (action.id for action in board.actions)),
            each(["tile"], filled((tile.id for tile in board.tiles), n.TILES, "tile")),
            each(["street"], streets),
            each(["standing"], generations),
            "hexagons",
            each(["gold"], districts),
            "unbuilt",
            "legendary-feet",
            "points",
        ),
        *each(kinds, "open", "future", "below"),
        *each(["street"], streets),
        *each(["challenge"], (challenge.id for challenge in board.challenges)),
        "phase",
        "players",
        "tile",
        "card",
        "future-cards",
        "acquired",
        "grabbed",
        "raised",
        "ending",
        "last-turns",
        "expert",
        "my-turn",
    ]


# --- reports -----------------------------------------------------------------------------------------

KINDS: tuple[ThingKind, ...] = (
    ThingKind("character", "Characters", "character"),
    ThingKind("street", "Streets", "streets.card", key="code"),
    ThingKind("challenge", "Challenges", "challenge", contested=True),
    ThingKind("legendary", "Legendary skyscrapers", "tiles.legendary"),
    ThingKind("tile", "Skyscrapers", "tiles.tile"),
    ThingKind("action", "Action cards played", "action"),
)
RARE = {
    "blocked": "A blocked player gives a lot back (NY-47).",
    "stalemate": "Nobody builds for many rounds, and the end begins (NY-82).",
    "cards-gone": "The end begins because the lot cards run out (NY-45).",
    "worker-out": "A demolition empties a lot, and a worker goes there (NY-56).",
    "street-tied": "A street pays nobody because of a tie (NY-68).",
    "tie-by-feet": "The taller legendary skyscraper breaks a tie (NY-73).",
    "tie-by-gold": "Gold skyscrapers break a tie (NY-74).",
    "tie-shared": "A rank is shared (NY-74).",
}
OPTIONS: tuple[dict[str, OptionValue], ...] = ({"challenge": "random", "streets": "random"},)

_ENDS = {n.STALEMATE: "stalemate", n.CARDS_GONE: "cards-gone"}


def in_play(board: Board, course: Course) -> Iterator[Thing]:
    for seat in range(course.players):
        character = start(board, course, seat)
        if character is not None:
            yield character
    for street in course.last["street"]:
        yield Thing("street", board.streets[street].code)
    if course.last["challenge"] != n.NONE:
        yield Thing("challenge", board.challenges[course.last["challenge"]].id)
    yield from (_tile(board, tile) for tile in (*board.own_tiles, *board.legendary_tiles))
    yield from (Thing("action", row.id) for row in board.actions)


def taken(board: Board, course: Course) -> Iterator[Taken]:
    for seat in range(course.players):
        character = start(board, course, seat)
        if character is not None:
            yield Taken(seat, character)
        for tile in (*board.own_tiles, *board.legendary_tiles):
            if course.last["placed"][seat][tile] != n.NONE:
                yield Taken(seat, _tile(board, tile))
        points = int(course.last["points"][seat][n.CHALLENGE])
        if course.last["challenge"] != n.NONE and points:
            yield Taken(seat, Thing("challenge", board.challenges[course.last["challenge"]].id), points)
        for card, row in enumerate(board.actions):
            if not course.last["hand"][seat][card]:
                yield Taken(seat, Thing("action", row.id))
    for kind, seat, a, b, _ in course.events:
        if kind == n.STREET_WON:
            yield Taken(seat, Thing("street", board.streets[a].code), b)


def start(board: Board, course: Course, seat: int) -> Thing | None:
    character = course.last["character"][seat]
    if character == n.NONE:
        return None
    return Thing("character", board.characters[board.characters_in_play[character]].id)


def rare(board: Board, course: Course) -> Iterator[str]:
    for kind, _, a, _, _ in course.events:
        if EVENTS.names[kind] in RARE:
            yield EVENTS.names[kind]
        elif kind == n.RETURNED:
            yield "blocked"
        elif kind == n.END_BEGINS and a in _ENDS:
            yield _ENDS[a]


def name(board: Board, thing: Thing, say: Translator) -> str:
    if thing.kind in ("tile", "legendary"):
        return say.name(board.tiles[board.tile_number[thing.id]])
    if thing.kind == "street":
        return next(say.name(row) for row in board.streets if row.code == thing.id)
    rows: dict[str, Sequence[Character | Challenge | Action]] = {
        "character": board.characters,
        "challenge": board.challenges,
        "action": board.actions,
    }
    return next(say.name(row) for row in rows[thing.kind] if row.id == thing.id)


def _tile(board: Board, tile: int) -> Thing:
    return Thing("tile" if tile in board.own_tiles else "legendary", board.tiles[tile].id)
