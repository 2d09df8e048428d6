"""Skytopia: a hand-made estimate of what a position is worth to a seat, in hundredths of a point.

The greedy bot uses it to compare positions after its own turn. The weights were tuned in self-play.
"""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import best_other, total
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.rules_golems import rounds_left
from rooftop.titles.skytopia.scoring import laboratory_points
from rooftop.titles.skytopia.state import State, Tables

POINT = 100
COIN = 30  # while there is something to buy; its exchange value in the last round
GUILD = 90  # for each point of a guild master
INCOME = 20  # a point that a tower gives at every activation, with four players; with two, twice that
INCOME_LEFT = 17  # ... and more for each card in the smallest deck: the game ends when one is empty
GOLEM_CARD = 120  # a card in the city that rotates or moves golems, or activates others
WIN = 500
PROJECT = 160  # a card that will join the city: it helps with guilds and frees a golem
OVERTAKEN = 60  # a golem that will be sent home with compensation
RIVAL = 25  # for each point of the leading opponent


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """Uses only public information; the order of the decks plays no part."""
    richest = best_other(s, seat)
    if s.to_act < 0:
        return (total(s, seat) * POINT - richest * RIVAL) + (WIN if s.rank[seat] == 1 else 0)
    coin = COIN if s.ending != n.FINAL_ROUND else POINT // t.coins_per_point
    worth = total(s, seat) * POINT + s.coins[seat] * coin
    worth += laboratory_points(s, t, seat) * POINT
    for stack in range(n.IN_PLAY):
        worth += s.guild_points[seat, stack] * GUILD
    for k in range(t.golems):
        if s.golem_at[seat, k] != n.HOME:
            worth += golem_worth(s, t, seat, k)
    if s.ending == n.GOING_ON:
        income = income_worth(s)
        for colour in range(n.COLOURS):
            worth += tower_worth(s, t, seat, colour, income)
    return worth - richest * RIVAL


@kernel
def income_worth(s: State) -> int:
    """What a point is worth that a tower will give again and again."""
    smallest = s.deck_count[0]
    for colour in range(1, n.COLOURS):
        smallest = min(smallest, s.deck_count[colour])
    return (INCOME + INCOME_LEFT * smallest) * 4 // s.seats


@kernel
def tower_worth(s: State, t: Tables, seat: int, colour: int, income: int) -> int:
    """What the cards of a tower promise for later turns."""
    worth = t.effect_points[n.FOUNDATION + colour] * income
    for level in range(s.height[seat, colour]):
        worth += promise(t, s.tower[seat, colour, level], income)
    return worth


@kernel
def promise(t: Tables, card: int, income: int) -> int:
    """What a card is worth in a tower."""
    worth = t.effect_points[card] * income
    kind = t.effect_kind[card]
    if kind == n.ROTATE_GOLEM or kind == n.MOVE_GOLEM or kind == n.ACTIVATE_TOP or kind == n.ACTIVATE_ROW:
        worth += GOLEM_CARD
    return worth


@kernel
def golem_worth(s: State, t: Tables, seat: int, k: int) -> int:
    """A golem that will take its card is worth the card and the tower below it, more if it is sooner."""
    slot = s.golem_at[seat, k]
    rounds = rounds_left(s, t, s.golem_face[seat, k])
    if s.ending == n.FINAL_ROUND or (s.ending != n.GOING_ON and rounds > 1):
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
    colour = slot // n.ROWS
    points = t.effect_points[card] + t.effect_points[n.FOUNDATION + colour]
    coins = t.effect_coins[card] + t.effect_coins[n.FOUNDATION + colour]
    for level in range(s.height[seat, colour]):
        points += t.effect_points[s.tower[seat, colour, level]]
        coins += t.effect_coins[s.tower[seat, colour, level]]
    if t.effect_kind[card] == n.LABORATORY:
        points += t.effect_limit[card]
    worth = points * POINT + coins * COIN
    if s.ending == n.GOING_ON:
        worth += promise(t, card, income_worth(s))
    return worth
