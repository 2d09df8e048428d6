"""New York 1901: points during the game, the final scoring, and ranks."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first
from rooftop.engine.events import note
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_seats, total
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.state import State, Tables

# --- points in play ----------------------------------------------------------------------------------


@kernel
def unlocked(s: State, t: Tables, seat: int) -> int:
    """NY-38..40: the highest generation that a seat's points unlock."""
    points = total(s, seat)
    highest = n.BRONZE
    for generation in range(n.BRONZE, n.GENERATIONS):
        if points >= t.threshold[s.expert, generation]:
            highest = generation
    return highest


@kernel
def source_of(t: Tables, tile: int) -> int:
    """The source that the points of a tile belong to."""
    if tile >= t.own:
        return n.LEGENDARY
    return n.BUILDINGS + t.tile_generation[tile] - n.BRONZE


@kernel
def score_tile(s: State, t: Tables, seat: int, tile: int, placement: int) -> None:
    """NY-36, NY-77: score a tile and prestige at once. NY-41: this can unlock a generation."""
    before = unlocked(s, t, seat)
    s.points[seat, source_of(t, tile)] += t.tile_points[tile]
    if s.challenge == n.PRESTIGE and t.tile_generation[tile] == n.GOLD:
        points = t.prestige_points * older_neighbours(s, t, seat, placement)
        if points > 0:
            s.points[seat, n.CHALLENGE] += points
            note(s, n.PRESTIGE_WON, seat, points, 0)
    for generation in range(before + 1, unlocked(s, t, seat) + 1):
        note(s, n.UNLOCKED, seat, generation, 0)


@kernel
def older_neighbours(s: State, t: Tables, seat: int, placement: int) -> int:
    """NY-77: the number of older tiles of opponents that share a side with the placement."""
    block = t.block[placement]
    squares = t.around[placement] & ~s.land[seat, block] & s.built[n.SILVER, block]
    found = 0
    while squares != 0:
        square = t.block_first[block] + first(squares)
        squares &= ~t.mask[s.placed[s.owner[t.lot_of[square]], s.cover[square]]]
        found += 1
    return found


# --- the end -----------------------------------------------------------------------------------------


@kernel
def score_end(s: State, t: Tables) -> None:
    """NY-66: score the streets, the challenge and unused action cards."""
    for k in range(n.IN_PLAY):
        score_street(s, t, k)
    if s.challenge == n.KING:
        for generation in range(n.BRONZE, n.GENERATIONS):
            leaders = generation_leaders(s, generation)
            if count(leaders) > 1:
                note(s, n.GENERATION_TIED, s.to_act, generation, leaders)
    if s.challenge != n.NONE and s.challenge != n.PRESTIGE:
        for seat in range(s.seats):
            points = challenge_points(s, t, seat)
            s.points[seat, n.CHALLENGE] = points
            if points > 0:
                note(s, n.CHALLENGE_WON, seat, s.challenge, points)
    for seat in range(s.seats):
        cards = 0
        for card in range(n.ACTION_CARDS):
            cards += s.hand[seat, card]
        s.points[seat, n.CARDS] = cards * t.card_points  # NY-70
        if cards > 0:
            note(s, n.CARDS_KEPT, seat, cards, s.points[seat, n.CARDS])


@kernel
def score_street(s: State, t: Tables, k: int) -> None:
    """NY-67..69: points for the player with the most skyscrapers on a street; nobody on a tie."""
    street = s.street[k]
    leaders = street_leaders(s, street)
    if count(leaders) == 1:
        leader = first(leaders)
        s.points[leader, n.STREET + k] = t.street_points
        note(s, n.STREET_WON, leader, street, t.street_points)
    else:
        note(s, n.STREET_TIED, s.to_act, street, leaders)


@kernel
def street_leaders(s: State, street: int) -> int:
    """NY-68: the seats with the most skyscrapers on a street, as a set; empty if nobody has any."""
    most = 1
    leaders = 0
    for seat in range(s.seats):
        if s.on_street[seat, street] > most:
            most = s.on_street[seat, street]
            leaders = 0
        if s.on_street[seat, street] == most:
            leaders |= bit(seat)
    return leaders


@kernel
def challenge_points(s: State, t: Tables, seat: int) -> int:
    """NY-75, NY-76, NY-78, NY-79: what the challenge would pay now; 0 for prestige, which pays at once."""
    if s.challenge == n.TYCOON:
        points = 0
        for district in range(t.districts):
            if s.golden[seat, district] >= t.tycoon_gold:
                points += t.tycoon_points
        return points
    if s.challenge == n.ARCHITECT:
        return step_points(t, n.ARCHITECT, s.hexagons[seat])
    if s.challenge == n.BARON:
        return step_points(t, n.BARON, s.standing[seat, n.BRONZE])
    if s.challenge == n.KING:
        points = 0
        for generation in range(n.BRONZE, n.GENERATIONS):
            if generation_leaders(s, generation) == bit(seat):
                points += t.king_points
        return points
    return 0


@kernel
def step_points(t: Tables, challenge: int, have: int) -> int:
    """The reward of the highest step reached."""
    points = 0
    for step in range(n.STEPS):
        if have >= t.step_count[challenge, step]:
            points = t.step_points[challenge, step]
    return points


@kernel
def generation_leaders(s: State, generation: int) -> int:
    """NY-79: the seats with the most skyscrapers of a generation, as a set; empty if nobody has any."""
    most = 1
    leaders = 0
    for seat in range(s.seats):
        if s.standing[seat, generation] > most:
            most = s.standing[seat, generation]
            leaders = 0
        if s.standing[seat, generation] == most:
            leaders |= bit(seat)
    return leaders


@kernel
def rank_all(s: State, t: Tables) -> None:
    """NY-71..74: rank by points, then legendary height, then gold skyscrapers; otherwise ranks are shared."""
    for seat in range(s.seats):
        s.final_score[seat] = final_score(s, t, seat)
    rank_seats(s)


@kernel
def final_score(s: State, t: Tables, seat: int) -> int:
    """Points, feet and gold skyscrapers as one number."""
    return (total(s, seat) * 1024 + feet_of(s, t, seat)) * 32 + s.standing[seat, n.GOLD]


@kernel
def feet_of(s: State, t: Tables, seat: int) -> int:
    """The height of the seat's legendary skyscraper; 0 without one."""
    for tile in range(t.own, t.tiles):
        if s.placed[seat, tile] >= 0:
            return t.feet[tile]
    return 0


@kernel
def explain_ties(s: State, t: Tables) -> None:
    """NY-73, NY-74: note what breaks a tie in points, or that the rank is shared."""
    for seat in range(s.seats):
        other = next_in_rank(s, seat)
        if other == n.NONE or total(s, other) != total(s, seat):
            continue
        if feet_of(s, t, seat) != feet_of(s, t, other):
            note(s, n.TIE_BY_FEET, seat, other, feet_of(s, t, seat))
        elif s.standing[seat, n.GOLD] != s.standing[other, n.GOLD]:
            note(s, n.TIE_BY_GOLD, seat, other, s.standing[seat, n.GOLD])
        else:
            note(s, n.TIE_SHARED, seat, other, s.rank[seat])


@kernel
def next_in_rank(s: State, seat: int) -> int:
    """The seat after this one in order of rank, or NONE."""
    found = n.NONE
    for other in range(s.seats):
        after = s.rank[other] > s.rank[seat] or (s.rank[other] == s.rank[seat] and other > seat)
        if after and (found == n.NONE or s.rank[other] < s.rank[found]):
            found = other
    return found
