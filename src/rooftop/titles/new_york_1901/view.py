"""New York 1901: what one seat sees, as plain data with the names that stand on the table."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import (
    ACTION_CARDS,
    CHALLENGES,
    GENERATIONS,
    Board,
    characters_in_play,
)

PHASES = ("turn", "lot", "build", "place", "after", "grab", "boom", "blocked", "done", "over")
ENDINGS = (None, "tiles", "cards", "stalemate")
SOURCES = (
    "bronze", "silver", "gold", "legendary", "street-1", "street-2", "street-3", "challenge", "cards",
)  # fmt: skip
UNBUILT, STANDING, DEMOLISHED = "unbuilt", "standing", "demolished"


def view(board: Board, s: Any, seat: int) -> View:
    """`s` is a state blinded for `seat`; nothing here looks at the order of the future market."""
    to_act, card, tile = int(s["to_act"]), int(s["card"]), int(s["tile"])
    expert = bool(s["expert"])
    skyscrapers = _skyscrapers(board, s)
    return {
        "title": "new-york-1901",
        "seat": seat,
        "players": board.players,
        "ply": int(s["ply"]),
        "turn": int(s["turn"]),
        "to_act": None if to_act < 0 else to_act,
        "phase": PHASES[s["phase"]],
        "came_from": PHASES[s["came_from"]],  # where the turn goes on from after a lot or a place is chosen
        "card": _kind(board, card),  # taken, and without a lot so far
        "tile": None if tile < 0 else board.tiles[tile].id,  # chosen, and without a place so far
        "so_far": {  # in this turn
            "acquired": int(s["acquired"]),
            "grabbed": bool(s["grabbed"]),
            "three_square_lot": bool(s["big"]),
            "built": int(s["raised"]),
            "boom_barred": bool(s["barred"]),
            "shifted": bool(s["shifted"]),
        },
        "expert": expert,
        "thresholds": {
            generation: board.threshold(number, expert) for number, generation in enumerate(GENERATIONS)
        },
        "ending": ENDINGS[s["ending"]],
        "last_turns": _last_turns(board, s),  # to come, with the one that is played
        "is_last_turn": bool(s["last_turns"]),
        "turns_without_building": int(s["quiet"]),
        "quiet_rounds": _quiet_rounds(board, s),
        "removed_districts": list(board.setup.removed_districts),  # letters
        "lots": _lots(board, s, skyscrapers),
        "skyscrapers": skyscrapers,
        "legendary": {board.tiles[number].id: _builder(board, s, number) for number in board.legendary_tiles},
        "market": [_kind(board, int(kind)) for kind in s["market"]],
        "future": _future(board, s),
        "streets": [_street(board, s, int(street)) for street in s["street"]],  # in play
        "tallies": {
            street.code: s["on_street"][: board.players, number].tolist()
            for number, street in enumerate(board.streets)
        },
        "challenge": _challenge(board, s),
        "seats": [_seat(board, s, other) for other in range(board.players)],
    }


def _last_turns(board: Board, s: Any) -> int:
    """NY-46: while the turn that brought on the end goes on, everyone else has one to come."""
    own_turn = s["ending"] != n.GOING_ON and s["phase"] != n.OVER and not s["last_turns"]
    return board.players - 1 if own_turn else int(s["last_turns"])


def _quiet_rounds(board: Board, s: Any) -> int | None:
    """NY-82: the rounds without a new skyscraper, once they are many and as long as they matter."""
    rounds = int(s["quiet"]) // board.players
    shown = rounds >= board.quiet_shown_from and s["ending"] == n.GOING_ON
    return rounds if shown else None


def _kind(board: Board, kind: int) -> dict[str, Any] | None:
    """What a lot card shows."""
    if kind < 0:
        return None
    district, size = board.kind_parts(kind)
    return {"id": board.kind_id(kind), "district": district.id, "letter": district.letter, "size": size}


def _skyscrapers(board: Board, s: Any) -> list[dict[str, Any]]:
    """Everything that stands, by seat and tile."""
    found = []
    for seat in range(board.players):
        for number, place in enumerate(s["placed"][seat][: len(board.tiles)].tolist()):
            if place >= 0:
                tile, where = board.tiles[number], board.placements[place]
                found.append(
                    {
                        "seat": seat,
                        "tile": tile.id,
                        "generation": tile.generation,
                        "legendary": tile.legendary,
                        "icon": tile.icon,
                        "points": tile.points,
                        "placement": place,
                        "squares": [board.squares[square].id for square in where.squares],
                        "lots": [board.lots[lot].id for lot in where.lots],
                        "streets": [board.streets[street].code for street in where.streets],
                        "districts": [board.districts[district].id for district in where.districts],
                    }
                )
    return found


def _lots(board: Board, s: Any, skyscrapers: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Whose each lot is, and whether a worker stands on it; lots that are out of the game are left out."""
    built = {lot for row in skyscrapers for lot in row["lots"]}
    found = {}
    for lot, owner in zip(board.lots, s["owner"].tolist(), strict=False):
        if owner != n.OUT:
            found[lot.id] = {
                "owner": None if owner == n.FREE else owner,
                "worker": owner >= 0 and lot.id not in built,
            }
    return found


def _builder(board: Board, s: Any, tile: int) -> int | None:
    return next((seat for seat in range(board.players) if s["placed"][seat][tile] >= 0), None)


def _future(board: Board, s: Any) -> dict[str, Any]:
    """How many cards lie face down, which (everyone can work that out), and what is known of the bottom:
    groups of cards from the bottom up, each in unknown order."""
    count = int(s["future_count"])
    cards, layers = s["future"][:count].tolist(), s["layer"][:count].tolist()
    kinds: dict[str, int] = {}
    for kind in sorted(cards):
        name = board.kind_ids[kind]
        kinds[name] = kinds.get(name, 0) + 1
    groups: list[list[int]] = []
    for at, kind in enumerate(cards):
        if at == 0 or layers[at] != layers[at - 1]:
            groups.append([])
        groups[-1].append(kind)
    bottom = [[board.kind_ids[kind] for kind in sorted(group)] for group in groups[:-1]]
    return {"count": count, "kinds": kinds, "bottom": bottom}


def _street(board: Board, s: Any, street: int) -> dict[str, Any]:
    tally = s["on_street"][: board.players, street].tolist()
    return {"code": board.streets[street].code, "tally": tally, "leader": _sole_leader(tally)}


def _sole_leader(tally: list[int]) -> int | None:
    """The seat that has more than every other; on a tie nobody."""
    most = max(tally)
    return tally.index(most) if most > 0 and tally.count(most) == 1 else None


def _challenge(board: Board, s: Any) -> dict[str, Any] | None:
    """The challenge in play, how far each seat is, and what that would be worth if the game ended now."""
    number = int(s["challenge"])
    if number < 0:
        return None
    seats = range(board.players)
    row = board.challenges[number]
    standing, golden = s["standing"].tolist(), s["golden"].tolist()
    progress: list[Any]
    points: list[int]
    if number == n.TYCOON:
        progress = [
            {district.id: golden[seat][place] for place, district in enumerate(board.districts)}
            for seat in seats
        ]
        points = [
            row.points_per_district * sum(count >= row.min_gold_per_district for count in own.values())
            for own in progress
        ]
    elif number == n.PRESTIGE:
        points = [int(s["points"][seat][n.CHALLENGE]) for seat in seats]
        progress = list(points)
    elif number == n.KING:
        progress = [dict(zip(GENERATIONS[1:], standing[seat][1:], strict=True)) for seat in seats]
        leaders = [_sole_leader([standing[seat][g] for seat in seats]) for g in (n.BRONZE, n.SILVER, n.GOLD)]
        points = [row.points_each * leaders.count(seat) for seat in seats]
    else:
        counts = s["hexagons"].tolist() if number == n.ARCHITECT else [own[n.BRONZE] for own in standing]
        progress = [int(counts[seat]) for seat in seats]
        steps = list(zip(row.count, row.points, strict=True))
        points = [max((worth for need, worth in steps if have >= need), default=0) for have in progress]
    return {"id": CHALLENGES[number], "progress": progress, "points": points}


def _seat(board: Board, s: Any, seat: int) -> dict[str, Any]:
    points = {source: int(value) for source, value in zip(SOURCES, s["points"][seat], strict=True)}
    total, place = sum(points.values()), int(s["rank"][seat])
    placed = s["placed"][seat].tolist()
    character, expert = int(s["character"][seat]), bool(s["expert"])
    status = {}
    for number in (n.START_TILE, *board.own_tiles):
        where = placed[number]
        status[board.tiles[number].id] = UNBUILT if where == n.NONE else DEMOLISHED if where < 0 else STANDING
    if expert:
        del status[board.tiles[n.START_TILE].id]
    legend = next((board.tiles[number] for number in board.legendary_tiles if placed[number] >= 0), None)
    unlocked = max(g for g in range(n.GENERATIONS) if g == 0 or total >= board.threshold(g, expert))
    return {
        "id": board.player_names[seat].id,
        "character": None if character < 0 else _character(board, character),
        "workers": int(s["workers"][seat]),  # in reserve
        "actions": [name for name, left in zip(ACTION_CARDS, s["hand"][seat], strict=True) if left],
        "generation": GENERATIONS[unlocked],  # the highest that may be built
        "tiles": status,
        "unbuilt": int(s["unbuilt"][seat]),
        "until_end": max(int(s["unbuilt"][seat]) - board.end.unbuilt_left, 0),  # builds that bring on the end
        "legendary": None if legend is None else legend.id,
        "feet": 0 if legend is None else legend.feet,
        "standing": dict(zip(GENERATIONS, s["standing"][seat].tolist(), strict=True)),
        "hexagons": int(s["hexagons"][seat]),
        "lots": [
            lot.id for lot, owner in zip(board.lots, s["owner"].tolist(), strict=False) if owner == seat
        ],
        "points": points,
        "total": total,
        "place": place or None,
    }


def _character(board: Board, character: int) -> str:
    return board.characters[characters_in_play(board)[character]].id
