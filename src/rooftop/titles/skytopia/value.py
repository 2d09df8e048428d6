"""Skytopia: a hand-made estimate of what a position is worth to a seat, in hundredths of a point.

The greedy bot uses it to compare positions after its own turn. The weights were tuned in self-play.
"""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.titles.skytopia.golems import rounds_left
from rooftop.titles.skytopia.scoring import final_score, laboratory_points
from rooftop.titles.skytopia.state import (
    FINAL_ROUND,
    FOUNDATION,
    GOING_ON,
    HOME,
    IN_PLAY,
    LABORATORY,
    ROWS,
    State,
    Tables,
)

POINT = 100
COIN = 30  # while there is something to buy; its exchange value in the last round
GUILD = 90  # for each point of a guild master
PROJECT = 160  # a card that will join the city: it helps with guilds and frees a golem
OVERTAKEN = 60  # a golem that will be sent home with compensation
RIVAL = 25  # for each point of the leading opponent


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """Uses only public information; the order of the decks plays no part."""
    if s.to_act < 0:
        return final_score(s, t, seat)
    coin = COIN if s.ending != FINAL_ROUND else POINT // t.coins_per_point
    worth = total(s, seat) * POINT + s.coins[seat] * coin
    worth += laboratory_points(s, t, seat) * POINT
    for stack in range(IN_PLAY):
        worth += s.guild_points[seat, stack] * GUILD
    for k in range(t.golems):
        if s.golem_at[seat, k] != HOME:
            worth += golem_worth(s, t, seat, k)
    richest = 0
    for other in range(s.seats):
        if other != seat:
            richest = max(richest, total(s, other))
    return worth - richest * RIVAL


@kernel
def golem_worth(s: State, t: Tables, seat: int, k: int) -> int:
    """A golem that will take its card is worth the card and the tower below it, more if it is sooner."""
    slot = s.golem_at[seat, k]
    rounds = rounds_left(s, t, s.golem_face[seat, k])
    if s.ending == FINAL_ROUND or (s.ending != GOING_ON and rounds > 1):
        return t.golem_points * POINT
    for other in range(s.seats):
        for j in range(t.golems):
            if s.golem_at[other, j] == slot and rounds_left(s, t, s.golem_face[other, j]) < rounds:
                return 0 if other == seat else OVERTAKEN
    return (PROJECT + card_worth(s, t, seat, slot)) * (8 - rounds) // 8


@kernel
def card_worth(s: State, t: Tables, seat: int, slot: int) -> int:
    """What the tower gives when it is activated with this card on top."""
    card = s.market[slot]
    colour = slot // ROWS
    points = t.effect_points[card] + t.effect_points[FOUNDATION + colour]
    coins = t.effect_coins[card] + t.effect_coins[FOUNDATION + colour]
    for level in range(s.height[seat, colour]):
        points += t.effect_points[s.tower[seat, colour, level]]
        coins += t.effect_coins[s.tower[seat, colour, level]]
    if t.effect_kind[card] == LABORATORY:
        points += t.effect_limit[card]
    return points * POINT + coins * COIN
