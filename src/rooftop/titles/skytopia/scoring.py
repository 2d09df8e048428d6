"""Skytopia: what is in a city, guild masters, the final scoring, the ranking."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_seats, total
from rooftop.engine.state import SEATS
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.state import State, Tables

# --- cities ------------------------------------------------------------------------------------------


@kernel
def survey(s: State, t: Tables, seat: int) -> None:
    """Compute the derived fields of a city from its towers."""
    for crest in range(n.CRESTS):
        s.crested[seat, crest] = 0
    s.laboratories[seat] = 0
    s.giving[seat] = 0
    for colour in range(n.COLOURS):
        enter_floor(s, t, seat, colour * n.LEVELS, n.FOUNDATION + colour)
        for level in range(s.height[seat, colour]):
            enter_floor(s, t, seat, colour * n.LEVELS + level + 1, s.tower[seat, colour, level])
    measure_guilds(s, t, seat)


@kernel
def enter_floor(s: State, t: Tables, seat: int, floor: int, card: int) -> None:
    """Update the derived fields of a city for a new floor."""
    s.crested[seat, crest_of(t, seat, card)] |= bit(floor)
    if t.effect_kind[card] == n.LABORATORY:
        s.laboratories[seat] |= bit(floor)
    if has(t.giving, card):
        s.giving[seat] |= bit(floor)


@kernel
def crest_of(t: Tables, seat: int, card: int) -> int:
    """The crest of a card, or of a seat's foundation."""
    return t.foundation_crest[seat, card - n.FOUNDATION] if card >= n.FOUNDATION else t.crest[card]


# --- guild masters -----------------------------------------------------------------------------------


@kernel
def measure_guilds(s: State, t: Tables, seat: int) -> None:
    """Update what the guild masters would give a seat now. Only its own towers change that."""
    for stack in range(n.IN_PLAY):
        s.guild_points[seat, stack] = guild_points(s, t, seat, s.guild[stack])


@kernel
def guild_points(s: State, t: Tables, seat: int, guild: int) -> int:
    """ST-69..81: the points a guild master gives a seat. Foundations count as cards."""
    kind = t.guild_kind[guild]
    a = t.guild_a[guild]
    found = 0
    if kind == n.TALLEST:
        for colour in range(n.COLOURS):
            found = max(found, s.height[seat, colour] + 1)
    elif kind == n.TALL_TOWERS:
        for colour in range(n.COLOURS):
            if s.height[seat, colour] + 1 >= a:
                found += 1
    elif kind == n.PAIRS:
        found = min(s.height[seat, a], s.height[seat, t.guild_b[guild]]) + 1
    elif kind == n.CRESTS_IN_TOWER:
        found = count(crests_in_tower(s, seat, a))
    elif kind == n.CREST_CARDS:
        found = count(s.crested[seat, a])
    return found * t.guild_worth[guild]


@kernel
def crests_in_tower(s: State, seat: int, colour: int) -> int:
    """The crests in a tower, including its foundation, as a set."""
    tower = (bit(n.LEVELS) - 1) << (colour * n.LEVELS)
    crests = 0
    for crest in range(n.CRESTS):
        if s.crested[seat, crest] & tower != 0:
            crests |= bit(crest)
    return crests


# --- the final scoring -------------------------------------------------------------------------------


@kernel
def final_scoring(s: State, t: Tables, seat: int) -> None:
    """ST-68, ST-69, ST-82..84: points for guild masters, Laboratories, coins and golems."""
    for stack in range(n.IN_PLAY):
        s.points[seat, n.FROM_GUILD + stack] = s.guild_points[seat, stack]
    s.points[seat, n.FROM_LABORATORIES] = laboratory_points(s, t, seat)
    s.points[seat, n.FROM_COINS] = s.coins[seat] // t.coins_per_point
    s.points[seat, n.FROM_GOLEMS] = (t.golems - s.home[seat]) * t.golem_points
    added = 0
    for source in range(n.FROM_GUILD, n.SOURCES):
        added += s.points[seat, source]
    note(s, n.FINAL_POINTS, seat, added, total(s, seat))


@kernel
def laboratory_points(s: State, t: Tables, seat: int) -> int:
    """ST-82: the points of a city's Laboratories at the end."""
    points = 0
    floors = s.laboratories[seat]
    while floors != 0:
        floor = first(floors)
        points += t.effect_limit[s.tower[seat, floor // n.LEVELS, floor % n.LEVELS - 1]]
        floors &= floors - 1
    return points


@kernel
def tower_cards(s: State, seat: int) -> int:
    cards = 0
    for colour in range(n.COLOURS):
        cards += s.height[seat, colour]
    return cards


@kernel
def rank_all(s: State, t: Tables) -> None:
    """ST-85: most points, then fewest tower cards, then most coins left over; otherwise ranks are shared."""
    for seat in range(s.seats):
        s.final_score[seat] = final_score(s, t, seat)
    rank_seats(s)
    for seat in range(s.seats):
        for other in range(s.seats):
            if total(s, seat) == total(s, other):
                tell_tie(s, t, seat, other)


@kernel
def tell_tie(s: State, t: Tables, seat: int, other: int) -> None:
    """ST-85: note how a tie on points between two seats is broken, or that it is not."""
    cards = tower_cards(s, seat)
    others_cards = tower_cards(s, other)
    left = s.coins[seat] % t.coins_per_point
    others_left = s.coins[other] % t.coins_per_point
    if cards < others_cards:
        note(s, n.TIE_BROKEN, seat, n.BY_CARDS * SEATS + other, cards * n.TIE_BITS + others_cards)
    elif cards == others_cards and left > others_left:
        note(s, n.TIE_BROKEN, seat, n.BY_COINS * SEATS + other, left * n.TIE_BITS + others_left)
    elif cards == others_cards and left == others_left and seat < other:
        note(s, n.TIE_BROKEN, seat, n.NOT_AT_ALL * SEATS + other, 0)


@kernel
def final_score(s: State, t: Tables, seat: int) -> int:
    """Points, then fewest cards, then coins left over, as digits of one number."""
    score = total(s, seat) * 64 + 63 - tower_cards(s, seat)
    return score * 128 + s.coins[seat] % t.coins_per_point
