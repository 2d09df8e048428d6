"""Tower Up: a position set up by hand, for examples, puzzles and tests.

    [buildings]                       from the lowest floor up: "-", or whose roof lies on it
    T1 = "white: - - blue"
    [stock.blue]                      the tray is what remains
    white = 2
    [track.blue]
    white = 3

Everything else is optional: `to_act`, `market`, `discards`, `objectives`, `roofs` (left), `tokens`,
`extra_turn`, `ending`, `last_turns`, `turns_without_building`. What is not said is as at the start.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rooftop.core.arrangement import number_of, wanted_of
from rooftop.core.errors import OptionError
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import COLOURS, Board, Colour
from rooftop.titles.tower_up.view import ENDINGS

NO_ROOF = "-"
Count = Annotated[int, msgspec.Meta(ge=0, le=120)]


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    buildings: dict[str, str] = {}
    stock: dict[str, dict[Colour, Count]] = {}
    track: dict[str, dict[Colour, Count]] = {}
    roofs: dict[str, Count] = {}
    tokens: dict[str, list[Count]] = {}
    to_act: str | None = None
    market: list[str] | None = None
    discards: list[str] = []
    objectives: list[str] | None = None
    extra_turn: bool = False
    ending: Literal["last-roof", "shortage", "stalemate"] | None = None
    last_turns: Count = 0
    turns_without_building: Count = 0


def arrange(board: Board, s: Any, table: dict[str, Any]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, table)
    _clear(s)
    _buildings(board, s, wanted)
    _players(board, s, wanted)
    _cards(board, s, wanted)
    if wanted.objectives is not None:
        ids = [objective.id for objective in board.objectives]
        if len(set(wanted.objectives)) != n.IN_PLAY or len(wanted.objectives) != n.IN_PLAY:
            raise OptionError(f"position: objectives: must be {n.IN_PLAY} different ones")
        s["objective"] = [number_of("objectives", ids, letter) for letter in wanted.objectives]
    s["tokens_taken"] = (s["token"] > 0).sum(axis=0)
    if wanted.to_act is not None:
        s["to_act"] = _seat(board, "to_act", wanted.to_act)
    s["phase"] = n.TURN
    s["in_extra"] = wanted.extra_turn
    s["ending"] = ENDINGS.index(wanted.ending)
    s["last_turns"] = wanted.last_turns
    s["quiet"] = wanted.turns_without_building


def _seat(board: Board, place: str, name: str) -> int:
    return number_of(place, [player.id for player in board.player_names[: board.players]], name)


def _clear(s: Any) -> None:
    s["colour"], s["height"], s["roof"], s["founded"], s["foundings"] = n.EMPTY, 0, n.EMPTY, 0, 0
    s["owed"] = 0


def _buildings(board: Board, s: Any, wanted: Arrangement) -> None:
    for site_id, text in wanted.buildings.items():
        site = number_of("buildings", list(board.site_number), site_id)
        colour, _, floors = text.partition(":")
        roofs = floors.split()
        if not 1 <= len(roofs) <= n.LEVELS:
            raise OptionError(f"position: buildings.{site_id}: {text!r} is not like 'white: - blue'")
        s["colour"][site] = number_of(f"buildings.{site_id}", list(COLOURS), colour)
        s["height"][site] = len(roofs)
        for level, owner in enumerate(roofs):
            if owner != NO_ROOF:
                s["roof"][site][level] = _seat(board, f"buildings.{site_id}", owner)


def _players(board: Board, s: Any, wanted: Arrangement) -> None:
    for name, floors in wanted.stock.items():
        s["stock"][_seat(board, "stock", name)] = [floors.get(colour, 0) for colour in COLOURS]  # type: ignore[call-overload]
    for seat in range(board.players):
        s["roofs_left"][seat] = board.components.roofs_per_player - (s["roof"] == seat).sum()
    for name, left in wanted.roofs.items():
        s["roofs_left"][_seat(board, "roofs", name)] = left
    for name, columns in wanted.track.items():
        seat = _seat(board, "track", name)
        if any(column >= len(board.track.values) for column in columns.values()):
            raise OptionError(f"position: track.{name}: the last column is {len(board.track.values) - 1}")
        s["track"][seat] = [columns.get(colour, 0) for colour in COLOURS]  # type: ignore[call-overload]
        s["points"][seat][: n.COLOURS] = [board.track.values[column] for column in s["track"][seat]]
        slowest = s["track"][seat].min()
        s["stars"][seat] = sum(star <= slowest for star in board.track.stars)
    for name, values in wanted.tokens.items():
        seat = _seat(board, "tokens", name)
        if len(values) != n.IN_PLAY:
            raise OptionError(f"position: tokens.{name}: needs {n.IN_PLAY} values, 0 for none")
        s["token"][seat] = values
        s["points"][seat][n.TOKEN :] = values
    for colour in range(n.COLOURS):
        used = s["stock"][:, colour].sum() + s["height"][s["colour"] == colour].sum()
        if used > board.components.floors_per_colour:
            raise OptionError(f"position: {used} {COLOURS[colour]} floors are more than there are")
        s["tray"][colour] = board.components.floors_per_colour - used


def _cards(board: Board, s: Any, wanted: Arrangement) -> None:
    """The pile keeps its order; the cards that lie elsewhere are taken out of it."""
    ids = [card.id for card in board.cards]
    order = [int(card) for card in s["pile"][: s["pile_count"]]]
    order += [int(card) for card in s["market"] if card != n.EMPTY]
    if wanted.market is None:
        market = [int(card) for card in s["market"] if card != n.EMPTY]
    else:
        market = [number_of("market", ids, card) for card in wanted.market]
    discards = [number_of("discards", ids, card) for card in wanted.discards]
    if len(market) != board.setup.market_size or len({*market, *discards}) != len(market) + len(discards):
        raise OptionError(
            f"position: the market needs {board.setup.market_size} cards, and no card lies twice"
        )
    pile = [card for card in order if card not in market and card not in discards]
    s["pile"], s["discard"] = 0, 0
    s["pile"][: len(pile)], s["pile_count"] = pile, len(pile)
    s["discard"][: len(discards)], s["discard_count"] = discards, len(discards)
    s["market"][: len(market)] = market
