"""Skyrise: a position set up by hand, for examples, puzzles and tests.

    [islands]                         by slot
    N = "aerie"
    [structures]                      what is built: whose, and which
    A3 = "red tall-1"
    F2 = "teal wonder-1"
    bids = ["red short-2 A4"]         the bids of this auction in order
    [discs]                           on the map; "none" takes one away
    A5 = "white"
    [boards.red]                      discs collected: colours, "wild-yellow", letters, "commissions"
    white = 3

Everything else is optional: `to_act`, `era`, `passed`, `finished` (in order), `pool` (by player), `wonders`,
`hands`, `objectives` (by player), `panoramas`, `tiles` (by letter). What is not said is as at the start;
where something is built there is no disc; a player's pool is all of the era that is not on the map.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from rooftop.core.arrangement import number_of, wanted_of
from rooftop.core.errors import OptionError
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import DISCS, LETTERS, Board
from rooftop.titles.skyrise.data import COLOURS

NO_DISC = "none"
Count = Annotated[int, msgspec.Meta(ge=0, le=20)]


class Arrangement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    islands: dict[str, str] = {}
    structures: dict[str, str] = {}
    bids: list[str] = []
    discs: dict[str, str] = {}
    boards: dict[str, dict[str, Count]] = {}
    to_act: str | None = None
    era: Literal[1, 2] = 1
    passed: list[str] = []
    finished: list[str] = []
    pool: dict[str, list[str]] = {}
    wonders: dict[str, list[str]] = {}
    hands: dict[str, list[str]] = {}
    objectives: dict[str, str] = {}
    panoramas: list[str] = []
    tiles: dict[str, Count] = {}


def arrange(board: Board, s: Any, table: dict[str, Any]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, table)
    s["era"] = wanted.era
    _islands(board, s, wanted)
    _cards(board, s, wanted)
    _structures(board, s, wanted)
    _discs(board, s, wanted)
    _players(board, s, wanted)
    _auction(board, s, wanted)


def _seat(board: Board, place: str, name: str) -> int:
    return number_of(place, [player.id for player in board.seat_players], name)


def _islands(board: Board, s: Any, wanted: Arrangement) -> None:
    """Other islands in the slots; their discs move along."""
    if not wanted.islands:
        return
    if sorted(wanted.islands) != sorted(board.layout.slots) or len(set(wanted.islands.values())) != len(
        wanted.islands
    ):
        raise OptionError(f"position: islands: needs a different one for each of {board.layout.slots}")
    discs = [int(disc) for disc in s["disc"] if disc != n.EMPTY]
    ids = [island.id for island in board.islands]
    for slot, name in wanted.islands.items():
        island = number_of(f"islands.{slot}", ids[1:], name) + 1
        s["island_at"][[row.id for row in board.slots].index(slot)] = island
    s["disc"] = n.EMPTY
    for place, island in enumerate(board.island_number):
        if island == 0 or island in s["island_at"]:
            s["disc"][place] = discs.pop()


def _cards(board: Board, s: Any, wanted: Arrangement) -> None:
    cards = [card.id for card in board.wonders]
    for name, own in wanted.wonders.items():
        seat = _seat(board, "wonders", name)
        if len(own) > board.setup.wonders_per_player:
            raise OptionError(f"position: wonders.{name}: has more than {board.setup.wonders_per_player}")
        for figure, card in enumerate(own):
            s["wonder"][seat][figure] = number_of(f"wonders.{name}", cards, card)
    for name, own in wanted.hands.items():
        s["hand"][_seat(board, "hands", name)] = sum(
            1 << number_of(f"hands.{name}", cards, card) for card in own
        )
    if wanted.era == 2:
        s["hand"] = 0
        taken = {int(card) for card in s["wonder"].flat}
        spare = [card for card in range(len(cards)) if card not in taken]
        for seat in range(board.players):
            for figure in range(board.setup.wonders_per_player):
                if s["wonder"][seat][figure] == n.EMPTY:
                    s["wonder"][seat][figure] = spare.pop()
    goals = [goal.id for goal in board.objectives]
    for name, goal in wanted.objectives.items():
        seat, number = _seat(board, "objectives", name), number_of(f"objectives.{name}", goals, goal)
        for other in range(board.players):
            if s["objective"][other] == number:  # whoever had it takes the other one
                s["objective"][other] = s["objective"][seat]
        s["objective"][seat] = number
    if wanted.panoramas:
        ids = [card.id for card in board.panoramas]
        if len(set(wanted.panoramas)) != n.IN_PLAY:
            raise OptionError(f"position: panoramas: must be {n.IN_PLAY} different ones")
        s["panorama"] = sorted(number_of("panoramas", ids, name) for name in wanted.panoramas)
    for letter, value in wanted.tiles.items():
        s["tile"][number_of("tiles", list(LETTERS), letter)] = value


def _structures(board: Board, s: Any, wanted: Arrangement) -> None:
    for place_id, text in wanted.structures.items():
        place = _place(board, s, place_id)
        owner, _, structure = text.partition(" ")
        s["built"] |= 1 << place
        _stand(board, s, place, owner, structure)
    for text in wanted.bids:
        owner, structure, place_id = (*text.split(), "", "", "")[:3]
        place = _place(board, s, place_id)
        s["bid"][s["bids"]] = place
        s["bids"] += 1
        _stand(board, s, place, owner, structure)


def _place(board: Board, s: Any, name: str) -> int:
    place = number_of("structures", list(board.place_number), name)
    island = board.island_number[place]
    if island != 0 and island not in s["island_at"]:
        raise OptionError(f"position: {name} is not on this map")
    if s["owner"][place] != n.EMPTY:
        raise OptionError(f"position: two structures stand on {name}")
    return place


def _structure(board: Board, s: Any, place: str, name: str) -> int:
    """A structure that a player of this game has in this era."""
    piece = number_of(place, board.structures, name)
    if piece >= n.BUILDINGS and s["era"] == 1:
        raise OptionError(f"position: {place}: wonders join in the second era; say era = 2")
    if piece >= n.BUILDINGS + board.setup.wonders_per_player:
        raise OptionError(f"position: {place}: with {board.players} players everyone has one wonder only")
    return piece


def _stand(board: Board, s: Any, place: int, owner: str, structure: str) -> None:
    seat = _seat(board, board.cells[place].id, owner)
    piece = _structure(board, s, board.cells[place].id, structure)
    if ((s["owner"] == seat) & (s["piece"] == piece)).any():
        raise OptionError(f"position: {structure} of {owner} stands twice")
    s["owner"][place], s["piece"][place] = seat, piece
    if piece >= n.BUILDINGS and s["built"] >> place & 1:
        card = board.wonders[s["wonder"][seat][piece - n.BUILDINGS]]
        if card.effect == "hammer":
            s["hammer"] = place


def _discs(board: Board, s: Any, wanted: Arrangement) -> None:
    for place in range(len(board.cells)):
        if s["built"] >> place & 1:
            s["disc"][place] = n.EMPTY
    for name, disc in wanted.discs.items():
        place = number_of("discs", list(board.place_number), name)
        s["disc"][place] = n.EMPTY if disc == NO_DISC else number_of(f"discs.{name}", list(DISCS), disc)
    for name, discs in wanted.boards.items():
        seat = _seat(board, "boards", name)
        for disc, count in discs.items():
            if disc in LETTERS:
                s["patron"][seat][LETTERS.index(disc)] = count
            elif disc == "commissions":
                s["commissions"][seat] = count
            else:
                wild = disc.startswith("wild-")
                colour = number_of(f"boards.{name}", list(COLOURS), disc.removeprefix("wild-"))
                for _ in range(count):
                    held = s["held"][seat][colour]
                    if held < n.ROW:
                        s["row"][seat][colour][held] = n.WILD if wild else colour
                    s["held"][seat][colour] += 1
                    s["wild"][seat][colour] += wild


def _players(board: Board, s: Any, wanted: Arrangement) -> None:
    figures = board.setup.wonders_per_player
    for seat in range(board.players):
        ready = {k for k, row in enumerate(board.buildings[s["number_set"][seat]]) if row.era <= wanted.era}
        if wanted.era == 2:
            ready |= {n.BUILDINGS + figure for figure in range(figures)}
        ready -= {int(piece) for piece in s["piece"][s["owner"] == seat]}
        s["pool"][seat] = sum(1 << structure for structure in ready)
    for name, structures in wanted.pool.items():
        own = [_structure(board, s, f"pool.{name}", structure) for structure in structures]
        s["pool"][_seat(board, "pool", name)] = sum(1 << structure for structure in own)
    for order, name in enumerate(wanted.finished, 1):
        seat = _seat(board, "finished", name)
        s["finished"][seat], s["pool"][seat] = order, 0
        if order == 1:
            s["key"][seat] = n.LARGE_KEY
        elif order == 2 and board.players in board.keys.small_used_with:
            s["key"][seat] = n.SMALL_KEY
    s["auctions"] = int(s["built"]).bit_count()


def _auction(board: Board, s: Any, wanted: Arrangement) -> None:
    if wanted.to_act is not None:
        s["to_act"] = _seat(board, "to_act", wanted.to_act)
    for name in wanted.passed:
        s["passed"] |= 1 << _seat(board, "passed", name)
    if wanted.bids:
        latest = int(s["bid"][s["bids"] - 1])
        seat, piece = int(s["owner"][latest]), int(s["piece"][latest])
        s["bidder"] = seat
        s["phase"] = n.BID
        if piece < n.BUILDINGS:
            s["strength"] = board.buildings[s["number_set"][seat]][piece].number
        else:
            card = board.wonders[s["wonder"][seat][piece - n.BUILDINGS]]
            s["strength"] = n.HAMMER_BID if card.effect == "hammer" else n.WONDER_BID
        if wanted.to_act is None:
            s["to_act"] = (seat + 1) % board.players
