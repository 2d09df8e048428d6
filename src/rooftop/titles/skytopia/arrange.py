"""Skytopia: a position set up by hand, for examples, puzzles and tests.

    to_act = "green"                  the golems' colour
    [market]
    gold-2 = "G07: yellow 5, green 3" a card and the golems on it with their faces; "-" for a gap
    [cities.green]                    the cards of its towers, the lowest first
    blue = ["B01", "B05"]
    [coins]
    green = 7
    [abilities]
    green = "3B"

Everything else is optional: `round`, `guilds` (one of each stack), `points` (on the score track), `next`
(cards on top of the decks, the next one first) and `phase`: "assign" (the default), or "end" for a turn that
only needs to be ended, after which the next player completes projects. The round determines the face at the
hammers and the first player; with `hammers` or `first` instead, it is the lowest round that has them. A gap
needs an empty deck, and with an empty deck `ending` is "last-but-one" unless it is given as "final". Only the
golems listed stand on the market; everything else is as at the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import numpy as np

from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, wanted_of
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, slot_id
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import ENDINGS

GAP = "-"
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    market: dict[str, str] = {}
    cities: dict[str, dict[Colour, list[str]]] = {}
    coins: dict[str, Count] = {}
    abilities: dict[str, str] = {}
    points: dict[str, Count] = {}
    guilds: list[str] | None = None
    next: list[str] = []
    to_act: str | None = None
    first: str | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=200)] | None = None
    hammers: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    ending: Literal["last-but-one", "final"] | None = None
    phase: Literal["assign", "end"] = "assign"


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    """Change `s`, the start of a game, into the position described by `table`."""
    wanted = wanted_of(Arrangement, table)
    s["golem_at"], s["golem_face"] = n.HOME, 0
    _give_abilities(board, s, wanted)
    _place_cards(board, s, wanted)
    for name, count in wanted.coins.items():
        s["coins"][_seat(board, "coins", name)] = count
    for name, count in wanted.points.items():
        s["points"][_seat(board, "points", name)][n.FROM_CARDS] = count
    if wanted.guilds is not None:
        s["guild"] = _guild_numbers(board, wanted.guilds)
    _set_clock(board, s, wanted)
    _check_hammers(board, s)
    _set_ending(s, wanted)


def _guild_numbers(board: Board, names: list[str]) -> list[int]:
    """The numbers of the guilds, in the order of their stacks."""
    numbers = [number_of("guilds", [guild.id for guild in board.guilds], name) for name in names]
    stacks = sorted(board.guilds[number].stack for number in numbers)
    if stacks != list(range(1, n.IN_PLAY + 1)):
        given = ", ".join(
            f"{name} is from stack {board.guilds[k].stack}" for name, k in zip(names, numbers, strict=True)
        )
        raise OptionError(
            f"position: guilds: must be one from each of {n.IN_PLAY} stacks; {given or 'none are given'}"
        )
    return sorted(numbers, key=lambda number: board.guilds[number].stack)


def _seat(board: Board, path: str, name: str) -> int:
    return number_of(path, [colour.id for colour in board.golem_colours[: board.players]], name)


def _give_abilities(board: Board, s: np.void, wanted: Arrangement) -> None:
    """A seat not listed keeps the tile it was dealt, or gets the lowest one left."""
    chosen = {
        _seat(board, "abilities", name): number_of("abilities", [row.id for row in board.abilities], ability)
        for name, ability in wanted.abilities.items()
    }
    tiles = {seat: ability // n.SIDES for seat, ability in chosen.items()}
    if len(set(tiles.values())) != len(tiles):
        raise OptionError("position: abilities: two seats have the same tile")
    for seat in range(board.players):
        if seat in chosen:
            s["tile"][seat], s["side"][seat] = divmod(chosen[seat], n.SIDES)
            continue
        s["side"][seat] = max(int(s["side"][seat]), 0)
        dealt = int(s["tile"][seat])
        if dealt == n.EMPTY or dealt in tiles.values():
            dealt = min(set(range(n.TILES)) - set(tiles.values()))
        s["tile"][seat] = tiles[seat] = dealt
    s["tiles_left"] = sum(1 << tile for tile in range(n.TILES) if tile not in tiles.values())


def _place_cards(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Put the listed cards in their places; the decks keep the order of the others."""
    ids = [card.id if board.in_use(card) else "" for card in board.cards]
    rows = int(s["rows"])
    used: list[int] = []

    def card(path: str, name: str, colour: str | None = None) -> int:
        number = number_of(path, ids, name)
        if number in used:
            raise OptionError(f"position: {path}: {name} is used twice")
        if colour is not None and board.cards[number].colour != colour:
            raise OptionError(f"position: {path}: {name} is not {colour}")
        used.append(number)
        return number

    for name, towers in wanted.cities.items():
        seat = _seat(board, "cities", name)
        for colour, names in towers.items():
            tower = [card(f"cities.{name}.{colour}", one, colour) for one in names]
            s["tower"][seat][COLOURS.index(colour)][: len(tower)] = tower
            s["height"][seat][COLOURS.index(colour)] = len(tower)
    slots = {slot_id(slot): slot for slot in range(n.SLOTS) if slot % n.ROWS < rows}
    for name, text in wanted.market.items():
        slot = slots[list(slots)[number_of("market", list(slots), name)]]
        printed, _, golems = text.partition(":")
        if printed.strip() == GAP:
            if golems.strip():
                raise OptionError(f"position: market.{name}: a gap cannot hold golems")
            continue
        s["market"][slot] = card(f"market.{name}", printed.strip(), COLOURS[slot // n.ROWS])
        _place_golems(board, s, name, slot, golems)
    top = [card("next", name) for name in wanted.next]
    for number, name in enumerate(COLOURS):
        _fill_deck(board, s, wanted, number, name, used, top)


def _fill_deck(
    board: Board, s: np.void, wanted: Arrangement, colour: int, name: Colour, used: list[int], top: list[int]
) -> None:
    """Fill the free slots of a colour and its deck with the cards that are left; `top` goes on the deck."""
    rows = int(s["rows"])
    dealt = [int(card) for card in s["market"][colour * n.ROWS : colour * n.ROWS + rows]]
    deck = [int(card) for card in s["deck"][colour][: s["deck_count"][colour]]]
    order = [card for card in deck + dealt if card not in used and card not in top]
    every = [number for number, card in enumerate(board.cards) if card.colour == name and board.in_use(card)]
    order = [card for card in every if card not in order + used + top] + order
    gaps = []
    for row in range(rows):
        slot = colour * n.ROWS + row
        text = wanted.market.get(slot_id(slot))
        if text is not None and text.partition(":")[0].strip() == GAP:
            s["market"][slot] = n.EMPTY
            gaps.append(slot_id(slot))
        elif text is None:
            if not order:
                raise OptionError(
                    f"position: market.{slot_id(slot)}: no {name} card is left; it must be a gap"
                )
            s["market"][slot] = dealt[row] if dealt[row] in order else order[-1]
            order.remove(int(s["market"][slot]))
    order += [card for card in reversed(top) if board.cards[card].colour == name]
    if gaps and order:
        raise OptionError(
            f"position: market.{gaps[0]}: a gap needs an empty deck, but {len(order)} {name} cards are"
            " neither in a city nor on the market"
        )
    s["deck"][colour] = n.EMPTY
    s["deck"][colour][: len(order)], s["deck_count"][colour] = order, len(order)


def _place_golems(board: Board, s: np.void, slot_name: str, slot: int, text: str) -> None:
    """Place the golems of a text like 'yellow 5, green 3'."""
    for golem in filter(None, (part.strip() for part in text.split(","))):
        words = golem.split()
        if len(words) != 2 or words[1] not in ("1", "2", "3", "4", "5", "6"):
            raise OptionError(f"position: market.{slot_name}: {golem!r} must look like 'yellow 5'")
        seat = _seat(board, f"market.{slot_name}", words[0])
        home = [k for k in range(board.rules.golems_per_player) if s["golem_at"][seat][k] == n.HOME]
        if not home:
            raise OptionError(f"position: market.{slot_name}: {words[0]} has no golem left")
        shown = s["golem_face"][s["golem_at"] == slot]
        if int(words[1]) in shown:
            raise OptionError(f"position: market.{slot_name}: two golems show {words[1]}")
        s["golem_at"][seat][home[0]], s["golem_face"][seat][home[0]] = slot, int(words[1])


def _set_clock(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Set the round, and whose turn it is; seats before it have had theirs."""
    round_ = _round(board, wanted)
    first = -(round_ - 1) % board.players
    to_act = first if wanted.to_act is None else _seat(board, "to_act", wanted.to_act)
    s["round"], s["first"], s["to_act"] = round_, first, to_act
    s["dial"] = (round_ - 1) % n.FACES
    played = (to_act - first) % board.players
    for seat in range(board.players):
        s["turns"][seat] = round_ - ((seat - first) % board.players > played)
    s["phase"] = n.ASSIGN if wanted.phase == "assign" else n.END_OF_TURN
    s["grown"], s["climbing"], s["added"], s["paid"], s["depth"] = 0, n.EMPTY, 0, n.EMPTY, 0


def _round(board: Board, wanted: Arrangement) -> int:
    """The given round, or the lowest one with the given first player and face at the hammers."""
    first = None if wanted.first is None else _seat(board, "first", wanted.first)
    sequence = board.chronometer.hammer_sequence
    rounds = range(1, n.FACES * board.players + 1) if wanted.round is None else [wanted.round]
    for round_ in rounds:
        face, player = sequence[(round_ - 1) % n.FACES], -(round_ - 1) % board.players
        if wanted.hammers in (None, face) and first in (None, player):
            return round_
    if wanted.round is None:
        raise OptionError(
            f"position: hammers: face {wanted.hammers} is never at the hammers when {wanted.first} is first"
            " player"
        )
    colour = board.golem_colours[player].id
    if first not in (None, player):
        raise OptionError(
            f"position: first: {colour} is the first player in round {round_}, not {wanted.first}"
        )
    raise OptionError(
        f"position: hammers: face {face} is at the hammers in round {round_}, not {wanted.hammers}"
    )


def _check_hammers(board: Board, s: np.void) -> None:
    """A seat that has had phase 1 of this round has no finished cards left."""
    face = board.chronometer.hammer_sequence[s["dial"]]
    for seat in range(board.players):
        left = s["golem_at"][seat][s["golem_face"][seat] == face]
        if len(left) and s["turns"][seat] == s["round"]:
            name = board.golem_colours[seat].id
            raise OptionError(
                f"position: market.{slot_id(int(left[0]))}: {name} shows {face}, the face at the hammers, but"
                f" {name} has already taken finished cards this round"
            )


def _set_ending(s: np.void, wanted: Arrangement) -> None:
    """Set the stage of the end, which begins when a deck runs out."""
    empty = 0 in s["deck_count"]
    if wanted.ending is not None and not empty:
        raise OptionError(f"position: ending: is {wanted.ending!r}, but no deck is empty")
    s["ending"] = ENDINGS.index(wanted.ending or ("last-but-one" if empty else None))
