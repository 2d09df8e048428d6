"""Skyrise: what a balance report counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rooftop.engine.state import SEATS
from rooftop.game.counting import Course, Taken, Thing
from rooftop.game.counting import ThingKind as Kind
from rooftop.game.title import OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import Island, Objective, Panorama, Wonder

KINDS: tuple[Kind, ...] = (
    Kind("wonder", "Wonders", "wonder"),
    Kind("panorama", "Panoramas", "panorama", contested=True),
    Kind("objective", "Secret objectives", "secret_objective"),
    Kind("island", "Islands controlled at the end", "island"),
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

_EVENTS = {
    n.PASSED_OVER: "passed-over",
    n.WONDER_RETURNED: "wonder-returned",
    n.BAN_LIFTED: "ban-lifted",
    n.DECLINED: "declined",
}


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
        if kind in _EVENTS:
            yield _EVENTS[kind]
        elif kind == n.ENDED and a == n.NO_ROOM:
            yield "no-room"
        elif kind == n.SCORED_CONTROL and b >> SEATS == n.SHARED:
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
