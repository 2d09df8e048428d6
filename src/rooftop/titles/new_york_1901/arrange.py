"""New York 1901: a position set up by hand, for examples, puzzles and tests.

    [lots]                            all that a player owns; workers stand where no skyscraper does
    blue = "Ga Gb"
    [tiles.blue]                      what stands, by its squares
    b1 = "B2 C2"
    [demolished]                      built and torn down since; they have scored
    blue = "b2 b3"

Everything else is optional: `to_act`, `out` (lots that are not in the game), `market` (cards such as
"green-2"), `future` (from the top; the rest of the cards follow), `streets`, `challenge`, `actions` (cards
left), `prestige` (points won), `ending`, `last_turns`, `turns_without_building`. What is not said is as at
the start, but the board is empty and nobody has a starting property.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rooftop.core.arrangement import number_of, wanted_of
from rooftop.core.errors import OptionError
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import ACTION_CARDS, CHALLENGES, GENERATIONS, Board
from rooftop.titles.new_york_1901.reckoning import land, may_acquire, places, tiles_to_hand
from rooftop.titles.new_york_1901.view import ENDINGS, view

Count = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lots: dict[str, str] = {}
    tiles: dict[str, dict[str, str]] = {}
    demolished: dict[str, str] = {}
    prestige: dict[str, Count] = {}
    actions: dict[str, str] = {}
    out: str = ""
    to_act: str | None = None
    market: list[str] | None = None
    future: list[str] = []
    streets: str | None = None
    challenge: Literal["none", "tycoon", "architect", "prestige", "baron", "king"] | None = None
    ending: Literal["tiles", "cards", "stalemate"] | None = None
    last_turns: Count = 0
    turns_without_building: Count = 0


def arrange(board: Board, s: Any, table: dict[str, Any]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, table)
    _lots(board, s, wanted)
    _tiles(board, s, wanted)
    _workers(board, s)
    _cards(board, s, wanted)
    _agreed(board, s, wanted)
    if wanted.to_act is not None:
        s["to_act"] = _seat(board, "to_act", wanted.to_act)
    s["ending"], s["last_turns"] = ENDINGS.index(wanted.ending), wanted.last_turns
    s["quiet"] = wanted.turns_without_building
    s["phase"] = n.TURN
    seen = view(board, s, int(s["to_act"]))
    own = land(board, seen)
    able = any(places(board, own, tile, True, True) for tile in tiles_to_hand(board, seen))
    if not may_acquire(board, seen) and not able:
        s["phase"] = n.BLOCKED


def _seat(board: Board, place: str, name: str) -> int:
    return number_of(place, [player.id for player in board.player_names[: board.players]], name)


def _lots(board: Board, s: Any, wanted: Arrangement) -> None:
    s["owner"] = n.OUT
    for lot in range(len(board.lots)):
        if board.lot_in_play(lot):
            s["owner"][lot] = n.FREE
    for name in wanted.out.split():
        s["owner"][number_of("out", list(board.lot_number), name)] = n.OUT
    for player, names in wanted.lots.items():
        for name in names.split():
            lot = number_of(f"lots.{player}", list(board.lot_number), name)
            if s["owner"][lot] != n.FREE:
                raise OptionError(f"position: lots.{player}: {name} is owned twice, or not in the game")
            s["owner"][lot] = _seat(board, "lots", player)


def _tiles(board: Board, s: Any, wanted: Arrangement) -> None:
    ids = list(board.tile_number)
    s["placed"], s["cover"], s["points"], s["character"] = n.NONE, n.NONE, 0, n.NONE
    s["placed"][:, n.START_TILE] = n.OUT
    for player, rows in wanted.tiles.items():
        seat = _seat(board, "tiles", player)
        for name, text in rows.items():
            here = f"tiles.{player}.{name}"
            tile = number_of(here, ids, name)
            squares = tuple(sorted(number_of(here, list(board.square_number), word) for word in text.split()))
            place = board.placement_number.get(squares)
            if place is None or board.placements[place].shape != board.tile_shape[tile]:
                raise OptionError(f"position: {here}: {name} cannot stand on {text!r}")
            if any(s["owner"][board.lot_number[board.squares[square].lot]] != seat for square in squares):
                raise OptionError(f"position: {here}: not all of {text!r} is land of {player}")
            if any(s["cover"][square] != n.NONE for square in squares):
                raise OptionError(f"position: {here}: something stands on {text!r} already")
            if board.tiles[tile].legendary and (s["placed"][:, tile] >= 0).any():
                raise OptionError(f"position: {here}: {name} stands already")
            if board.tiles[tile].legendary and (s["placed"][seat, list(board.legendary_tiles)] >= 0).any():
                raise OptionError(f"position: {here}: {player} has a legendary skyscraper already")
            s["placed"][seat][tile] = place
            s["cover"][list(squares)] = tile
            s["points"][seat][_source(board, tile)] += board.tiles[tile].points
    for player, names in wanted.demolished.items():
        seat = _seat(board, "demolished", player)
        for name in names.split():
            tile = number_of(f"demolished.{player}", ids, name)
            lasting = tile not in board.own_tiles or board.tiles[tile].generation == "gold"
            if lasting or s["placed"][seat][tile] != n.NONE:
                raise OptionError(f"position: demolished.{player}: {name} stands, or can never be torn down")
            s["placed"][seat][tile] = n.OUT
            s["points"][seat][_source(board, tile)] += board.tiles[tile].points
    for player, points in wanted.prestige.items():
        s["points"][_seat(board, "prestige", player)][n.CHALLENGE] = points
    for seat in range(board.players):
        s["unbuilt"][seat] = sum(s["placed"][seat][tile] == n.NONE for tile in board.own_tiles)
        if s["unbuilt"][seat] <= board.end.unbuilt_left and wanted.ending is None:
            raise OptionError(
                f"position: ending: must be said, for {board.player_names[seat].id} has only"
                f" {s['unbuilt'][seat]} skyscrapers to build"
            )


def _source(board: Board, tile: int) -> int:
    row = board.tiles[tile]
    if row.legendary:
        return n.LEGENDARY
    return n.BUILDINGS + max(GENERATIONS.index(row.generation) - n.BRONZE, 0)


def _workers(board: Board, s: Any) -> None:
    """Whoever owns a lot without a skyscraper has a worker there."""
    for seat in range(board.players):
        out = 0
        for lot, owner in zip(board.lots, s["owner"], strict=False):
            if owner == seat and all(s["cover"][square] == n.NONE for square in lot.squares):
                out += 1
        if out > board.player.workers:
            raise OptionError(f"position: {board.player_names[seat].id} has {out} lots without a skyscraper")
        s["workers"][seat] = board.player.workers - out


def _cards(board: Board, s: Any, wanted: Arrangement) -> None:
    """A card for every free lot: first those that are said, then the others in the order of the lots."""
    ids = [board.kind_id(kind) for kind in range(2 * len(board.districts))]
    left = [board.kind(lot) for lot in range(len(board.lots)) if s["owner"][lot] == n.FREE]

    def taken(place: str, names: list[str]) -> list[int]:
        found = []
        for name in names:
            kind = number_of(place, ids, name)
            if kind not in left:
                raise OptionError(f"position: {place}: there is no free lot for another card {name}")
            left.remove(kind)
            found.append(kind)
        return found

    market = taken("market", wanted.market) if wanted.market is not None else []
    future = taken("future", wanted.future)
    if wanted.market is None:
        market, left[:] = left[: n.MARKET], left[n.MARKET :]
    if len(market) > n.MARKET:
        raise OptionError(f"position: market: has at most {n.MARKET} cards")
    if len(market) < n.MARKET and (future or left):
        raise OptionError(f"position: market: needs {n.MARKET} cards as long as there are hidden ones")
    if not market:
        raise OptionError("position: market: whoever has a worker needs a card to take")
    pile = list(reversed(future + left))
    s["market"], s["future"], s["layer"] = n.NONE, 0, 0
    s["market"][: len(market)] = market
    s["future"][: len(pile)], s["future_count"] = pile, len(pile)


def _agreed(board: Board, s: Any, wanted: Arrangement) -> None:
    if wanted.streets is not None:
        codes = [street.code for street in board.streets]
        chosen = sorted(number_of("streets", codes, code) for code in wanted.streets.split())
        if len(set(chosen)) != n.IN_PLAY:
            raise OptionError(f"position: streets: must be {n.IN_PLAY} different ones")
        s["street"] = chosen
    if wanted.challenge is not None:
        s["challenge"] = n.NONE if wanted.challenge == "none" else CHALLENGES.index(wanted.challenge)
    for player, names in wanted.actions.items():
        seat = _seat(board, "actions", player)
        s["hand"][seat] = 0
        for name in names.split():
            s["hand"][seat][number_of(f"actions.{player}", list(ACTION_CARDS), name)] = 1
