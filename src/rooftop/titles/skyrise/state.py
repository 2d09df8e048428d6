"""The records of a game and of an edition, and the numbers of actions and events.

Sizes are the largest that an edition may have. The record of an edition, `t`, has the actual counts.
"""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, i64, record
from rooftop.engine.refusals import OWN_REFUSALS
from rooftop.engine.state import SEATS, SharedState

COLOURS = 4  # yellow, green, white, brown: of neighbourhoods and their discs
LETTERS = 4  # patrons A, B, C, D
SPOTS = 60  # neighbourhoods; a set of them fits into 64 bits
ISLANDS = 5  # the first is the centre
SLOTS = 4  # around the centre, for outer islands
HEADS = 4  # bridge heads of an outer island: inner left, inner right, left, right
BRIDGES = 12
FEATURES = 12  # of each kind
SETS = 4  # of building numbers, one for each player colour
HEIGHTS = 3
SHORT, MEDIUM, TALL = range(HEIGHTS)
BUILDINGS = 12  # of a player: short ones first, then medium, then tall, each in rising order of number
FIGURES = 2  # wonders of a player: two with two players, otherwise one
STRUCTURES = BUILDINGS + FIGURES
CARDS = 20  # wonder cards
PANORAMAS = 5
IN_PLAY = 2  # panoramas of a game
ROW = 4  # discs that a row of a player board takes

EMPTY = -1  # no structure, no disc, no card, no island, no bid
AROUND = -1  # as an island: all of them

# Discs: the four colours, then
WILD, COMMISSIONS, PATRON = 4, 5, 6  # PATRON: one for each letter
DISCS = PATRON + LETTERS

# Kinds of feature.
LAKE, BLIMP, WINDMILL = range(3)
FEATURE_KINDS = 3

# The strength of a bid: the number of a building; wonders beat all numbers, the Hammer beats wonders.
NO_BID, WONDER_BID, HAMMER_BID = 0, 1000, 1001

# Phases: what the seat to act decides.
START, BID, CHOOSE_COLOUR, CHOOSE_DISC, CHOOSE_WONDER, OVER = range(6)

# How an auction ended.
ALL_PASSED, NO_ROOM, WONDER_PLACED = range(3)
GOING_ON = -1

# Keys to the city.
NO_KEY, SMALL_KEY, LARGE_KEY = range(3)

# Actions.                 number of each
PLACE_BID = 0  #               structure x neighbourhood: a starting bid or a higher one
PASS = PLACE_BID + STRUCTURES * SPOTS
COLOUR = PASS + 1  #       colour of a wild disc
CARD = COLOUR + COLOURS  # wonder card
DISC = CARD + CARDS  #     neighbourhood from which the Vault takes a disc
DECLINE = DISC + SPOTS  # the Vault takes none
ACTIONS = DECLINE + 1

# Sources of points, in scoring order.
CONTROL_1, PANORAMAS_1, WONDERS, CONTROL_2, PANORAMAS_2, OBJECTIVE = range(6)
PATRONS, EXCESS, KEYS, COMMISSION = range(6, 10)
STANDING = 10  # structures, one source for each colour
SOURCES = STANDING + COLOURS

# Options, as `setup` reads them.
PANORAMA_SET, DEALT_NUMBERS, OPTIONS = range(3)

# Effects of wonders.
(HAMMER, CAPITAL, PER_BID, FEATURE_THRESHOLD, ADJACENT_STRUCTURES, ADJACENT_EMPTY) = range(6)
(REVEAL_OBJECTIVE, DISCS_OF_COLOUR, SCORE_PANORAMAS, STRUCTURES_ON_CENTRE) = range(6, 10)
(DIFFERENT_PATRONS, TALL_ON_ISLAND, OWN_TALL, PATRON_DISCS, DIFFERENT_COLOURS) = range(10, 15)
(STRUCTURES_LEFT, EXTRA_DISC, SCORE_CONTROL, LONGEST_CHAIN) = range(15, 19)
LEFT = 6  # length of the scale for structures left

# Kinds of panorama: lakes, blimps and windmills have the numbers of the features.
AT_BRIDGES, IN_CHAINS = 3, 4

# Kinds of event:           a            b
STARTED = 0  #              piece        neighbourhood
OUTBID = 1  #               piece        neighbourhood
PASSED = 2
PASSED_OVER = 3
ENDED = 4  #                how
WON = 5  #                  piece        neighbourhood
RETURNED = 6  #             how many
WONDER_RETURNED = 7  #      card
TOOK_DISC = 8  #            disc         neighbourhood
TOOK_EXTRA = 9  #           disc         neighbourhood
DECLINED = 10
MAY_LOOK = 11  #            letter       value (known to the seat)
CHOSE_COLOUR = 12  #        colour       1 if the disc went on the portrait
WONDER_SCORED = 13  #       card         points
SHOWED_OBJECTIVE = 14  #    objective
BAN_LIFTED = 15
ERA_ENDED = 16  #           era
SCORED_CONTROL = 17  #      island       how << SEATS | the seats that control it
SCORED_PANORAMA = 18  #     panorama     points
CHOSE_CARD = 19  #          card (known to the seat)
SHOWED_CARD = 20  #         card
BEGINS = 21  #              initiative   1 if the lowest card broke a tie
FINISHED = 22  #            how many finished before
WON_KEY = 23  #             key          value
SCORED_OBJECTIVE = 24  #    objective    points
SHOWED_TILES = 25  #        A, B         C, D: two values as digits of base TILE_BASE
SCORED_PATRONS = 26  #      discs        points
SCORED_EXCESS = 27  #       discs        points
SCORED_KEY = 28  #          key          points
SCORED_COMMISSIONS = 29  #  discs        points
SCORED_STRUCTURES = 30  #   structures   points
GAME_OVER = 31  #           1 if finishing first broke a tie
# How control of an island was decided: by the height in which the leader has most buildings, plus BROKEN if
# that broke a tie in a greater height; or SHARED by players tied in all heights.
BROKEN, SHARED = HEIGHTS, 2 * HEIGHTS
TILE_BASE = 128
# A piece is the number of a building, or PIECE_OF_CARD plus the number of a wonder card.
PIECE_OF_CARD = 1000

# Why an action is not legal; what the number of a refusal is, if it has one.
ONE_WONDER, NOT_ON_MAP, BID_THERE, BUILT_THERE, NO_START_THERE = range(OWN_REFUSALS, OWN_REFUSALS + 5)
LOCKED, ALREADY_BUILT, ALREADY_BID, BUILDINGS_FIRST, ONLY_HAMMER = range(
    NO_START_THERE + 1, NO_START_THERE + 6
)
CANNOT_PASS, NOT_IN_HAND, NOT_NEXT_TO_VAULT, OCCUPIED, NO_DISC = range(ONLY_HAMMER + 1, ONLY_HAMMER + 6)
NOT_NEXT_TO_BID = NO_DISC + 1  #      neighbourhood of the latest bid
TOO_LOW = NOT_NEXT_TO_BID + 1  #      the number to beat
BANNED_BY_HAMMER = TOO_LOW + 1  #     neighbourhood of the Hammer

# Laws, by number from 1.
LAWS = (
    "no disc is lost or added: the map and the player boards hold all discs of each kind",
    "no structure is lost or added: each is either locked, ready, a bid or built",
    "no card is lost or added: wonder cards, objectives and patron tiles exist exactly once",
    "each neighbourhood of the map has at most one bid or structure, and none is off the map",
    "every bid of an auction is higher than the one before and next to it",
    "the seat to act has not passed, is not the highest bidder and has a bid to make",
    "every auction builds one structure, and after the last one nobody has any left",
    "the second era begins when somebody has built everything of the first",
    "keys go to the first players to finish",
    "points are scored when they are due, and the final points match the table",
    "derived fields agree with the map",
    "a disc stays on its neighbourhood until something is built there or the Vault takes it",
)
(DISCS_KEPT, STRUCTURES_KEPT, CARDS_KEPT, ONE_PIECE, BIDS_RISE, BIDDER) = range(1, 7)
(AUCTIONS, ERAS, KEYS_IN_ORDER, POINTS, CACHES, DISCS_LIE) = range(7, 13)

# The observation.
# For each neighbourhood: in play, colour as four flags, disc as ten flags, whose bid, whose structure,
# its height as three flags, wonder, whether it is open to a bid now.
PER_SPOT = 1 + COLOURS + DISCS + SEATS + SEATS + HEIGHTS + 1 + 1
# For each seat: strength of each structure in the pool (in tenths; 0 if it is not there), structures built,
# discs by colour, patron discs, commissions, key, wonder cards as flags, has passed, is the highest bidder,
# points, objective as four flags if known, finished, islands controlled, instances of the panoramas.
PER_SEAT = STRUCTURES + 1 + COLOURS + LETTERS + 2 + CARDS + 2 + 1 + COLOURS + 1 + 1 + IN_PLAY
# Phase, seats, era, latest bid, auctions, bids in this auction, whether it is my turn.
GENERAL = 7
OBSERVATION = SPOTS * PER_SPOT + SEATS * PER_SEAT + PANORAMAS + LETTERS + CARDS + GENERAL


@record
class State(SharedState):
    points = i16(SEATS, SOURCES)

    # the map
    island_at = i8(SLOTS)  # the outer island in each slot, or EMPTY
    disc = i8(SPOTS)  # or EMPTY
    owner = i8(SPOTS)  # of the bid or structure, or EMPTY
    piece = i8(SPOTS)  # the owner's structure there, or EMPTY
    built = i64()  # neighbourhoods with a structure; elsewhere an owner has a bid
    hammer = i8()  # where the Hammer is built, or EMPTY
    bridge_count = i8(derived=True)
    bridge = i8(BRIDGES, 2, derived=True)  # the neighbourhoods at both ends
    adjacent = i64(SPOTS, derived=True)  # by borders and bridges
    free = i64(derived=True)  # unoccupied neighbourhoods of the map
    reach = i64(derived=True)  # where auctions may start if it is free: the centre, and next to structures
    own = i64(SEATS, derived=True)  # neighbourhoods where a seat has built
    tally = i8(SEATS, ISLANDS, HEIGHTS, derived=True)  # buildings by height; the Atelier counts as tall
    control = i8(ISLANDS, derived=True)  # a set of seats
    spot = i8(SEATS, STRUCTURES, derived=True)  # where each structure is, as a bid or built, or EMPTY

    # the players
    number_set = i8(SEATS)  # the player colour whose numbers a seat's buildings have
    pool = i16(SEATS)  # structures that are ready
    hand = i32(SEATS)  # wonder cards that may still be chosen
    wonder = i8(SEATS, FIGURES)  # the cards chosen for the wonders, or EMPTY
    objective = i8(SEATS)
    objective_shown = i8()  # a set of seats
    held = i8(SEATS, COLOURS)  # discs of each colour, with wild ones; beyond ROW they are on the portrait
    row = i8(SEATS, COLOURS, ROW)  # the disc in each space of a row: a colour, WILD or EMPTY
    wild = i8(SEATS, COLOURS)  # wild discs among those held
    patron = i8(SEATS, LETTERS)
    commissions = i8(SEATS)
    key = i8(SEATS)
    finished = i8(SEATS)  # 1 for the first to have built everything, then 2, ...; 0 before that

    # shared cards
    panorama = i8(IN_PLAY)
    instances = i8(SEATS, IN_PLAY, derived=True)  # how often a seat fulfils each panorama in play
    tile = i8(LETTERS)  # the value of each patron's tile, face down
    tiles_shown = i8()

    # the auction
    era = i8()
    phase = i8()
    auctions = i8()  # how many are over
    bidder = i8()  # whose bid is the highest, or EMPTY
    strength = i16()  # of that bid, or NO_BID
    bid = i8(SPOTS)  # where the bids of this auction stand, in order
    bids = i8()  # how many
    passed = i8()  # a set of seats
    bids_made = i8()  # numbered bids of the auction whose effects are going on
    site = i8()  # where a structure was just built, while its effects are going on, or EMPTY
    for_vault = i8()  # 1: the wild disc that needs a colour is the Vault's


@record
class Tables(Record):
    max_plies = i32()
    islands = i8()
    spots = i8(hashed_as="places")
    island = i8(SPOTS)
    island_set = i64(ISLANDS)
    colour = i8(SPOTS)
    colour_set = i64(COLOURS)
    border = i64(SPOTS)  # neighbours on the same island
    feature_count = i8(FEATURE_KINDS)
    feature_set = i64(FEATURE_KINDS, FEATURES)  # the neighbourhoods that touch it
    head = i8(ISLANDS, HEADS)  # the neighbourhood at each bridge head
    slot_count = i8()
    slot = i8(SLOTS)  # the slots in use
    bridges = i8()
    bridge_slot = i8(BRIDGES, 2)  # EMPTY: the centre
    bridge_head = i8(BRIDGES, 2)  # the head there; at the centre: the neighbourhood
    bag = i8(DISCS)  # discs of each kind

    number = i16(SETS, BUILDINGS)
    height = i8(BUILDINGS)
    later = i16(SETS)  # buildings of the second era
    set_of = i8(SEATS)  # the colour of each seat
    figures = i8()  # wonders of each player
    dealt = i8()  # wonder cards of each player

    cards = i8()
    card_initiative = i8(CARDS)
    card_effect = i8(CARDS)
    card_value = i8(CARDS)
    card_need = i8(CARDS)
    card_feature = i8(CARDS)
    card_scale = i8(CARDS, LEFT)
    card_switch = i8(CARDS)  # SR-71: may start at any time; SR-72: counts itself

    panoramas = i8()
    panorama_kind = i8(PANORAMAS)
    panorama_value = i8(PANORAMAS)
    panorama_need = i8(PANORAMAS)
    objective_colour = i8(COLOURS)
    objective_need = i8(COLOURS)
    objective_value = i8(COLOURS)
    tile_value = i8(LETTERS)
    row_value = i8(ROW + 1)
    excess_value = i8()
    key_value = i8(3)
    commission_value = i8()
    control_value = i8()
    ban_blocks_atelier = i8()  # SR-68
