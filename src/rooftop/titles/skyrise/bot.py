"""Skyrise for bots and reports: settings of the search, names of observations, what a report counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rooftop.engine import state
from rooftop.game.counting import Course, Taken, Thing, ThingKind
from rooftop.game.observation import SEATS, each, filled
from rooftop.game.title import OptionValue, SearchSettings
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.events import EVENTS
from rooftop.titles.skyrise.schema import (
    COLOURS,
    DISCS,
    HEIGHTS,
    LETTERS,
    Island,
    Objective,
    Panorama,
    Wonder,
)

SEARCH = SearchSettings(
    exploration=0.5,
    first_play=0.05,
    prior=150.0,
    uniform=0.05,
    width=6.0,
    widening=1.0,
    samples=16,
    cut=16,
    opening=5000.0,
    end=750.0,
    length=(70, 105, 141),
    to_act=200.0,
    simulations=6000,
)

NETWORK_SEARCH = replace(
    SEARCH, policy=1.0, temperature=3.0, leaf=1.0, leaf_end=1.0, sharpness=1.5, simulations=12000
)


def observation_names(board: Board) -> list[str]:
    """A name for each number of an observation, in the order of `features.observe`."""
    cards = filled((wonder.id for wonder in board.wonders), n.CARDS, "wonder")
    panoramas = filled((panorama.id for panorama in board.panoramas), n.PANORAMAS, "panorama")
    return [
        *each(
            filled((cell.id for cell in board.cells), n.SPOTS, "neighbourhood"),
            "in-play",
            each(["colour"], COLOURS),
            each(["disc"], DISCS),
            each(["bid"], SEATS),
            each(["structure"], SEATS),
            each(["height"], (*HEIGHTS, "none")),
            "open",
        ),
        *each(
            SEATS,
            each(["strength"], filled(board.structures, n.STRUCTURES, "structure")),
            "structures-built",
            each(["discs"], COLOURS),
            each(["patron"], LETTERS),
            "commissions",
            "key",
            each(["wonder"], cards),
            "has-passed",
            "highest-bidder",
            "points",
            each(["objective"], COLOURS),
            "finished",
            "islands",
            [f"panorama-{index + 1}" for index in range(n.IN_PLAY)],
        ),
        *each(["panorama"], panoramas),
        *each(["tile"], LETTERS),
        *each(["hand"], cards),
        "phase",
        "players",
        "era",
        "latest-bid",
        "auctions",
        "bids",
        "my-turn",
    ]


# --- what a balance report counts ------------------------------------------------------------------

KINDS: tuple[ThingKind, ...] = (
    ThingKind("wonder", "Wonders", "wonder"),
    ThingKind("panorama", "Panoramas", "panorama", contested=True),
    ThingKind("objective", "Secret objectives", "secret_objective"),
    ThingKind("island", "Islands controlled at the end", "island"),
)
RARE = {
    "passed-over": "A player who cannot outbid is passed over.",
    "no-room": "An auction ends because there is no room for a bid.",
    "wonder-returned": "A wonder is outbid by the Hammer.",
    "ban-lifted": "The ban of the Hammer is lifted (SR-69).",
    "declined": "The Vault takes no disc.",
    "shared-control": "Players share the control of an island.",
    "start-tied": "The lowest card breaks a tie for who begins.",
    "end-tied": "Finishing first breaks a tie for the first rank.",
}
OPTIONS: tuple[dict[str, OptionValue], ...] = ({"panoramas": "random"},)


def in_play(board: Board, course: Course) -> Iterator[Thing]:
    """A wonder is in play if it was dealt."""
    dealt = 0
    for seat in range(course.players):
        dealt |= int(course.first["hand"][seat])
    yield from (Thing("wonder", row.id) for card, row in enumerate(board.wonders) if dealt >> card & 1)
    yield from (Thing("panorama", board.panoramas[number].id) for number in course.last["panorama"])
    held = {int(course.last["objective"][seat]) for seat in range(course.players)}
    yield from (Thing("objective", board.objectives[number].id) for number in sorted(held))
    yield from (_island(board, number) for number in _islands(course))


def taken(board: Board, course: Course) -> Iterator[Taken]:
    """A wonder belongs to the seat that chose it, an objective to the seat that drew it."""
    for seat in range(course.players):
        for card in course.last["wonder"][seat]:
            if card != n.EMPTY:
                yield Taken(seat, Thing("wonder", board.wonders[card].id))
        yield Taken(seat, Thing("objective", board.objectives[course.last["objective"][seat]].id))
        for number in _islands(course):
            if course.last["control"][number] >> seat & 1:
                yield Taken(seat, _island(board, number))
    for kind, seat, a, b, _ in course.events:
        if kind == n.SCORED_PANORAMA and b:
            yield Taken(seat, Thing("panorama", board.panoramas[a].id), b)


def start(board: Board, course: Course, seat: int) -> Thing | None:
    return None


def rare(board: Board, course: Course) -> Iterator[str]:
    for kind, _, a, b, _ in course.events:
        if EVENTS.names[kind] in RARE:
            yield EVENTS.names[kind]
        elif kind == n.ENDED and a == n.NO_ROOM:
            yield "no-room"
        elif kind == n.SCORED_CONTROL and b >> state.SEATS == n.SHARED:
            yield "shared-control"
        elif kind == n.BEGINS and b:
            yield "start-tied"
        elif kind == n.GAME_OVER and a:
            yield "end-tied"


def name(board: Board, thing: Thing, say: Translator) -> str:
    rows: dict[str, Sequence[Wonder | Panorama | Objective | Island]] = {
        "wonder": board.wonders,
        "panorama": board.panoramas,
        "objective": board.objectives,
        "island": board.islands,
    }
    return next(say.name(row) for row in rows[thing.kind] if row.id == thing.id)


def _islands(course: Course) -> list[int]:
    """The centre and the outer islands of this map."""
    return [0, *(int(number) for number in course.last["island_at"] if number != n.EMPTY)]


def _island(board: Board, number: int) -> Thing:
    return Thing("island", board.islands[number].id)
