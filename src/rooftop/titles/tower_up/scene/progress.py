"""How far everyone is with the objectives, and whose roofs can be seen: counted from a view."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from rooftop.core.title import View
from rooftop.titles.tower_up.board import COLOURS, Board, Objective


def visible(view: View, seat: int) -> int:
    """Roofs on the top floor of their building."""
    return sum(row["roofs"][-1] == seat for row in view["buildings"].values())


def progress(board: Board, view: View, rule: Objective, seat: int) -> tuple[int, int]:
    """How much of an objective a seat has, and how much it needs."""
    present = {site: row for site, row in view["buildings"].items() if seat in row["roofs"]}
    sites = {board.site_number[site] for site in present}
    if rule.kind == "each_colour":
        counts = [sum(row["colour"] == colour for row in present.values()) for colour in COLOURS]
        return _capped(counts, rule.per_colour)
    if rule.kind == "each_district":
        return _capped(list(_by_district(board, sites).values()), rule.per_district)
    if rule.kind == "connected_group":
        return min(_largest_group(board, sites), rule.count), rule.count
    if rule.kind == "grey_districts":
        return _two_grey(board, sites, rule)
    if rule.kind == "site_flag_count":
        have = sum(getattr(board.sites[site], rule.flag) for site in sites)
        return min(have, rule.count), rule.count
    if rule.kind == "colour_count":
        have = sum(row["colour"] == rule.colour for row in present.values())
        return min(have, rule.count), rule.count
    if rule.kind == "roofs_per_building":
        have = sum(row["roofs"].count(seat) >= rule.roofs for row in present.values())
        return min(have, rule.buildings), rule.buildings
    if rule.kind == "roof_levels":
        levels = {
            level for row in present.values() for level, owner in enumerate(row["roofs"], 1) if owner == seat
        }
        return len(levels & set(rule.levels)), len(rule.levels)
    return _borders(board, sites), rule.borders


def _capped(counts: list[int], each: int) -> tuple[int, int]:
    return sum(min(count, each) for count in counts), each * len(counts)


def _by_district(board: Board, sites: set[int]) -> dict[str, int]:
    counts = {area.id: 0 for area in board.city.district}
    for site in sites:
        counts[board.sites[site].district] += 1
    return counts


def _largest_group(board: Board, sites: set[int]) -> int:
    largest, rest = 0, set(sites)
    while rest:
        edge = [rest.pop()]
        size = 0
        while edge:
            site = edge.pop()
            size += 1
            reached = rest.intersection(board.neighbours[site])
            rest -= reached
            edge += reached
        largest = max(largest, size)
    return largest


def _two_grey(board: Board, sites: set[int], rule: Objective) -> tuple[int, int]:
    counts = _by_district(board, sites)
    grey = [area.id for area in board.city.district if area.grey]
    best = max(
        (
            min(counts[one], rule.first) + min(counts[other], rule.second)
            for one in grey
            for other in grey
            if one != other
        ),
        default=0,
    )
    return best, rule.first + rule.second


def _borders(board: Board, sites: set[int]) -> int:
    """One border, or two different ones with four different buildings."""
    crossed: list[tuple[frozenset[str], set[int]]] = []
    for a, b in board.city.streets:
        one, other = board.site_number[a], board.site_number[b]
        districts = frozenset((board.sites[one].district, board.sites[other].district))
        if len(districts) == 2 and one in sites and other in sites:
            crossed.append((districts, {one, other}))
    if any(one[0] != other[0] and not one[1] & other[1] for one, other in combinations(crossed, 2)):
        return 2
    return min(len(crossed), 1)


def holders(view: View, place: int) -> list[int | None]:
    """By seat the value of the token that was won for an objective."""
    seats: list[dict[str, Any]] = view["seats"]
    return [row["tokens"][place] for row in seats]
