"""Tower Up: what one seat sees, as plain data with the names that stand on the table."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import COLOURS, Board, objective_total

PHASES = ("starter", "compensation", "turn", "floor", "roof", "return", "end", "over")
ENDINGS = (None, "last-roof", "shortage", "stalemate")
SOURCES = ("white", "grey", "brown", "black", "cone", "token-1", "token-2", "token-3")


def view(board: Board, s: Any, seat: int) -> View:
    """`s` is a state blinded for `seat`; nothing here looks at the order of the pile."""
    to_act, site = int(s["to_act"]), int(s["site"])
    return {
        "title": "tower-up",
        "seat": seat,
        "players": board.players,
        "ply": int(s["ply"]),
        "turn": int(s["turn"]),
        "to_act": None if to_act < 0 else to_act,
        "phase": PHASES[s["phase"]],
        "extra_turn": bool(s["in_extra"]),
        "extra_turn_earned": bool(s["extra"]),
        "free_floors": int(s["owed"][to_act] if s["phase"] == n.COMPENSATE else s["choices"]),
        "replacements": int(s["missing"]),
        "new_building": board.sites[site].id if site >= 0 else None,
        "starters": _starters(s),
        "ending": ENDINGS[s["ending"]],
        "last_turns": int(s["last_turns"]),
        "turns_without_building": int(s["quiet"]),
        "map": board.city.id,
        "buildings": _buildings(board, s),
        "tray": _by_colour(s["tray"]),
        "market": [_card(board, card) for card in s["market"][: board.setup.market_size]],
        "pile": int(s["pile_count"]),
        "discards": [board.cards[card].id for card in s["discard"][: s["discard_count"]]],
        "objectives": [_objective(board, s, place) for place in range(n.IN_PLAY)],
        "seats": [_seat(board, s, other) for other in range(board.players)],
    }


def _by_colour(numbers: Any) -> dict[str, int]:
    return dict(zip(COLOURS, map(int, numbers), strict=True))


def _starters(s: Any) -> list[str]:
    """The colours of the starting floors that are still to be placed."""
    if s["phase"] != n.PLACE_STARTER:
        return []
    return [(*COLOURS, "any")[colour] for colour in s["starter"][s["starters_placed"] : s["starter_count"]]]


def _buildings(board: Board, s: Any) -> dict[str, dict[str, Any]]:
    """By site: colour, height and, from the lowest floor up, whose roof lies on it."""
    found: dict[str, dict[str, Any]] = {}
    for site, colour, height, roofs in zip(board.sites, s["colour"], s["height"], s["roof"], strict=False):
        if colour != n.EMPTY:
            owners = [None if roof == n.EMPTY else int(roof) for roof in roofs[:height]]
            found[site.id] = {"colour": COLOURS[colour], "height": int(height), "roofs": owners}
    return found


def _card(board: Board, card: int) -> str | None:
    return None if card == n.EMPTY else board.cards[card].id


def _objective(board: Board, s: Any, place: int) -> dict[str, Any]:
    objective = board.objectives[s["objective"][place]]
    return {
        "id": objective.id,
        "tokens": board.tokens[s["tokens_taken"][place] :],
        "total": objective_total(board, objective),
        "progress": [int(steps) for steps in s["progress"][: board.players, place]],
    }


def _seat(board: Board, s: Any, seat: int) -> dict[str, Any]:
    points = {source: int(value) for source, value in zip(SOURCES, s["points"][seat], strict=True)}
    place = int(s["rank"][seat])
    return {
        "id": board.player_names[seat].id,
        "stock": _by_colour(s["stock"][seat]),
        "roofs": int(s["roofs_left"][seat]),
        "track": _by_colour(s["track"][seat]),
        "stars": int(s["stars"][seat]),
        "tokens": [int(value) or None for value in s["token"][seat]],
        "visible": None if s["cone"][seat] == n.UNSET else int(s["cone"][seat]),
        "points": points,
        "total": sum(points.values()),
        "place": place or None,
    }
