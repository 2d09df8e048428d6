"""The secrets: objectives, wonder cards not yet shown, and patron tiles."""

from __future__ import annotations

from rooftop.engine.bits import bit
from rooftop.engine.kernel import kernel
from rooftop.engine.rng import one_of, reseed
from rooftop.engine.state import EVERYONE
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.state import State, Tables


@kernel
def blind(s: State, t: Tables, seat: int, salt: int) -> None:
    """SR-14: re-deal everything that `seat` does not know, using `salt`."""
    reseed(s, salt)
    blind_tiles(s, t, seat)
    blind_objectives(s, seat)
    if s.era == 1:
        blind_wonder_cards(s, t, seat)


@kernel
def knows_tile(s: State, seat: int, letter: int) -> bool:
    """SR-35: a player with a disc of a letter knows its tile; at the end everyone does."""
    return s.tiles_shown == 1 or (seat >= 0 and s.patron[max(seat, 0), letter] > 0)


@kernel
def blind_tiles(s: State, t: Tables, seat: int) -> None:
    left = bit(n.LETTERS) - 1  # tiles, by their index in the edition
    for letter in range(n.LETTERS):
        if knows_tile(s, seat, letter):
            tile = 0
            while left & bit(tile) == 0 or t.tile_value[tile] != s.tile[letter]:
                tile += 1
            left &= ~bit(tile)
    for letter in range(n.LETTERS):
        if not knows_tile(s, seat, letter):
            tile = one_of(s, left)
            left &= ~bit(tile)
            s.tile[letter] = t.tile_value[tile]


@kernel
def blind_objectives(s: State, seat: int) -> None:
    left = bit(n.COLOURS) - 1
    for other in range(s.seats):
        if other == seat or s.objective_shown & bit(other) != 0:
            left &= ~bit(s.objective[other])
    for other in range(s.seats):
        if other != seat and s.objective_shown & bit(other) == 0:
            s.objective[other] = one_of(s, left)
            left &= ~bit(s.objective[other])


@kernel
def blind_wonder_cards(s: State, t: Tables, seat: int) -> None:
    """SR-43: hands, and choices until they are shown. Only the number of cards chosen is known."""
    left = bit(t.cards) - 1
    if seat >= 0:
        left &= ~s.hand[seat]
        for figure in range(n.FIGURES):
            if s.wonder[seat, figure] != n.EMPTY:
                left &= ~bit(s.wonder[seat, figure])
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = 0
            cards = t.dealt
            for figure in range(n.FIGURES):
                if s.wonder[other, figure] != n.EMPTY:
                    s.wonder[other, figure] = one_of(s, left)
                    left &= ~bit(s.wonder[other, figure])
                    cards -= 1
            for _ in range(cards):
                card = one_of(s, left)
                left &= ~bit(card)
                s.hand[other] |= bit(card)


@kernel
def known_to(s: State, t: Tables, action: int) -> int:
    """Only the choice of a wonder card is secret."""
    return bit(s.to_act) if s.phase == n.CHOOSE_WONDER else EVERYONE
