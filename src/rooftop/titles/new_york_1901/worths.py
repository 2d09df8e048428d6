"""New York 1901: what a balance report counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rooftop.game.counting import Course, Taken, Thing
from rooftop.game.counting import ThingKind as Kind
from rooftop.game.title import OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import Action, Challenge, Character

KINDS: tuple[Kind, ...] = (
    Kind("character", "Characters", "character"),
    Kind("street", "Streets", "streets.card", key="code"),
    Kind("challenge", "Challenges", "challenge", contested=True),
    Kind("legendary", "Legendary skyscrapers", "tiles.legendary"),
    Kind("tile", "Skyscrapers", "tiles.tile"),
    Kind("action", "Action cards played", "action"),
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

_EVENTS = {
    n.RETURNED: "blocked",
    n.WORKER_OUT: "worker-out",
    n.STREET_TIED: "street-tied",
    n.TIE_BY_FEET: "tie-by-feet",
    n.TIE_BY_GOLD: "tie-by-gold",
    n.TIE_SHARED: "tie-shared",
}
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
        if kind in _EVENTS:
            yield _EVENTS[kind]
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
