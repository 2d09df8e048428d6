"""New York 1901: arranged positions, for examples, puzzles and tests.

    [lots]                            all lots of a player; workers are where no skyscraper is
    blue = "Ga Gb"
    [tiles.blue]                      skyscrapers on the board, with their squares
    b1 = "B2 C2"
    [demolished]                      skyscrapers built and torn down; they have scored
    blue = "b2 b3"

Everything else is optional: `to_act`, `out` (lots that are not in the game), `market` (cards such as
"green-2"), `future` (from the top; the other cards follow), `streets`, `challenge`, `actions` (cards left),
`prestige` (points scored), `ending` and `last_turns` (including that of `to_act`), `turns_without_building`.
The default is the start of a game with an empty board and no starting properties. A starting property must be
on a start lot and decides the character.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import numpy as np

from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, wanted_of
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.actions import MOVES, ChooseTile, TakeCard
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import ACTION_CARDS, CHALLENGES, GENERATIONS
from rooftop.titles.new_york_1901.tables import tables
from rooftop.titles.new_york_1901.view import ENDINGS, Ending, legal, rules

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
    ending: Ending | None = None
    last_turns: Count = 0
    turns_without_building: Count | None = None


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, dict(table))
    if wanted.to_act is not None:
        s["to_act"] = _seat(board, "to_act", wanted.to_act)
    _options(board, s, wanted)
    _lots(board, s, wanted)
    _tiles(board, s, wanted)
    _demolished(board, s, wanted)
    _prestige(board, s, wanted)
    _technology(board, s)
    _workers(board, s)
    _cards(board, s, wanted)
    _ending(board, s, wanted)
    s["phase"] = n.TURN
    rows = np.array([s])
    rules().refreshed(rows, 0, tables(board))
    if not {TakeCard, ChooseTile} & {MOVES.kind(action) for action in legal(board, rows)}:
        s["phase"] = n.BLOCKED  # NY-47, NY-84


def _seat(board: Board, path: str, name: str) -> int:
    return number_of(path, [player.id for player in board.player_names[: board.players]], name)


def _different(path: str, names: list[str]) -> list[str]:
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"position: {path}: {name} appears twice")
    return names


def _options(board: Board, s: np.void, wanted: Arrangement) -> None:
    if wanted.streets is not None:
        codes = [street.code for street in board.streets]
        chosen = sorted(number_of("streets", codes, code) for code in wanted.streets.split())
        if len(set(chosen)) != n.IN_PLAY or len(chosen) != n.IN_PLAY:
            raise OptionError(f"position: streets: must be {n.IN_PLAY} different streets")
        s["street"] = chosen
    if wanted.challenge is not None:
        s["challenge"] = n.NONE if wanted.challenge == "none" else CHALLENGES.index(wanted.challenge)
    for player, names in wanted.actions.items():
        seat, here = _seat(board, "actions", player), f"actions.{player}"
        s["hand"][seat] = 0
        for name in _different(here, names.split()):
            s["hand"][seat][number_of(here, list(ACTION_CARDS), name)] = 1


def _lots(board: Board, s: np.void, wanted: Arrangement) -> None:
    s["owner"] = n.OUT
    for lot in range(len(board.lots)):
        if board.lot_in_play(lot):
            s["owner"][lot] = n.FREE
    for name in _different("out", wanted.out.split()):
        s["owner"][number_of("out", board.lot_ids, name)] = n.OUT
    for player, names in wanted.lots.items():
        seat, here = _seat(board, "lots", player), f"lots.{player}"
        for name in _different(here, names.split()):
            lot = number_of(here, board.lot_ids, name)
            owner = int(s["owner"][lot])
            if owner == n.OUT:
                raise OptionError(f"position: {here}: {name} is not in the game")
            if owner != n.FREE:
                other = board.player_names[owner].id
                raise OptionError(f"position: {here}: {other} already owns {name}")
            s["owner"][lot] = seat


def _tiles(board: Board, s: np.void, wanted: Arrangement) -> None:
    s["placed"], s["cover"], s["points"], s["character"] = n.NONE, n.NONE, 0, n.NONE
    s["placed"][:, n.START_TILE] = n.OUT
    for player, rows in wanted.tiles.items():
        seat = _seat(board, "tiles", player)
        for name, text in rows.items():
            here = f"tiles.{player}.{name}"
            tile = number_of(here, board.tile_ids, name)
            squares = tuple(sorted(number_of(here, board.square_ids, word) for word in text.split()))
            placement = board.placement_number.get(squares)
            if placement is None or board.placements[placement].shape != board.tile_shape[tile]:
                raise OptionError(f"position: {here}: {name} does not fit on {text!r}")
            if any(s["owner"][board.lot_number[board.squares[square].lot]] != seat for square in squares):
                raise OptionError(f"position: {here}: {player} must own all of {text!r}")
            if any(s["cover"][square] != n.NONE for square in squares):
                raise OptionError(f"position: {here}: {text!r} is already covered")
            if tile == n.START_TILE:
                s["character"][seat] = _character(board, s, here, squares)
            if board.tiles[tile].legendary and (s["placed"][:, tile] >= 0).any():
                raise OptionError(f"position: {here}: {name} is already on the board")
            if board.tiles[tile].legendary and (s["placed"][seat, list(board.legendary_tiles)] >= 0).any():
                raise OptionError(f"position: {here}: {player} already has a legendary skyscraper")
            s["placed"][seat][tile] = placement
            s["cover"][list(squares)] = tile
            s["points"][seat][_source(board, tile)] += board.tiles[tile].points


def _character(board: Board, s: np.void, here: str, squares: tuple[int, ...]) -> int:
    """The character whose starting property is on these squares."""
    if s["expert"]:
        raise OptionError(f"position: {here}: experts have no starting property")
    homes = [board.lots[lot] for lot in board.start_lots]
    for number, lot in enumerate(homes):
        if lot.squares == squares:
            return number
    known = ", ".join(lot.id for lot in homes)
    raise OptionError(f"position: {here}: must be on a start lot ({known})")


def _demolished(board: Board, s: np.void, wanted: Arrangement) -> None:
    for player, names in wanted.demolished.items():
        seat, here = _seat(board, "demolished", player), f"demolished.{player}"
        for name in _different(here, names.split()):
            tile = number_of(here, board.tile_ids, name)
            if tile not in board.own_tiles or board.tiles[tile].generation == "gold":
                raise OptionError(f"position: {here}: {name} can never be torn down")
            if s["placed"][seat][tile] != n.NONE:
                raise OptionError(f"position: {here}: {name} is on the board")
            s["placed"][seat][tile] = n.OUT
            s["points"][seat][_source(board, tile)] += board.tiles[tile].points


def _source(board: Board, tile: int) -> int:
    row = board.tiles[tile]
    if row.legendary:
        return n.LEGENDARY
    return n.BUILDINGS + max(GENERATIONS.index(row.generation) - n.BRONZE, 0)


def _prestige(board: Board, s: np.void, wanted: Arrangement) -> None:
    for player, points in wanted.prestige.items():
        seat, here = _seat(board, "prestige", player), f"prestige.{player}"
        if points and s["challenge"] != n.PRESTIGE:
            raise OptionError(f"position: {here}: the challenge must be prestige")
        if points and not any(_built(board, s, seat, generation="gold")):
            raise OptionError(f"position: {here}: {player} has built no gold skyscraper")
        s["points"][seat][n.CHALLENGE] = points


def _built(board: Board, s: np.void, seat: int, generation: str) -> list[int]:
    """The tiles of a generation that a seat has built, standing or not."""
    return [
        number
        for number, tile in enumerate(board.tiles)
        if tile.generation == generation and s["placed"][seat][number] != n.NONE
    ]


def _technology(board: Board, s: np.void) -> None:
    """NY-39, NY-40: earlier generations must have given the points that unlock a later one."""
    expert = bool(s["expert"])
    for seat in range(board.players):
        have = 0
        for source, generation in ((n.BUILDINGS, n.SILVER), (n.BUILDINGS + 1, n.GOLD)):
            have += int(s["points"][seat][source])
            need, name = board.threshold(generation, expert), GENERATIONS[generation]
            if have < need and _built(board, s, seat, name):
                raise OptionError(
                    f"position: {board.player_names[seat].id} has built {name}, which needs {need} points,"
                    f" but earlier generations gave {have}"
                )


def _workers(board: Board, s: np.void) -> None:
    """Put a worker on each owned lot without a skyscraper."""
    for seat in range(board.players):
        out = 0
        for lot, owner in zip(board.lots, s["owner"], strict=False):
            if owner == seat and all(s["cover"][square] == n.NONE for square in lot.squares):
                out += 1
        if out > board.player.workers:
            raise OptionError(
                f"position: lots.{board.player_names[seat].id}: {out} lots have no skyscraper, but there are"
                f" only {board.player.workers} workers"
            )
        s["workers"][seat] = board.player.workers - out


def _cards(board: Board, s: np.void, wanted: Arrangement) -> None:
    """A card for every free lot: first the given ones, then the others in the order of the lots."""
    left = [board.kind(lot) for lot in range(len(board.lots)) if s["owner"][lot] == n.FREE]

    def take(path: str, names: list[str]) -> list[int]:
        found = []
        for name in names:
            kind = number_of(path, board.kind_ids, name)
            if kind not in left:
                raise OptionError(f"position: {path}: no free lot left for a card {name}")
            left.remove(kind)
            found.append(kind)
        return found

    market = take("market", wanted.market) if wanted.market is not None else []
    future = take("future", wanted.future)
    if wanted.market is None:
        market, left[:] = left[: n.MARKET], left[n.MARKET :]
    if len(market) > n.MARKET:
        raise OptionError(f"position: market: must have at most {n.MARKET} cards, not {len(market)}")
    if len(market) < n.MARKET and (future or left):
        raise OptionError(f"position: market: must have {n.MARKET} cards while there are face-down ones")
    if not market:
        raise OptionError("position: market: must have at least 1 card")
    if len(market) < n.MARKET and wanted.ending is None:
        raise OptionError(f"position: ending: required with {len(market)} open cards and no face-down ones")
    pile = list(reversed(future + left))
    s["market"], s["future"], s["layer"] = n.NONE, 0, 0
    s["market"][: len(market)] = market
    s["future"][: len(pile)], s["future_count"] = pile, len(pile)


def _ending(board: Board, s: np.void, wanted: Arrangement) -> None:
    """NY-44..46, NY-82: the end with its cause, or neither."""
    limit = board.rulings.stalemate_rounds * board.players
    for seat in range(board.players):
        s["unbuilt"][seat] = sum(s["placed"][seat][tile] == n.NONE for tile in board.own_tiles)
    s["ending"], s["last_turns"] = ENDINGS.index(wanted.ending), wanted.last_turns
    if wanted.ending is None:
        for seat, unbuilt in enumerate(s["unbuilt"][: board.players]):
            if unbuilt <= board.end.unbuilt_left:
                raise OptionError(
                    f"position: ending: required, since {board.player_names[seat].id} has only"
                    f" {unbuilt} skyscrapers to build"
                )
        if wanted.last_turns:
            raise OptionError("position: last_turns: must be 0 without an ending")
    elif not 1 <= wanted.last_turns < board.players:
        raise OptionError(f"position: last_turns: must be from 1 to {board.players - 1} with an ending")
    else:
        _trigger(board, s, wanted)
    turns_done = board.players - 1 - wanted.last_turns
    quiet = wanted.turns_without_building
    if wanted.ending == "stalemate":
        able = [limit + turns_done, *range(turns_done)]
        if quiet is not None and quiet not in able:
            raise OptionError(
                f"position: turns_without_building: must be one of {', '.join(map(str, able))} here"
            )
        s["quiet"] = able[0] if quiet is None else quiet
    elif quiet is not None and quiet >= limit:
        raise OptionError(f"position: turns_without_building: must be less than {limit}, not {quiet}")
    else:
        s["quiet"] = quiet or 0


def _trigger(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Check the seat that triggered the end, and those that still have a last turn."""
    left, to_act = board.end.unbuilt_left, int(s["to_act"])
    trigger = (to_act + wanted.last_turns) % board.players
    for k in range(wanted.last_turns + 1):
        seat = (to_act + k) % board.players
        name, unbuilt = board.player_names[seat].id, int(s["unbuilt"][seat])
        if seat == trigger and wanted.ending == "tiles":
            if unbuilt != left:
                raise OptionError(
                    f"position: ending: with {wanted.last_turns} last turns left, {name} triggered the end"
                    f" and must have {left} skyscrapers to build, not {unbuilt}"
                )
        elif unbuilt <= left:
            raise OptionError(
                f"position: ending: {name} has a last turn and must have more than {left} skyscrapers to"
                f" build, not {unbuilt}"
            )
    cards = int(s["future_count"]) + sum(card != n.NONE for card in s["market"])
    most = n.MARKET - 1 + board.players - 1 - wanted.last_turns
    if wanted.ending == "cards" and cards > most:
        raise OptionError(
            f"position: ending: at most {most} cards may be left when the cards run out, not {cards}"
        )
