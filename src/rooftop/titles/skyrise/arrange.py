"""Skyrise: a position set up by hand, for examples, puzzles and tests.

    era = 2                           1 unless said otherwise
    to_act = "red"
    [islands]                         by slot
    N = "aerie"
    [structures]                      what is built: whose, and which
    A3 = "red tall-1"
    F2 = "teal wonder-1"
    bids = ["red short-2 A4"]         the bids of this auction in order
    passed = ["teal"]
    [pool]                            what players have left, bids apart; the rest is built
    blue = ["short-1", "wonder-1"]
    finished = ["yellow"]             who has built everything, in order
    [discs]                           on the map; "none" where the Vault took one
    A5 = "white"
    [boards.red]                      discs collected: colours, "wild-yellow", letters, "commissions"
    white = 3

There are also `wonders`, `hands` and `objectives` (by player), `panoramas` and `tiles` (by letter).
Everything is optional, and what is not said is made to fit: a pool is all of the era that is not on the map;
what is built besides `structures` stands away from all that is named, on the last islands first; other discs
lie as at the start, and those that are gone belong to the players whose boards are not said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import numpy as np

from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, wanted_of
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import COLOURS, DISCS, LETTERS

NO_DISC = "none"
Count = Annotated[int, msgspec.Meta(ge=0, le=60)]


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
    tiles: dict[str, int] = {}


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    """Change `s`, the start of a game, into the position that `table` describes."""
    wanted = wanted_of(Arrangement, table)
    s["era"] = wanted.era
    _islands(board, s, wanted)
    _wonder_cards(board, s, wanted)
    _other_cards(board, s, wanted)
    _structures(board, s, wanted)
    _pools(board, s, wanted)
    _build_the_rest(board, s, wanted)
    _eras(board, s, wanted)
    _discs(board, s, wanted)
    _auction(board, s, wanted)


def _seat(board: Board, place: str, name: str) -> int:
    return number_of(place, [player.id for player in board.seat_players], name)


def _seats(board: Board, place: str, names: list[str]) -> list[int]:
    """Different players."""
    _once(place, names)
    return [_seat(board, place, name) for name in names]


def _once(place: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"position: {place}: {name!r} stands twice")


# --- islands and cards --------------------------------------------------------------------------------


def _islands(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Other islands in the slots; their discs move along."""
    if not wanted.islands:
        return
    ids = [island.id for island in board.islands][1:]
    slots = [slot.id for slot in board.slots]
    _once("islands", list(wanted.islands.values()))
    lying: dict[int, int] = {}
    for slot, name in wanted.islands.items():
        number_of("islands", board.layout.slots, slot)
        lying[slots.index(slot)] = number_of(f"islands.{slot}", ids, name) + 1
    others = [slots.index(slot) for slot in board.layout.slots if slot not in wanted.islands]
    for at in others:
        if (before := int(s["island_at"][at])) not in lying.values():
            lying[at] = before
    left = [island for island in range(1, len(board.islands)) if island not in lying.values()]
    for at in others:
        if at not in lying:
            lying[at] = left.pop()
    for at, island in lying.items():
        s["island_at"][at] = island
    discs = [int(disc) for disc in s["disc"] if disc != n.EMPTY]
    s["disc"] = n.EMPTY
    for place in _on_map(board, s):
        s["disc"][place] = discs.pop()


def _on_map(board: Board, s: np.void) -> list[int]:
    lying = {0, *(int(island) for island in s["island_at"])}
    return [place for place, island in enumerate(board.island_number) if island in lying]


def _wonder_cards(board: Board, s: np.void, wanted: Arrangement) -> None:
    """In the first era hands, in the second the cards chosen; nobody has a card of somebody else."""
    era, key = wanted.era, "hands" if wanted.era == 1 else "wonders"
    if era == 1 and wanted.wonders:
        raise OptionError("position: wonders: are chosen when the first era ends; say era = 2, or hands")
    if era == 2 and wanted.hands:
        raise OptionError("position: hands: are gone in the second era; say wonders")
    each = board.setup.wonder_cards_dealt if era == 1 else board.setup.wonders_per_player
    cards = [card.id for card in board.wonders]
    named: dict[int, list[int]] = {}
    for name, own in (wanted.hands if era == 1 else wanted.wonders).items():
        if len(own) > each:
            raise OptionError(f"position: {key}.{name}: has {len(own)} cards; everyone has {each}")
        named[_seat(board, key, name)] = [number_of(f"{key}.{name}", cards, card) for card in own]
    _once(key, [cards[card] for own in named.values() for card in own])
    taken = {card for own in named.values() for card in own}
    spare = [card for card in range(len(cards)) if card not in taken]
    for seat in range(board.players):
        if seat not in named:
            named[seat] = [card for card in spare if era == 1 and int(s["hand"][seat]) >> card & 1]
            spare = [card for card in spare if card not in named[seat]]
    s["hand"] = 0
    for seat, chosen in named.items():
        chosen += [spare.pop() for _ in range(each - len(chosen))]
        if era == 1:
            s["hand"][seat] = sum(1 << card for card in chosen)
        else:
            s["wonder"][seat][:each] = chosen


def _other_cards(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Objectives, panoramas and tiles."""
    goals = [goal.id for goal in board.objectives]
    _once("objectives", list(wanted.objectives.values()))
    for name, goal in wanted.objectives.items():
        seat, number = _seat(board, "objectives", name), number_of(f"objectives.{name}", goals, goal)
        for other in range(board.players):
            if s["objective"][other] == number:  # whoever had it takes the other one
                s["objective"][other] = s["objective"][seat]
        s["objective"][seat] = number
    if wanted.panoramas:
        ids = [card.id for card in board.panoramas]
        _once("panoramas", wanted.panoramas)
        if len(wanted.panoramas) > n.IN_PLAY:
            raise OptionError(f"position: panoramas: {n.IN_PLAY} are in play, not {len(wanted.panoramas)}")
        cards = [number_of("panoramas", ids, name) for name in wanted.panoramas]
        cards += [card for card in map(int, s["panorama"]) if card not in cards]
        s["panorama"] = sorted(cards[: n.IN_PLAY])
    left = sorted(board.tiles)
    for letter, value in wanted.tiles.items():
        place = number_of("tiles", list(LETTERS), letter)
        if value not in left:
            raise OptionError(f"position: tiles.{letter}: {value} is not one of {', '.join(map(str, left))}")
        left.remove(value)
        s["tile"][place] = value
    for place, letter in enumerate(LETTERS):
        if wanted.tiles and letter not in wanted.tiles:
            s["tile"][place] = left.pop()


# --- structures ---------------------------------------------------------------------------------------


def _structures(board: Board, s: np.void, wanted: Arrangement) -> None:
    """What is built and what is a bid, as far as it is named."""
    for name, text in wanted.structures.items():
        if len(text.split()) != 2:
            raise OptionError(f"position: structures.{name}: {text!r} must be a player and a structure")
        owner, structure = text.split()
        _stand(board, s, name, owner, structure, built=True)
    for index, text in enumerate(wanted.bids):
        if len(text.split()) != 3:
            raise OptionError(
                f"position: bids[{index}]: {text!r} must be a player, a structure and a neighbourhood"
            )
        owner, structure, name = text.split()
        s["bid"][s["bids"]] = _stand(board, s, name, owner, structure, built=False)
        s["bids"] += 1


def _stand(board: Board, s: np.void, name: str, owner: str, structure: str, built: bool) -> int:
    """A structure stands on the map; returns where."""
    place = number_of("structures", list(board.spot), name)
    if place not in _on_map(board, s):
        raise OptionError(f"position: {name} is not on this map")
    if s["owner"][place] != n.EMPTY:
        raise OptionError(f"position: two structures stand on {name}")
    seat = _seat(board, name, owner)
    piece = _structure(board, s, name, seat, structure)
    if ((s["owner"] == seat) & (s["piece"] == piece)).any():
        raise OptionError(f"position: {structure} of {owner} stands twice")
    _put(board, s, place, seat, piece, built)
    return place


def _put(board: Board, s: np.void, place: int, seat: int, piece: int, built: bool) -> None:
    s["owner"][place], s["piece"][place] = seat, piece
    if built:
        s["built"] |= 1 << place
        s["auctions"] += 1
        if piece >= n.BUILDINGS:
            effect = board.wonders[s["wonder"][seat][piece - n.BUILDINGS]].effect
            if effect == "hammer":
                s["hammer"] = place
            if effect == "reveal_objective":
                s["objective_shown"] |= 1 << seat


def _structure(board: Board, s: np.void, place: str, seat: int, name: str) -> int:
    """A structure that a player of this game has in this era."""
    piece = number_of(place, board.structures, name)
    if piece >= n.BUILDINGS and s["era"] == 1:
        raise OptionError(f"position: {place}: wonders join in the second era; say era = 2")
    if piece >= n.BUILDINGS + board.setup.wonders_per_player:
        raise OptionError(f"position: {place}: with {board.players} players everyone has one wonder only")
    if piece not in _available(board, s, seat):
        raise OptionError(f"position: {place}: {name} joins in the second era; say era = 2")
    return piece


def _available(board: Board, s: np.void, seat: int) -> set[int]:
    """The structures that a player may have used by now."""
    buildings = board.buildings[s["number_set"][seat]]
    found = {k for k, row in enumerate(buildings) if row.era <= s["era"]}
    if s["era"] == 2:
        found |= {n.BUILDINGS + figure for figure in range(board.setup.wonders_per_player)}
    return found


def _standing(s: np.void, seat: int) -> set[int]:
    return {int(piece) for piece in s["piece"][s["owner"] == seat]}


def _pools(board: Board, s: np.void, wanted: Arrangement) -> None:
    """What is ready: all that does not stand, or what is said; nothing for those who have finished."""
    for seat in range(board.players):
        ready = _available(board, s, seat) - _standing(s, seat)
        s["pool"][seat] = sum(1 << piece for piece in ready)
    for name, names in wanted.pool.items():
        seat, place = _seat(board, "pool", name), f"pool.{name}"
        _once(place, names)
        own = {_structure(board, s, place, seat, structure) for structure in names}
        for piece in own & _standing(s, seat):
            raise OptionError(f"position: {place}: {board.structures[piece]} stands on the map already")
        s["pool"][seat] = sum(1 << piece for piece in own)
    if wanted.finished and wanted.era == 1:
        raise OptionError("position: finished: nobody finishes in the first era; say era = 2")
    for order, seat in enumerate(_seats(board, "finished", wanted.finished), 1):
        name = wanted.finished[order - 1]
        if wanted.pool.get(name) or any(bid.startswith(f"{name} ") for bid in wanted.bids):
            raise OptionError(f"position: finished: {name} still has something to build")
        s["finished"][seat], s["pool"][seat] = order, 0
        if order == 1:
            s["key"][seat] = n.LARGE_KEY
        elif order == 2 and board.players in board.keys.small_used_with:
            s["key"][seat] = n.SMALL_KEY


def _build_the_rest(board: Board, s: np.void, wanted: Arrangement) -> None:
    """What is neither ready nor on the map has been built away from everything that is named."""
    named = {board.spot[name] for name in wanted.discs if name in board.spot}
    named |= {place for place in _on_map(board, s) if s["owner"][place] != n.EMPTY}
    near = {board.spot[cell] for place in named for cell in board.cells[place].neighbours}
    free = [place for place in _on_map(board, s) if place not in named]
    free.sort(key=lambda place: (place not in near, place))
    for seat in range(board.players):
        rest = _available(board, s, seat) - _standing(s, seat)
        for piece in sorted(piece for piece in rest if not int(s["pool"][seat]) >> piece & 1):
            if not free:
                raise OptionError("position: there is no room for everything that has been built")
            _put(board, s, free.pop(), seat, piece, built=True)


def _eras(board: Board, s: np.void, wanted: Arrangement) -> None:
    """The second era begins when somebody has built all of the first; finished is who has built all."""
    built = [
        {int(s["piece"][place]) for place in _on_map(board, s) if _is_built(s, place, seat)}
        for seat in range(board.players)
    ]
    done = False
    for seat, player in enumerate(board.seat_players):
        buildings = board.buildings[s["number_set"][seat]]
        if built[seat] >= {k for k, row in enumerate(buildings) if row.era == 1}:
            done = True
            if wanted.era == 1:
                raise OptionError(f"position: {player.id} has built all of the first era; say era = 2")
        if wanted.era == 2 and built[seat] >= _available(board, s, seat) and not s["finished"][seat]:
            raise OptionError(f"position: finished: must name {player.id}, who has built everything")
    if wanted.era == 2 and not done:
        raise OptionError(
            "position: era = 2: nobody has built all of the first era; say whose pool has none of it"
        )
    if len(wanted.finished) == board.players:
        raise OptionError("position: finished: somebody must have something to build")


def _is_built(s: np.void, place: int, seat: int) -> bool:
    return bool(s["owner"][place] == seat and int(s["built"]) >> place & 1)


# --- discs --------------------------------------------------------------------------------------------


def _discs(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Those named lie where they are said to; the others on the map as before as far as they are left; and
    those that are gone have been collected."""
    bag = Counter(dict(enumerate(board.discs)))
    built = int(s["built"])
    before = s["disc"].copy()
    s["disc"] = n.EMPTY
    taken_by_vault = _discs_on_places(board, s, wanted)
    for name, discs in wanted.boards.items():
        seat = _seat(board, "boards", name)
        for disc, count in discs.items():
            for _ in range(count):
                _collect(board, s, f"boards.{name}", seat, disc)
    left = bag - _discs_used(s)
    for kind, count in _discs_used(s).items():
        if count > bag[kind]:
            raise OptionError(f"position: discs and boards have {count} {DISCS[kind]}; there are {bag[kind]}")
    empty = [p for p in _on_map(board, s) if not built >> p & 1 and s["disc"][p] == n.EMPTY]
    empty = [place for place in empty if board.cells[place].id not in wanted.discs]
    if left.total() < len(empty):
        raise OptionError(
            f"position: boards: {bag.total() - _lying(s) - left.total()} discs are collected,"
            f" but only {built.bit_count() + taken_by_vault} have left the map"
        )
    for place in empty:
        if left[int(before[place])] > 0:
            s["disc"][place] = before[place]
            left[int(before[place])] -= 1
    for place in empty:
        if s["disc"][place] == n.EMPTY:
            s["disc"][place] = kind = left.most_common(1)[0][0]
            left[kind] -= 1
    _collect_the_rest(board, s, wanted, left)


def _discs_on_places(board: Board, s: np.void, wanted: Arrangement) -> int:
    """The discs that are said to lie on the map; returns how many the Vault took."""
    vaults = sum(
        int(s["piece"][place]) >= n.BUILDINGS
        and board.wonders[s["wonder"][s["owner"][place]][s["piece"][place] - n.BUILDINGS]].effect
        == "extra_disc"
        for place in _on_map(board, s)
        if int(s["built"]) >> place & 1
    )
    taken = 0
    for name, disc in wanted.discs.items():
        place = number_of("discs", list(board.spot), name)
        if place not in _on_map(board, s):
            raise OptionError(f"position: discs.{name}: {name} is not on this map")
        if int(s["built"]) >> place & 1:
            if disc != NO_DISC:
                raise OptionError(f"position: discs.{name}: its disc is gone, for something is built there")
        elif disc != NO_DISC:
            s["disc"][place] = number_of(f"discs.{name}", list(DISCS), disc)
        else:
            taken += 1
    if taken > vaults:
        raise OptionError(
            f"position: discs: {taken} free neighbourhoods have none; only the Vault takes one from there,"
            " once it is built"
        )
    return taken


def _collect(board: Board, s: np.void, place: str, seat: int, disc: str) -> None:
    """A disc on a player's board."""
    if disc in LETTERS:
        s["patron"][seat][LETTERS.index(disc)] += 1
    elif disc == "commissions":
        s["commissions"][seat] += 1
    else:
        wild = disc.startswith("wild-")
        colour = number_of(place, list(COLOURS), disc.removeprefix("wild-"))
        held = s["held"][seat][colour]
        if held < n.ROW:
            s["row"][seat][colour][held] = n.WILD if wild else colour
        s["held"][seat][colour] += 1
        s["wild"][seat][colour] += wild


def _lying(s: np.void) -> int:
    return int((s["disc"] != n.EMPTY).sum())


def _discs_used(s: np.void) -> Counter[int]:
    """The discs on the map and on all boards, by kind."""
    used = Counter(int(disc) for disc in s["disc"] if disc != n.EMPTY)
    for colour in range(n.COLOURS):
        used[colour] += int(s["held"][:, colour].sum() - s["wild"][:, colour].sum())
    used[n.WILD] += int(s["wild"].sum())
    used[n.COMMISSIONS] += int(s["commissions"].sum())
    for letter in range(n.LETTERS):
        used[n.PATRON + letter] += int(s["patron"][:, letter].sum())
    return used


def _collect_the_rest(board: Board, s: np.void, wanted: Arrangement, left: Counter[int]) -> None:
    """Of those whose boards are not said, to whoever has built most for what they have collected."""
    open_boards = [k for k, player in enumerate(board.seat_players) if player.id not in wanted.boards]
    if left.total() > 0 and not open_boards:
        raise OptionError(
            f"position: boards: {left.total()} more discs have left the map; say who has them, or leave a"
            " board out"
        )
    due = {seat: sum(_is_built(s, place, seat) for place in _on_map(board, s)) for seat in open_boards}
    for kind in sorted(left.elements()):
        seat = max(open_boards, key=lambda seat: due[seat])
        due[seat] -= 1
        disc = DISCS[kind] if kind != n.WILD else f"wild-{COLOURS[int(s['held'][seat].argmin())]}"
        _collect(board, s, "boards", seat, disc)


# --- the auction --------------------------------------------------------------------------------------


def _auction(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Whose bid is the highest, and who decides."""
    passed = _seats(board, "passed", wanted.passed)
    if passed and not wanted.bids:
        raise OptionError("position: passed: there are no bids yet; nobody passes before the first")
    s["passed"] = sum(1 << seat for seat in passed)
    bidder = n.EMPTY
    if wanted.bids:
        latest = int(s["bid"][s["bids"] - 1])
        bidder, piece = int(s["owner"][latest]), int(s["piece"][latest])
        s["bidder"], s["phase"] = bidder, n.BID
        if piece < n.BUILDINGS:
            s["strength"] = board.buildings[s["number_set"][bidder]][piece].number
        else:
            card = board.wonders[s["wonder"][bidder][piece - n.BUILDINGS]]
            s["strength"] = n.HAMMER_BID if card.effect == "hammer" else n.WONDER_BID
    if bidder in passed:
        raise OptionError(f"position: passed: {board.seat_players[bidder].id} has the highest bid")
    after = bidder + 1 if wanted.bids else int(s["to_act"])
    order = [(after + k) % board.players for k in range(board.players)]
    able = [seat for seat in order if seat != bidder and seat not in passed and s["pool"][seat] != 0]
    if not able:
        raise OptionError("position: to_act: nobody has anything to bid with")
    s["to_act"] = able[0]
    if wanted.to_act is not None:
        s["to_act"] = seat = _seat(board, "to_act", wanted.to_act)
        if seat == bidder:
            raise OptionError(f"position: to_act: {wanted.to_act} has the highest bid; somebody else decides")
        if seat in passed:
            raise OptionError(f"position: to_act: {wanted.to_act} has passed")
        if s["pool"][seat] == 0:
            raise OptionError(f"position: to_act: {wanted.to_act} has nothing to bid with")
