"""Tower Up: in which order the buildings of a city may have been founded.

A building has one floor, and one more for every neighbour founded later (TU-29). So whatever was founded
last has one floor, and taking it away lowers its neighbours by one. What cannot be taken away any more must
be starting floors, which raise nobody (TU-11).
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_STEPS = 20_000  # of the search; positions of real games need less than a hundred


@dataclass
class _City:
    """What is left when the latest buildings have been taken away."""

    raised: dict[int, int]  # for each building the later neighbours that are still to be found
    starting: frozenset[int] = frozenset()  # buildings known to be starting floors
    latest: tuple[int, ...] = ()  # taken away, the latest first


def founding_order(heights: dict[int, int], neighbours: list[list[int]]) -> dict[int, int] | None:
    """For each building 0, a starting floor, or 1, 2, ... in the order of founding; None if no order explains
    these heights."""
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
            ways = [way for way in (_kept(city, site, neighbours), _taken(city, site, neighbours)) if way]
            if least is None or len(ways) < len(least):
                least = ways
            if len(ways) < 2:
                break
        waiting += least or []
    return None


def _taken(city: _City, site: int, neighbours: list[list[int]]) -> _City | None:
    """Without the building that was founded last: all its neighbours lose the floor that it cost."""
    raised = {other: count for other, count in city.raised.items() if other != site}
    for other in neighbours[site]:
        if other in raised:
            raised[other] -= 1
            if raised[other] < 0:
                return None
    return _checked(_City(raised, city.starting, (*city.latest, site)), neighbours)


def _kept(city: _City, site: int, neighbours: list[list[int]]) -> _City | None:
    """With the building as a starting floor: neighbours that did not raise it are starting floors too."""
    starting, found = set(city.starting), [site]
    while found:
        one = found.pop()
        if one not in starting:
            starting.add(one)
            if city.raised[one] == 0:
                found += [other for other in neighbours[one] if other in city.raised]
    return _checked(_City(city.raised, frozenset(starting), city.latest), neighbours)


def _checked(city: _City, neighbours: list[list[int]]) -> _City | None:
    """The same, if every building still has enough neighbours that may have been founded later."""
    for site, missing in city.raised.items():
        if missing > sum(other in city.raised and other not in city.starting for other in neighbours[site]):
            return None
    return city
