"""Positions set up by hand, for examples, puzzles and tests.

    era = 2                           default: 1
    to_act = "red"
    [islands]                         by slot
    N = "aerie"
    [structures]                      what is built: the player and the structure
    A3 = "red tall-1"
    F2 = "teal wonder-1"
    bids = ["red short-2 A4"]         the bids of this auction in order
    passed = ["teal"]
    [pool]                            what players have left, without bids; the rest is built
    blue = ["short-1", "wonder-1"]
    finished = ["yellow"]             who has built everything, in order
    [discs]                           on the map; "none" where the Vault took one
    A5 = "white"
    [boards.red]                      discs collected: colours, "wild-yellow", letters, "commissions"
    white = 3

There are also `wonders`, `hands` and `objectives` (by player), `panoramas` and `tiles` (by letter).
Everything is optional. Defaults: a pool has every structure of the era that is not on the map; built
structures that are not named stand away from everything that is, on the last islands first; discs lie as at
the start of the game, and those that are gone belong to the players without a `boards` entry.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
import numpy as np

from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, together, wanted_of
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
    """Turn `s`, the start of a game, into the position in `table`."""
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


def _seat(board: Board, path: str, name: str) -> int:
    return number_of(path, [player.id for player in board.seat_players], name)


def _seats(board: Board, path: str, names: list[str]) -> list[int]:
    """Different players."""
    _check_unique(path, names)
    return [_seat(board, path, name) for name in names]


def _check_unique(path: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"position: {path}: {name!r} is a duplicate")


# --- islands and cards --------------------------------------------------------------------------------


def _islands(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Put islands into their slots, with their discs."""
    if not wanted.islands:
        return
    ids = [island.id for island in board.islands][1:]
    slots = [slot.id for slot in board.slots]
    _check_unique("islands", list(wanted.islands.values()))
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
    for spot in _on_map(board, s):
        s["disc"][spot] = discs.pop()


def _on_map(board: Board, s: np.void) -> list[int]:
    lying = {0, *(int(island) for island in s["island_at"])}
    return [spot for spot, island in enumerate(board.island_number) if island in lying]


def _wonder_cards(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Deal hands in the first era, chosen cards in the second; each card to one player only."""
    era, key = wanted.era, "hands" if wanted.era == 1 else "wonders"
    if era == 1 and wanted.wonders:
        raise OptionError(
            "position: wonders: cards are chosen at the end of the first era; add era = 2, or use hands"
        )
    if era == 2 and wanted.hands:
        raise OptionError("position: hands: there are none in the second era; use wonders")
    each = board.setup.wonder_cards_dealt if era == 1 else board.setup.wonders_per_player
    cards = [card.id for card in board.wonders]
    named: dict[int, list[int]] = {}
    for name, own in (wanted.hands if era == 1 else wanted.wonders).items():
        if len(own) > each:
            raise OptionError(f"position: {key}.{name}: too many cards ({len(own)}; at most {each})")
        named[_seat(board, key, name)] = [number_of(f"{key}.{name}", cards, card) for card in own]
    _check_unique(key, [cards[card] for own in named.values() for card in own])
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
    _check_unique("objectives", list(wanted.objectives.values()))
    for name, goal in wanted.objectives.items():
        seat, number = _seat(board, "objectives", name), number_of(f"objectives.{name}", goals, goal)
        for other in range(board.players):
            if s["objective"][other] == number:  # swap
                s["objective"][other] = s["objective"][seat]
        s["objective"][seat] = number
    if wanted.panoramas:
        ids = [card.id for card in board.panoramas]
        _check_unique("panoramas", wanted.panoramas)
        if len(wanted.panoramas) > n.IN_PLAY:
            raise OptionError(
                f"position: panoramas: must be at most {n.IN_PLAY}, not {len(wanted.panoramas)}"
            )
        cards = [number_of("panoramas", ids, name) for name in wanted.panoramas]
        cards += [card for card in map(int, s["panorama"]) if card not in cards]
        s["panorama"] = sorted(cards[: n.IN_PLAY])
    left = sorted(board.tiles)
    for letter, value in wanted.tiles.items():
        index = number_of("tiles", list(LETTERS), letter)
        if value not in left:
            raise OptionError(
                f"position: tiles.{letter}: must be one of {', '.join(map(str, left))}, not {value}"
            )
        left.remove(value)
        s["tile"][index] = value
    for index, letter in enumerate(LETTERS):
        if wanted.tiles and letter not in wanted.tiles:
            s["tile"][index] = left.pop()


# --- structures ---------------------------------------------------------------------------------------


def _structures(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Place the structures and bids that are named."""
    for name, text in wanted.structures.items():
        if len(text.split()) != 2:
            raise OptionError(f"position: structures.{name}: must be a player and a structure, not {text!r}")
        owner, structure = text.split()
        _stand(board, s, name, owner, structure, built=True)
    for index, text in enumerate(wanted.bids):
        if len(text.split()) != 3:
            raise OptionError(
                f"position: bids[{index}]: must be a player, a structure and a neighbourhood, not {text!r}"
            )
        owner, structure, name = text.split()
        s["bid"][s["bids"]] = _stand(board, s, name, owner, structure, built=False)
        s["bids"] += 1


def _stand(board: Board, s: np.void, name: str, owner: str, structure: str, built: bool) -> int:
    """Place a structure on the map; return the number of its neighbourhood."""
    spot = number_of("structures", list(board.spot), name)
    if spot not in _on_map(board, s):
        raise OptionError(f"position: {name} is not on this map")
    if s["owner"][spot] != n.EMPTY:
        raise OptionError(f"position: there are two structures on {name}")
    seat = _seat(board, name, owner)
    piece = _structure(board, s, name, seat, structure)
    if ((s["owner"] == seat) & (s["piece"] == piece)).any():
        raise OptionError(f"position: {owner}'s {structure} is on the map twice")
    _put(board, s, spot, seat, piece, built)
    return spot


def _put(board: Board, s: np.void, spot: int, seat: int, piece: int, built: bool) -> None:
    s["owner"][spot], s["piece"][spot] = seat, piece
    if built:
        s["built"] |= 1 << spot
        s["auctions"] += 1
        if piece >= n.BUILDINGS:
            effect = board.wonders[s["wonder"][seat][piece - n.BUILDINGS]].effect
            if effect == "hammer":
                s["hammer"] = spot
            if effect == "reveal_objective":
                s["objective_shown"] |= 1 << seat


def _structure(board: Board, s: np.void, path: str, seat: int, name: str) -> int:
    """The number of a structure that a player has in this era."""
    piece = number_of(path, board.structures, name)
    if piece >= n.BUILDINGS and s["era"] == 1:
        raise OptionError(f"position: {path}: wonders join in the second era; add era = 2")
    if piece >= n.BUILDINGS + board.setup.wonders_per_player:
        raise OptionError(f"position: {path}: with {board.players} players everyone has only one wonder")
    if piece not in _available(board, s, seat):
        raise OptionError(f"position: {path}: {name} joins in the second era; add era = 2")
    return piece


def _available(board: Board, s: np.void, seat: int) -> set[int]:
    """The structures that a player has in this era or before."""
    buildings = board.buildings[s["number_set"][seat]]
    found = {k for k, row in enumerate(buildings) if row.era <= s["era"]}
    if s["era"] == 2:
        found |= {n.BUILDINGS + figure for figure in range(board.setup.wonders_per_player)}
    return found


def _standing(s: np.void, seat: int) -> set[int]:
    return {int(piece) for piece in s["piece"][s["owner"] == seat]}


def _pools(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Fill the pools: what is named, or everything that is not on the map; nothing for finished players."""
    for seat in range(board.players):
        ready = _available(board, s, seat) - _standing(s, seat)
        s["pool"][seat] = sum(1 << piece for piece in ready)
    for name, names in wanted.pool.items():
        seat, path = _seat(board, "pool", name), f"pool.{name}"
        _check_unique(path, names)
        own = {_structure(board, s, path, seat, structure) for structure in names}
        for piece in own & _standing(s, seat):
            raise OptionError(f"position: {path}: {board.structures[piece]} is on the map")
        s["pool"][seat] = sum(1 << piece for piece in own)
    if wanted.finished and wanted.era == 1:
        raise OptionError("position: finished: nobody finishes in the first era; add era = 2")
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
    """Build everything that is neither ready nor on the map, away from the named neighbourhoods."""
    named = {board.spot[name] for name in wanted.discs if name in board.spot}
    named |= {spot for spot in _on_map(board, s) if s["owner"][spot] != n.EMPTY}
    near = {board.spot[name] for spot in named for name in board.cells[spot].neighbours}
    free = [spot for spot in _on_map(board, s) if spot not in named]
    free.sort(key=lambda spot: (spot not in near, spot))
    for seat in range(board.players):
        rest = _available(board, s, seat) - _standing(s, seat)
        for piece in sorted(piece for piece in rest if not int(s["pool"][seat]) >> piece & 1):
            if not free:
                raise OptionError("position: there is not enough room for everything that is built")
            _put(board, s, free.pop(), seat, piece, built=True)


def _eras(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Check that somebody has built all of the first era, and that `finished` names everyone who is done."""
    built = [
        {int(s["piece"][spot]) for spot in _on_map(board, s) if _is_built(s, spot, seat)}
        for seat in range(board.players)
    ]
    done = False
    for seat, player in enumerate(board.seat_players):
        buildings = board.buildings[s["number_set"][seat]]
        if built[seat] >= {k for k, row in enumerate(buildings) if row.era == 1}:
            done = True
            if wanted.era == 1:
                raise OptionError(f"position: {player.id} has built all of the first era; add era = 2")
        if wanted.era == 2 and built[seat] >= _available(board, s, seat) and not s["finished"][seat]:
            raise OptionError(f"position: finished: must name {player.id}, who has built everything")
    if wanted.era == 2 and not done:
        raise OptionError(
            "position: era = 2: nobody has built all of the first era; give a player a pool without it"
        )
    if len(wanted.finished) == board.players:
        raise OptionError("position: finished: at least one player must have something to build")


def _is_built(s: np.void, spot: int, seat: int) -> bool:
    return bool(s["owner"][spot] == seat and int(s["built"]) >> spot & 1)


# --- discs --------------------------------------------------------------------------------------------


def _discs(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Place the named discs; leave the others where they were, as far as they are left; the rest has been
    collected."""
    bag = Counter(dict(enumerate(board.discs)))
    built = int(s["built"])
    before = s["disc"].copy()
    s["disc"] = n.EMPTY
    taken_by_vault = _discs_on_map(board, s, wanted)
    for name, discs in wanted.boards.items():
        seat = _seat(board, "boards", name)
        for disc, count in discs.items():
            for _ in range(count):
                _collect(board, s, f"boards.{name}", seat, disc)
    left = bag - _discs_used(s)
    for kind, count in _discs_used(s).items():
        if count > bag[kind]:
            raise OptionError(
                f"position: discs and boards have {count} {DISCS[kind]} discs; there are only {bag[kind]}"
            )
    empty = [spot for spot in _on_map(board, s) if not built >> spot & 1 and s["disc"][spot] == n.EMPTY]
    empty = [spot for spot in empty if board.cells[spot].id not in wanted.discs]
    if left.total() < len(empty):
        raise OptionError(
            f"position: boards: {bag.total() - _lying(s) - left.total()} discs are collected,"
            f" but only {built.bit_count() + taken_by_vault} have left the map"
        )
    for spot in empty:
        if left[int(before[spot])] > 0:
            s["disc"][spot] = before[spot]
            left[int(before[spot])] -= 1
    for spot in empty:
        if s["disc"][spot] == n.EMPTY:
            s["disc"][spot] = kind = left.most_common(1)[0][0]
            left[kind] -= 1
    _collect_the_rest(board, s, wanted, left)


def _discs_on_map(board: Board, s: np.void, wanted: Arrangement) -> int:
    """Place the named discs on the map; return how many the Vault took."""
    vaults = sum(
        int(s["piece"][spot]) >= n.BUILDINGS
        and board.wonders[s["wonder"][s["owner"][spot]][s["piece"][spot] - n.BUILDINGS]].effect
        == "extra_disc"
        for spot in _on_map(board, s)
        if int(s["built"]) >> spot & 1
    )
    taken = 0
    for name, disc in wanted.discs.items():
        spot = number_of("discs", list(board.spot), name)
        if spot not in _on_map(board, s):
            raise OptionError(f"position: discs.{name}: {name} is not on this map")
        if int(s["built"]) >> spot & 1:
            if disc != NO_DISC:
                raise OptionError(f"position: discs.{name}: must be none, because {name} is built on")
        elif disc != NO_DISC:
            s["disc"][spot] = number_of(f"discs.{name}", list(DISCS), disc)
        else:
            taken += 1
    if taken > vaults:
        raise OptionError(
            f"position: discs: {taken} free neighbourhoods have no disc; only a built Vault takes one from"
            " there"
        )
    return taken


def _collect(board: Board, s: np.void, path: str, seat: int, disc: str) -> None:
    """Put a disc on a player's board."""
    if disc in LETTERS:
        s["patron"][seat][LETTERS.index(disc)] += 1
    elif disc == "commissions":
        s["commissions"][seat] += 1
    else:
        wild = disc.startswith("wild-")
        colour = number_of(path, list(COLOURS), disc.removeprefix("wild-"))
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
    """Give the discs to players without a `boards` entry, in proportion to what they have built."""
    open_boards = [k for k, player in enumerate(board.seat_players) if player.id not in wanted.boards]
    if left.total() > 0 and not open_boards:
        raise OptionError(
            f"position: boards: {left.total()} more discs have left the map; add them to a board, or leave a"
            " board out"
        )
    due = {seat: sum(_is_built(s, spot, seat) for spot in _on_map(board, s)) for seat in open_boards}
    for kind in sorted(left.elements()):
        seat = max(open_boards, key=lambda seat: due[seat])
        due[seat] -= 1
        disc = DISCS[kind] if kind != n.WILD else f"wild-{COLOURS[int(s['held'][seat].argmin())]}"
        _collect(board, s, "boards", seat, disc)


# --- the auction --------------------------------------------------------------------------------------


def _auction(board: Board, s: np.void, wanted: Arrangement) -> None:
    """Set the highest bid, who has passed and who is to act."""
    passed = _seats(board, "passed", wanted.passed)
    if passed and not wanted.bids:
        raise OptionError("position: passed: nobody can pass before the first bid")
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
        raise OptionError("position: to_act: nobody has a structure to bid")
    s["to_act"] = able[0]
    if wanted.to_act is not None:
        s["to_act"] = seat = _seat(board, "to_act", wanted.to_act)
        if seat == bidder:
            raise OptionError(f"position: to_act: {wanted.to_act} has the highest bid; someone else must act")
        if seat in passed:
            raise OptionError(f"position: to_act: {wanted.to_act} has passed")
        if s["pool"][seat] == 0:
            raise OptionError(f"position: to_act: {wanted.to_act} has no structure to bid")


# --- decisions ahead ----------------------------------------------------------------------------------


# SR-43: wonder cards are chosen by everyone at the same time, each from the own hand.
ahead = together(n.CHOOSE_WONDER, lambda board: board.setup.wonders_per_player)
