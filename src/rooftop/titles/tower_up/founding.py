"""Tower Up: an order in which the buildings of a city may have been founded.

A building has one floor, plus one for every neighbour founded later (TU-29). So the latest building has one
floor, and removing it lowers its neighbours by one. Buildings that are left at the end must be starting
floors, which raise no neighbours (TU-11).
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_STEPS = 20_000  # positions of real games need less than a hundred


@dataclass
class _City:
    """What is left after some of the latest buildings were removed."""

    raised: dict[int, int]  # for each building: the later neighbours not found yet
    starting: frozenset[int] = frozenset()  # buildings known to be starting floors
    latest: tuple[int, ...] = ()  # removed, the latest first


def founding_order(heights: dict[int, int], neighbours: list[list[int]]) -> dict[int, int] | None:
    """A number for each building: 0 for starting floors, then 1, 2, ... in the order of founding. None if no
    order leads to these heights."""
    waiting, steps = [_City({site: height - 1 for site, height in heights.items()})], 0
    while waiting and steps < MOST_STEPS:
        steps += 1
        city = waiting.pop()
        free = [site for site in city.raised if city.raised[site] == 0 and site not in city.starting]
        if not free:
            if not any(city.raised.values()):
                numbers = dict.fromkeys(city.raised, 0)
                return numbers | {site: at for at, site in enumerate(reversed(city.latest), 1)}
            continue
        least: list[_City] | None = None
        for site in free:
            ways = [
                way
                for way in (
                    _with_starting_floor(city, site, neighbours),
                    _without_latest(city, site, neighbours),
                )
                if way
            ]
            if least is None or len(ways) < len(least):
                least = ways
            if len(ways) < 2:
                break
        waiting += least or []
    return None


def _without_latest(city: _City, site: int, neighbours: list[list[int]]) -> _City | None:
    """The city without its latest building: all its neighbours lose a floor."""
    raised = {other: count for other, count in city.raised.items() if other != site}
    for other in neighbours[site]:
        if other in raised:
            raised[other] -= 1
            if raised[other] < 0:
                return None
    return _possible(_City(raised, city.starting, (*city.latest, site)), neighbours)


def _with_starting_floor(city: _City, site: int, neighbours: list[list[int]]) -> _City | None:
    """The city with this building as a starting floor: neighbours that did not raise it are, too."""
    starting, found = set(city.starting), [site]
    while found:
        one = found.pop()
        if one not in starting:
            starting.add(one)
            if city.raised[one] == 0:
                found += [other for other in neighbours[one] if other in city.raised]
    return _possible(_City(city.raised, frozenset(starting), city.latest), neighbours)


def _possible(city: _City, neighbours: list[list[int]]) -> _City | None:
    """The same city, if every building has enough neighbours that may have been founded later."""
    for site, missing in city.raised.items():
        if missing > sum(other in city.raised and other not in city.starting for other in neighbours[site]):
            return None
    return city
