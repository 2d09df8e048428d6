"""Skyrise: what one seat sees, as plain data with the names that stand on the table."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import CENTRE, DISCS, LETTERS, Board
from rooftop.titles.skyrise.schema import COLOURS, HEIGHTS

PHASES = ("start", "bid", "colour", "disc", "wonder", "over")
SOURCES = (
    "control-1", "panoramas-1", "wonders", "control-2", "panoramas-2", "objective", "patrons", "excess",
    "keys", "commissions", *(f"structures-{colour}" for colour in COLOURS),
)  # fmt: skip
KEYS = (None, "small", "large")


def view(board: Board, s: Any, seat: int) -> View:
    """`s` is a state blinded for `seat`: what it cannot know is wrong there, and not shown here."""
    to_act = int(s["to_act"])
    slots = {slot.id: int(s["island_at"][at]) for at, slot in enumerate(board.slots)}
    islands = {CENTRE: board.islands[0].id}
    islands |= {slot: board.islands[island].id for slot, island in slots.items() if island != n.EMPTY}
    at_island = {board.islands[0].id: 0} | {
        board.islands[island].id: island for island in slots.values() if island != n.EMPTY
    }
    places = _places(board, s, list(at_island.values()))
    return {
        "title": "skyrise",
        "seat": seat,
        "players": board.players,
        "ply": int(s["ply"]),
        "turn": int(s["turn"]),
        "to_act": None if to_act < 0 else to_act,
        "phase": PHASES[s["phase"]],
        "era": int(s["era"]),
        "auction": _auction(board, s),
        "islands": islands,  # by slot, the centre included
        "bridges": _bridges(board, slots),
        "places": places,
        "start_places": _members(board, int(s["reach"]) & int(s["free"])),
        "hammer": None if s["hammer"] == n.EMPTY else board.cells[s["hammer"]].id,
        "built_at": None if s["site"] == n.EMPTY else board.cells[s["site"]].id,
        "for_vault": bool(s["for_vault"]),
        "control": {name: _control(board, s, island) for name, island in at_island.items()},
        "panoramas": [_panorama(board, s, place) for place in range(n.IN_PLAY)],
        "patrons": {letter: _patron(board, s, seat, at) for at, letter in enumerate(LETTERS)},
        "tile_values": sorted(board.tiles),  # which of them lies where is hidden
        "discs_left": _discs_left(s),
        "keys": _keys(board, s),
        "row_values": [step.value for step in board.row.step],
        "seats": [_seat(board, s, other, seat) for other in range(board.players)],
    }


def neighbours(board: Board, view: View, place: int) -> list[int]:
    """The neighbourhoods next to one, by borders and bridges."""
    cell = board.cells[place]
    near = {board.place_number[other] for other in cell.neighbours}
    for bridge in view["bridges"]:
        if cell.id in (bridge["a"], bridge["b"]):
            near.add(board.place_number[bridge["b"] if cell.id == bridge["a"] else bridge["a"]])
    return sorted(near)


def _members(board: Board, places: int) -> list[str]:
    return [cell.id for at, cell in enumerate(board.cells) if places >> at & 1]


# --- the map ------------------------------------------------------------------------------------------


def _places(board: Board, s: Any, islands: list[int]) -> dict[str, dict[str, Any]]:
    """By neighbourhood of the map: its disc, and the bid or structure there."""
    discs, owners, pieces, built = (
        s["disc"].tolist(),
        s["owner"].tolist(),
        s["piece"].tolist(),
        int(s["built"]),
    )
    found: dict[str, dict[str, Any]] = {}
    for at, cell in enumerate(board.cells):
        if board.island_number[at] in islands:
            there = None
            if owners[at] != n.EMPTY:
                there = _structure(board, s, owners[at], pieces[at])
                there["bid"] = not built >> at & 1
            found[cell.id] = {
                "island": board.islands[board.island_number[at]].id,
                "colour": cell.colour,
                "disc": None if discs[at] == n.EMPTY else DISCS[discs[at]],
                "structure": there,
            }
    return found


def _structure(board: Board, s: Any, seat: int, structure: int) -> dict[str, Any]:
    if structure < n.BUILDINGS:
        row = board.buildings[s["number_set"][seat]][structure]
        return {
            "seat": seat,
            "id": board.structures[structure],
            "number": row.number,
            "height": row.height,
            "wonder": None,
        }
    card = int(s["wonder"][seat][structure - n.BUILDINGS])
    return {
        "seat": seat,
        "id": board.structures[structure],
        "number": None,
        "height": None,
        "wonder": None if card == n.EMPTY else board.wonders[card].id,
    }


def _bridges(board: Board, slots: dict[str, int]) -> list[dict[str, str]]:
    """The bridges in use and the two neighbourhoods that each joins."""

    def end(slot: str, head: str) -> str:
        island = board.islands[0 if slot == CENTRE else slots[slot]]
        return next(row.cell for row in island.head if row.side == head)

    return [
        {"id": bridge.id, "a": end(bridge.a_slot, bridge.a_head), "b": end(bridge.b_slot, bridge.b_head)}
        for bridge in board.bridges
    ]


def _control(board: Board, s: Any, island: int) -> dict[str, Any]:
    """For each seat its buildings by height, and who controls the island now."""
    tally = s["tally"][: board.players, island].tolist()
    return {
        "tally": [dict(zip(HEIGHTS, counts, strict=True)) for counts in tally],
        "leaders": [seat for seat in range(board.players) if int(s["control"][island]) >> seat & 1],
    }


# --- the auction --------------------------------------------------------------------------------------


def _auction(board: Board, s: Any) -> dict[str, Any]:
    """The bids so far in order, who is out, and the bid that has to be beaten."""
    places = s["bid"][: s["bids"]].tolist()
    bids = [
        {"place": board.cells[at].id, **_structure(board, s, int(s["owner"][at]), int(s["piece"][at]))}
        for at in places
    ]
    return {
        # While the effects of an auction go on, it is still that one.
        "number": min(int(s["auctions"]) + int(s["site"] == n.EMPTY), board.auctions),
        "of": board.auctions,
        "bids": bids,
        "bidder": None if s["bidder"] == n.EMPTY else int(s["bidder"]),
        "place": bids[-1]["place"] if bids else None,
        "value": bids[-1]["number"] if bids else None,
        "wonder": bids[-1]["wonder"] if bids else None,
        "passed": [seat for seat in range(board.players) if int(s["passed"]) >> seat & 1],
        "room": _members(board, int(s["adjacent"][places[-1]]) & int(s["free"])) if places else [],
    }


# --- cards and discs ----------------------------------------------------------------------------------


def _panorama(board: Board, s: Any, place: int) -> dict[str, Any]:
    card = board.panoramas[s["panorama"][place]]
    instances = s["instances"][: board.players, place].tolist()
    return {
        "id": card.id,
        "value": card.value,
        "instances": instances,
        "worth": [count * card.value for count in instances],
    }


def _patron(board: Board, s: Any, seat: int, letter: int) -> dict[str, Any]:
    known = bool(s["tiles_shown"]) or (seat >= 0 and s["patron"][seat][letter] > 0)
    return {
        "id": board.patrons[letter].id,
        "tile": int(s["tile"][letter]) if known else None,
        "discs": s["patron"][: board.players, letter].tolist(),
        "on_map": int((s["disc"] == n.PATRON + letter).sum()),
        "in_game": board.bag.patron_per_letter,
    }


def _discs_left(s: Any) -> dict[str, int]:
    """The discs that still lie on the map, by kind."""
    left = dict.fromkeys(DISCS, 0)
    for disc in s["disc"].tolist():
        if disc != n.EMPTY:
            left[DISCS[disc]] += 1
    return left


def _keys(board: Board, s: Any) -> dict[str, dict[str, Any]]:
    """The keys of this game and who has them."""
    found: dict[str, dict[str, Any]] = {}
    for key, name, value in (
        (n.LARGE_KEY, "large", board.keys.large),
        (n.SMALL_KEY, "small", board.keys.small),
    ):
        if name == "large" or board.players in board.keys.small_used_with:
            holders = [seat for seat in range(board.players) if s["key"][seat] == key]
            found[name] = {"value": value, "seat": holders[0] if holders else None}
    return found


# --- the players --------------------------------------------------------------------------------------


def _seat(board: Board, s: Any, seat: int, looker: int) -> dict[str, Any]:
    points = {source: int(value) for source, value in zip(SOURCES, s["points"][seat], strict=True)}
    structures = _structures(board, s, seat)
    held = s["held"][seat].tolist()
    own = seat == looker
    hand = [card.id for at, card in enumerate(board.wonders) if int(s["hand"][seat]) >> at & 1]
    cards = [int(card) for card in s["wonder"][seat] if card != n.EMPTY]
    open_cards = own or s["phase"] != n.CHOOSE_WONDER
    shown = bool(int(s["objective_shown"]) >> seat & 1)
    excess = [max(count - n.ROW, 0) for count in held]
    key = KEYS[s["key"][seat]]
    return {
        "id": board.seat_players[seat].id,
        "points": points,
        "total": sum(points.values()),
        "place": int(s["rank"][seat]) or None,
        "structures": structures,
        "built": sum(row["state"] == "built" for row in structures),
        "left": sum(row["state"] != "built" for row in structures),
        "passed": bool(int(s["passed"]) >> seat & 1),
        "rows": {
            colour: [DISCS[disc] for disc in s["row"][seat][at] if disc != n.EMPTY]
            for at, colour in enumerate(COLOURS)
        },
        "row_value": {
            colour: board.row.step[min(held[at], n.ROW)].value for at, colour in enumerate(COLOURS)
        },
        "standing": _standing(board, s, seat),
        "excess": dict(zip(COLOURS, excess, strict=True)),
        "patrons": dict(zip(LETTERS, s["patron"][seat].tolist(), strict=True)),
        "commissions": int(s["commissions"][seat]),
        "key": key,
        "items": sum(excess) + int(s["patron"][seat].sum()) + int(s["commissions"][seat]) + (key is not None),
        "finished": int(s["finished"][seat]) or None,
        "hand": hand if own else None,
        "hand_count": len(hand),
        "wonders": [board.wonders[card].id for card in cards] if open_cards else None,
        "wonders_chosen": len(cards),
        "initiative": sum(board.wonders[card].initiative for card in cards) if cards and open_cards else None,
        "objective": _objective(board, s, seat) if own or shown else None,
        "objective_shown": shown,
    }


def _structures(board: Board, s: Any, seat: int) -> list[dict[str, Any]]:
    """Every structure of a seat in the order of strength: locked, ready, a bid, or built, and where."""
    count = n.BUILDINGS + board.setup.wonders_per_player
    spots, pool, built = s["spot"][seat].tolist(), int(s["pool"][seat]), int(s["built"])
    hidden = s["phase"] == n.CHOOSE_WONDER
    found = []
    for structure in range(count):
        row = _structure(board, s, seat, structure)
        spot = spots[structure]
        if spot != n.EMPTY:
            row["state"] = "built" if built >> spot & 1 else "bid"
        else:
            row["state"] = "ready" if pool >> structure & 1 else "locked"
        row["place"] = board.cells[spot].id if spot != n.EMPTY else None
        wonder = structure >= n.BUILDINGS
        row["era"] = 2 if wonder else board.buildings[s["number_set"][seat]][structure].era
        if hidden:
            row["wonder"] = None
        found.append(row)
    return sorted(found, key=lambda row: (row["number"] is None, row["number"] or 0))


def _standing(board: Board, s: Any, seat: int) -> dict[str, int]:
    """How many structures a seat has built on each colour."""
    own = int(s["own"][seat])
    counts = dict.fromkeys(COLOURS, 0)
    for at, cell in enumerate(board.cells):
        if own >> at & 1:
            counts[cell.colour] += 1
    return counts


def _objective(board: Board, s: Any, seat: int) -> dict[str, Any]:
    goal = board.objectives[s["objective"][seat]]
    progress = _standing(board, s, seat)[goal.colour]
    return {
        "id": goal.id,
        "colour": goal.colour,
        "progress": progress,
        "need": goal.need,
        "value": goal.value,
        "met": progress >= goal.need,
    }
