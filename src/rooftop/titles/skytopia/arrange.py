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

Everything else is optional: `round`, `first` (player), `hammers` (the face there), `guilds` (any three),
`points` (on the score track), `next` (cards on top of the decks, the next one first), `ending` and `phase`:
"assign", or "end" for a turn that only has to be ended, after which the next player completes projects. No
golem stands on the market but those that are named; all else that is not said is as at the start.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rooftop.core.arrangement import number_of, wanted_of
from rooftop.core.errors import OptionError
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import COLOURS, Board, Colour, slot_id
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
    round: Annotated[int, msgspec.Meta(ge=1, le=200)] = 1
    hammers: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None
    ending: Literal["last-but-one", "final"] | None = None
    phase: Literal["assign", "end"] = "assign"


def arrange(board: Board, s: Any, table: dict[str, Any]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, table)
    s["golem_at"], s["golem_face"] = n.HOME, 0
    _abilities(board, s, wanted)
    _cards(board, s, wanted)
    for name, count in wanted.coins.items():
        s["coins"][_seat(board, "coins", name)] = count
    for name, count in wanted.points.items():
        s["points"][_seat(board, "points", name)][n.FROM_CARDS] = count
    if wanted.guilds is not None:
        ids = [guild.id for guild in board.guilds]
        if len(set(wanted.guilds)) != n.IN_PLAY or len(wanted.guilds) != n.IN_PLAY:
            raise OptionError(f"position: guilds: must be {n.IN_PLAY} different ones")
        s["guild"] = [number_of("guilds", ids, guild) for guild in wanted.guilds]
    _clock(board, s, wanted)


def _seat(board: Board, place: str, name: str) -> int:
    return number_of(place, [colour.id for colour in board.golem_colours[: board.players]], name)


def _abilities(board: Board, s: Any, wanted: Arrangement) -> None:
    """Whoever is not named keeps the tile that was dealt, or takes the lowest one left."""
    chosen = {
        _seat(board, "abilities", name): number_of("abilities", [row.id for row in board.abilities], ability)
        for name, ability in wanted.abilities.items()
    }
    tiles = {seat: ability // n.SIDES for seat, ability in chosen.items()}
    if len(set(tiles.values())) != len(tiles):
        raise OptionError("position: abilities: every tile is there once")
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


def _cards(board: Board, s: Any, wanted: Arrangement) -> None:
    """Named cards lie where they are said to lie; the decks keep the order of the others."""
    ids = [card.id if board.in_use(card) else "" for card in board.cards]
    rows = int(s["rows"])
    used: list[int] = []

    def card(place: str, name: str, colour: str | None = None) -> int:
        number = number_of(place, ids, name)
        if number in used:
            raise OptionError(f"position: {place}: {name} lies twice")
        if colour is not None and board.cards[number].colour != colour:
            raise OptionError(f"position: {place}: {name} is not {colour}")
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
            continue
        s["market"][slot] = card(f"market.{name}", printed.strip(), COLOURS[slot // n.ROWS])
        _golems(board, s, name, slot, golems)
    top = [card("next", name) for name in wanted.next]
    for number, name in enumerate(COLOURS):
        _deck(board, s, wanted, number, name, used, top, rows)


def _deck(
    board: Board,
    s: Any,
    wanted: Arrangement,
    colour: int,
    name: str,
    used: list[int],
    top: list[int],
    rows: int,
) -> None:
    dealt = [int(card) for card in s["market"][colour * n.ROWS : colour * n.ROWS + rows]]
    deck = [int(card) for card in s["deck"][colour][: s["deck_count"][colour]]]
    order = [card for card in deck + dealt if card not in used and card not in top]
    every = [number for number, card in enumerate(board.cards) if card.colour == name and board.in_use(card)]
    order = [card for card in every if card not in order + used + top] + order
    for row in range(rows):
        slot = colour * n.ROWS + row
        text = wanted.market.get(slot_id(slot))
        if text is not None and text.strip() == GAP:
            s["market"][slot] = n.EMPTY
        elif text is None:
            if not order:
                raise OptionError(f"position: no {name} card is left for {slot_id(slot)}; it must be a gap")
            s["market"][slot] = dealt[row] if dealt[row] in order else order[-1]
            order.remove(int(s["market"][slot]))
    order += [card for card in reversed(top) if board.cards[card].colour == name]
    s["deck"][colour] = n.EMPTY
    s["deck"][colour][: len(order)], s["deck_count"][colour] = order, len(order)


def _golems(board: Board, s: Any, place: str, slot: int, text: str) -> None:
    """'yellow 5, green 3'."""
    for golem in filter(None, (part.strip() for part in text.split(","))):
        said = golem.split()
        if len(said) != 2 or said[1] not in ("1", "2", "3", "4", "5", "6"):
            raise OptionError(f"position: market.{place}: {golem!r} is not like 'yellow 5'")
        seat = _seat(board, f"market.{place}", said[0])
        home = [k for k in range(board.rules.golems_per_player) if s["golem_at"][seat][k] == n.HOME]
        if not home:
            raise OptionError(f"position: market.{place}: {said[0]} has no golem left")
        shown = s["golem_face"][s["golem_at"] == slot]
        if int(said[1]) in shown:
            raise OptionError(f"position: market.{place}: two golems show {said[1]}")
        s["golem_at"][seat][home[0]], s["golem_face"][seat][home[0]] = slot, int(said[1])


def _clock(board: Board, s: Any, wanted: Arrangement) -> None:
    """Whose turn it is, in which round; those before have had theirs."""
    first = 0 if wanted.first is None else _seat(board, "first", wanted.first)
    to_act = first if wanted.to_act is None else _seat(board, "to_act", wanted.to_act)
    s["round"], s["first"], s["to_act"] = wanted.round, first, to_act
    sequence = board.chronometer.hammer_sequence
    s["dial"] = (wanted.round - 1) % n.FACES if wanted.hammers is None else sequence.index(wanted.hammers)
    played = (to_act - first) % board.players
    for seat in range(board.players):
        s["turns"][seat] = wanted.round - ((seat - first) % board.players > played)
    s["ending"] = ENDINGS.index(wanted.ending)
    s["phase"] = n.ASSIGN if wanted.phase == "assign" else n.END_OF_TURN
    s["grown"], s["climbing"], s["added"], s["paid"], s["depth"] = 0, n.EMPTY, 0, n.EMPTY, 0
