"""Skytopia: guild masters, the final scoring, the ranking."""

from __future__ import annotations

from rooftop.engine.bits import bit, count
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_seats, total
from rooftop.engine.state import SEATS
from rooftop.titles.skytopia.state import (
    BY_CARDS,
    BY_COINS,
    COLOURS,
    CREST_CARDS,
    CRESTS_IN_TOWER,
    FINAL_POINTS,
    FROM_COINS,
    FROM_GOLEMS,
    FROM_GUILD,
    FROM_LABORATORIES,
    IN_PLAY,
    LABORATORY,
    NOT_AT_ALL,
    PAIRS,
    SOURCES,
    TALL_TOWERS,
    TALLEST,
    TIE_BITS,
    TIE_BROKEN,
    State,
    Tables,
)

# --- guild masters -----------------------------------------------------------------------------------


@kernel
def measure_guilds(s: State, t: Tables, seat: int) -> None:
    """Update what the guild masters would give a seat now. Only its own towers change that."""
    for stack in range(IN_PLAY):
        s.guild_points[seat, stack] = guild_points(s, t, seat, s.guild[stack])


@kernel
def guild_points(s: State, t: Tables, seat: int, guild: int) -> int:
    """ST-69..81: the points a guild master gives a seat. Foundations count as cards."""
    kind = t.guild_kind[guild]
    a = t.guild_a[guild]
    found = 0
    if kind == TALLEST:
        for colour in range(COLOURS):
            found = max(found, s.height[seat, colour] + 1)
    elif kind == TALL_TOWERS:
        for colour in range(COLOURS):
            if s.height[seat, colour] + 1 >= a:
                found += 1
    elif kind == PAIRS:
        found = min(s.height[seat, a], s.height[seat, t.guild_b[guild]]) + 1
    elif kind == CRESTS_IN_TOWER:
        found = count(crests_in_tower(s, t, seat, a))
    elif kind == CREST_CARDS:
        found = cards_with_crest(s, t, seat, a)
    return found * t.guild_worth[guild]


@kernel
def crests_in_tower(s: State, t: Tables, seat: int, colour: int) -> int:
    """The crests in a tower, including its foundation, as a set."""
    crests = bit(t.foundation_crest[seat, colour])
    for level in range(s.height[seat, colour]):
        crests |= bit(t.crest[s.tower[seat, colour, level]])
    return crests


@kernel
def cards_with_crest(s: State, t: Tables, seat: int, crest: int) -> int:
    found = 0
    for colour in range(COLOURS):
        if t.foundation_crest[seat, colour] == crest:
            found += 1
        for level in range(s.height[seat, colour]):
            if t.crest[s.tower[seat, colour, level]] == crest:
                found += 1
    return found


# --- the final scoring -------------------------------------------------------------------------------


@kernel
def final_scoring(s: State, t: Tables, seat: int) -> None:
    """ST-68, ST-69, ST-82..84: points for guild masters, Laboratories, coins and golems."""
    for stack in range(IN_PLAY):
        s.points[seat, FROM_GUILD + stack] = s.guild_points[seat, stack]
    s.points[seat, FROM_LABORATORIES] = laboratory_points(s, t, seat)
    s.points[seat, FROM_COINS] = s.coins[seat] // t.coins_per_point
    s.points[seat, FROM_GOLEMS] = (t.golems - s.home[seat]) * t.golem_points
    added = 0
    for source in range(FROM_GUILD, SOURCES):
        added += s.points[seat, source]
    note(s, FINAL_POINTS, seat, added, total(s, seat))


@kernel
def laboratories(s: State, t: Tables, seat: int) -> int:
    """ST-82: the number of Laboratories in a city."""
    found = 0
    for colour in range(COLOURS):
        for level in range(s.height[seat, colour]):
            if t.effect_kind[s.tower[seat, colour, level]] == LABORATORY:
                found += 1
    return found


@kernel
def laboratory_points(s: State, t: Tables, seat: int) -> int:
    """ST-82: the points of a city's Laboratories at the end."""
    points = 0
    for colour in range(COLOURS):
        for level in range(s.height[seat, colour]):
            card = s.tower[seat, colour, level]
            if t.effect_kind[card] == LABORATORY:
                points += t.effect_limit[card]
    return points


@kernel
def tower_cards(s: State, seat: int) -> int:
    cards = 0
    for colour in range(COLOURS):
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
        note(s, TIE_BROKEN, seat, BY_CARDS * SEATS + other, cards * TIE_BITS + others_cards)
    elif cards == others_cards and left > others_left:
        note(s, TIE_BROKEN, seat, BY_COINS * SEATS + other, left * TIE_BITS + others_left)
    elif cards == others_cards and left == others_left and seat < other:
        note(s, TIE_BROKEN, seat, NOT_AT_ALL * SEATS + other, 0)


@kernel
def final_score(s: State, t: Tables, seat: int) -> int:
    """Points, then fewest cards, then coins left over, as digits of one number."""
    score = total(s, seat) * 64 + 63 - tower_cards(s, seat)
    return score * 128 + s.coins[seat] % t.coins_per_point
