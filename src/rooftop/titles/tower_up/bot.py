"""Tower Up for bots and reports: settings of the search, names of observations, what a report counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rooftop.game.counting import Course, Taken, Thing, ThingKind
from rooftop.game.observation import SEATS, each, filled
from rooftop.game.title import OptionValue, SearchSettings
from rooftop.game.translation import Translator
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.events import EVENTS
from rooftop.titles.tower_up.parts.words import card_text
from rooftop.titles.tower_up.schema import COLOURS

SEARCH = SearchSettings(
    prior=150.0,
    lookahead=2,
    samples=8,
    whole_turns=True,
    cut=16,
    opening=1000.0,
    end=350.0,
    length=(57, 85, 114),
    to_act=150.0,
    simulations=8000,
)

NETWORK_SEARCH = replace(SEARCH, temperature=2.0, leaf=1.0, sharpness=1.5, simulations=6000)


def observation_names(board: Board) -> list[str]:
    """A name for each number of an observation, in the order of `features.observe`."""
    sites = filled((site.id for site in board.sites), n.SITES, "site")
    tokens = [f"token-{slot + 1}" for slot in range(n.IN_PLAY)]
    objectives = filled((row.id for row in board.objectives), n.OBJECTIVES, "objective")
    return [
        *each(
            sites,
            "height",
            each(["colour"], COLOURS),
            each(["price"], COLOURS),
            each(["roofs"], SEATS),
            each(["top-roof"], SEATS),
        ),
        *each(
            SEATS,
            each(["stock"], COLOURS),
            each(["track"], COLOURS),
            "roofs-left",
            "star-columns-used",
            "counted-roofs",
            tokens,
            "points",
        ),
        *each(
            [f"card-{slot + 1}" for slot in range(n.MARKET)],
            each(["floors"], (*COLOURS, "any")),
            each(["machines"], COLOURS),
        ),
        *each(["supply"], COLOURS),
        *each(["objective"], objectives),
        *each(["taken"], tokens),
        "phase",
        "players",
        "free-floors",
        "replacements",
        "extra-turn",
        "ending",
        "last-turns",
        "pile",
        "my-turn",
    ]


# --- what a balance report counts ------------------------------------------------------------------

KINDS: tuple[ThingKind, ...] = (
    ThingKind("objective", "Objectives", "objective"),
    ThingKind("card", "Supply cards", "card"),
)
RARE = {
    "shortage": "The end begins because floors run short (TU-50).",
    "stalemate": "Nobody builds for many rounds, and the end begins.",
    "lost-floor": "A floor of a card is lost because the tray is empty.",
    "went-without": "A player takes no replacement for a missing floor (TU-50).",
    "reshuffled": "The discarded cards are shuffled into a new pile.",
    "declined": "A player declines an extra turn.",
    "tied": "Floors in stock break a tie (TU-57).",
}
OPTIONS: tuple[dict[str, OptionValue], ...] = ({"objectives": "random"},)

_ENDS = {n.SHORTAGE: "shortage", n.STALEMATE: "stalemate"}


def in_play(board: Board, course: Course) -> Iterator[Thing]:
    yield from (_objective(board, number) for number in course.last["objective"])
    shown = {int(card) for card in course.first["market"] if card != n.EMPTY}
    shown |= {a for kind, _, a, _, _ in course.events if kind == n.NEW_CARD}
    yield from (_card(board, card) for card in sorted(shown))


def taken(board: Board, course: Course) -> Iterator[Taken]:
    for kind, seat, a, b, _ in course.events:
        if kind == n.TOOK_CARD:
            yield Taken(seat, _card(board, a))
        elif kind == n.WON_TOKEN:
            yield Taken(seat, _objective(board, a), b)


def start(board: Board, course: Course, seat: int) -> Thing | None:
    return None


def rare(board: Board, course: Course) -> Iterator[str]:
    for kind, _, a, _, _ in course.events:
        if EVENTS.names[kind] in RARE:
            yield EVENTS.names[kind]
        elif kind == n.END_BEGINS and a in _ENDS:
            yield _ENDS[a]


def name(board: Board, thing: Thing, say: Translator) -> str:
    if thing.kind == "objective":
        return f"{thing.id}: {say.name(board.objective(thing.id), 'text')}"
    return f"{thing.id}: {card_text(board, say, thing.id)}"


def _objective(board: Board, number: int) -> Thing:
    return Thing("objective", board.objectives[number].id)


def _card(board: Board, number: int) -> Thing:
    return Thing("card", board.cards[number].id)
