"""New York 1901: technology, prestige, and what the end of the game is worth."""

from __future__ import annotations

from rooftop.core.bits import first
from rooftop.core.events import note
from rooftop.core.kernel import kernel
from rooftop.titles.new_york_1901.state import (
    ACTION_CARDS,
    ARCHITECT,
    BARON,
    BRONZE,
    BUILDINGS,
    CARDS,
    CARDS_KEPT,
    CHALLENGE,
    CHALLENGE_WON,
    GENERATIONS,
    GOLD,
    IN_PLAY,
    KING,
    LEGENDARY,
    NONE,
    PRESTIGE,
    PRESTIGE_WON,
    SOURCES,
    STEPS,
    STREET,
    STREET_TIED,
    STREET_WON,
    TYCOON,
    UNLOCKED,
    State,
    Tables,
)

# --- points in play ----------------------------------------------------------------------------------


@kernel
def total(s: State, seat: int) -> int:
    """NY-72: the points of a seat from all sources, as on the score track."""
    points = 0
    for source in range(SOURCES):
        points += s.points[seat, source]
    return points


@kernel
def unlocked(s: State, t: Tables, seat: int) -> int:
    """NY-38..40: the highest generation that the seat's points allow."""
    points = total(s, seat)
    highest = BRONZE
    for generation in range(BRONZE, GENERATIONS):
        if points >= t.threshold[s.expert, generation]:
            highest = generation
    return highest


@kernel
def source_of(t: Tables, tile: int) -> int:
    """Where the points of a tile are written down."""
    if tile >= t.own:
        return LEGENDARY
    return BUILDINGS + t.tile_generation[tile] - BRONZE


@kernel
def score_tile(s: State, t: Tables, seat: int, tile: int, place: int) -> None:
    """NY-36, NY-77: the points of the tile and of prestige at once; they may unlock a generation (NY-41)."""
    before = unlocked(s, t, seat)
    s.points[seat, source_of(t, tile)] += t.tile_points[tile]
    if s.challenge == PRESTIGE and t.tile_generation[tile] == GOLD:
        points = t.prestige_points * older_neighbours(s, t, seat, place)
        if points > 0:
            s.points[seat, CHALLENGE] += points
            note(s, PRESTIGE_WON, seat, points, 0)
    for generation in range(before + 1, unlocked(s, t, seat) + 1):
        note(s, UNLOCKED, seat, generation, 0)


@kernel
def older_neighbours(s: State, t: Tables, seat: int, place: int) -> int:
    """NY-77: opponents' tiles of an earlier generation that share a side with the placement."""
    block = t.block[place]
    squares = t.around[place] & ~s.land[seat, block] & ~s.built[GOLD, block]
    found = 0
    while squares != 0:
        square = t.block_first[block] + first(squares)
        tile = s.cover[square]
        if tile == NONE:
            squares &= squares - 1
        else:
            found += 1
            squares &= ~t.mask[s.placed[s.owner[t.lot_of[square]], tile]]
    return found


# --- the end -----------------------------------------------------------------------------------------


@kernel
def score_end(s: State, t: Tables) -> None:
    """NY-66: streets, the challenge, unused action cards."""
    for k in range(IN_PLAY):
        score_street(s, t, k)
    if s.challenge != NONE and s.challenge != PRESTIGE:
        for seat in range(s.seats):
            points = challenge_points(s, t, seat)
            s.points[seat, CHALLENGE] = points
            if points > 0:
                note(s, CHALLENGE_WON, seat, s.challenge, points)
    for seat in range(s.seats):
        cards = 0
        for card in range(ACTION_CARDS):
            cards += s.hand[seat, card]
        s.points[seat, CARDS] = cards * t.card_points  # NY-70
        if cards > 0:
            note(s, CARDS_KEPT, seat, cards, s.points[seat, CARDS])


@kernel
def score_street(s: State, t: Tables, k: int) -> None:
    """NY-67..69: to the one player with the most skyscrapers on the street."""
    street = s.street[k]
    most = 0
    for seat in range(s.seats):
        most = max(most, s.on_street[seat, street])
    leader = NONE
    leaders = 0
    for seat in range(s.seats):
        if s.on_street[seat, street] == most:
            leader = seat
            leaders += 1
    if most > 0 and leaders == 1:
        s.points[leader, STREET + k] = t.street_points
        note(s, STREET_WON, leader, street, t.street_points)
    else:
        note(s, STREET_TIED, s.to_act, street, 0)


@kernel
def challenge_points(s: State, t: Tables, seat: int) -> int:
    """NY-75, NY-76, NY-78, NY-79: what the challenge in play would give now; prestige is paid at once."""
    if s.challenge == TYCOON:
        points = 0
        for district in range(t.districts):
            if s.golden[seat, district] >= t.tycoon_gold:
                points += t.tycoon_points
        return points
    if s.challenge == ARCHITECT:
        return step_points(t, ARCHITECT, s.hexagons[seat])
    if s.challenge == BARON:
        return step_points(t, BARON, s.standing[seat, BRONZE])
    if s.challenge == KING:
        points = 0
        for generation in range(BRONZE, GENERATIONS):
            if leads_generation(s, seat, generation):
                points += t.king_points
        return points
    return 0


@kernel
def step_points(t: Tables, challenge: int, have: int) -> int:
    """The reward of the highest step that has been reached."""
    points = 0
    for step in range(STEPS):
        if have >= t.step_count[challenge, step]:
            points = t.step_points[challenge, step]
    return points


@kernel
def leads_generation(s: State, seat: int, generation: int) -> bool:
    """NY-79: more than every other player, and at least one."""
    own = s.standing[seat, generation]
    for other in range(s.seats):
        if other != seat and s.standing[other, generation] >= own:
            return False
    return own > 0


@kernel
def rank_seats(s: State, t: Tables) -> None:
    """NY-71..74: most points, then the tallest legendary skyscraper, then gold, then a shared place."""
    for seat in range(s.seats):
        better = 0
        for other in range(s.seats):
            if final_rank(s, t, other) > final_rank(s, t, seat):
                better += 1
        s.place[seat] = better + 1


@kernel
def final_rank(s: State, t: Tables, seat: int) -> int:
    """Points, feet and gold as the digits of one number."""
    feet = 0
    for tile in range(t.own, t.tiles):
        if s.placed[seat, tile] >= 0:
            feet = t.feet[tile]
    return (total(s, seat) * 1024 + feet) * 32 + s.standing[seat, GOLD]
