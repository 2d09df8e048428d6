"""Tower Up: the record of a game, the tables made from an edition, and the numbers of actions.

Sizes are the most an edition may have; `t` holds the real numbers.
"""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, i64, record
from rooftop.engine.state import SEATS, SharedState

COLOURS = 4  # white, grey, brown, black: floors, buildings and machines alike
ANY = 4  # on a card: a floor of any colour
SITES = 50
DEGREE = 6  # streets that may meet at a site
LEVELS = DEGREE + 1  # a building grows once for every neighbour
DISTRICTS = 8
STREETS = 100
CARDS = 62  # a set of cards is one number
MARKET = 4
CARD_FLOORS = 6
STARTERS = 8
OBJECTIVES = 12
IN_PLAY = 3  # objectives in a game, one for each shape of bonus token
TOKENS = 4  # of each shape
COLUMNS = 24
STARS = 8
CONES = 12

EMPTY = -1  # no building, no roof, no card
UNSET = -1  # a cone that has not been placed

# Phases: what the seat to act decides now.
PLACE_STARTER, COMPENSATE, TURN, CHOOSE_FLOOR, CHOOSE_ROOF, RETURN_FLOOR, END_OF_TURN, OVER = range(8)

# How a game came to its end.
GOING_ON, LAST_ROOF, SHORTAGE, STALEMATE = range(4)

# Actions.                 number of each
BUILD = 0  #               site x colour; also a starting floor
ROOF = BUILD + SITES * COLOURS  # site
CARD = ROOF + SITES  #     place in the market
FLOOR = CARD + MARKET  #   colour of a free floor
NO_FLOOR = FLOOR + COLOURS  # go without a replacement
RETURN = NO_FLOOR + 1  #   colour of a floor that goes back
END = RETURN + COLOURS  #  end the turn, or decline an extra one
ACTIONS = END + 1

# Sources of points.
TRACK = 0  # one for each colour
CONE = TRACK + COLOURS
TOKEN = CONE + 1  # one for each objective in play
SOURCES = TOKEN + IN_PLAY

# Options, as `setup` reads them.
OBJECTIVE_SET, STARTING_FLOORS, PLACED_BY_FIRST, HOLD, COMPENSATION, OPTIONS = range(6)

# Kinds of objective.
(EACH_COLOUR, EACH_DISTRICT, CONNECTED_GROUP, GREY_DISTRICTS, SITES_IN_SET, COLOUR_COUNT) = range(6)
(ROOFS_PER_BUILDING, ROOF_LEVELS, BORDER_PAIRS) = range(6, 9)

# Kinds of event:           a        b
PLACED_STARTER = 0  #       site     colour
TOOK_CARD = 1  #            card     place in the market
TOOK_FLOOR = 2  #           colour
LOST_FLOOR = 3  #           how many
MOVED_MACHINE = 4  #        colour   column it stands on
BUILT = 5  #                site     colour
GREW = 6  #                 site     height
ROOFED = 7  #               site     level
WON_TOKEN = 8  #            objective, value
EXTRA_TURN = 9
DECLINED = 10
RETURNED_FLOOR = 11  #      colour
NEW_CARD = 12  #            card     place in the market
RESHUFFLED = 13
END_BEGINS = 14  #          how
COUNTED_ROOFS = 15  #       visible  value
GAME_OVER = 16
WENT_WITHOUT = 17
TIED = 18  #                 millions floors in stock

# Laws, by number from 1.
LAWS = (
    "no floor is lost or made: tray, stocks and city hold every colour's floors",
    "no card is lost or made: each is once in the pile, the market or the discards",
    "neighbouring buildings differ in colour",
    "a building is one floor high and one more for every neighbour founded later",
    "no stock is over the limit when a turn ends",
    "points are what tracks, tokens and counted roofs are worth",
    "no roof is lost or made, and each lies on a floor",
    "star columns used are those that the slowest machine has reached",
    "a player has at most one token of each objective, the best first",
    "sets and prices kept beside the city agree with it",
    "the market is full when a turn begins and when floors go back",
    "whoever has met an objective in play has a token of it, and nobody else",
    "the end begins with its cause, and whoever has had the last turn has counted",
    "what is still to be decided fits the phase",
    "an extra turn was earned by a star column",
)
(FLOORS_KEPT, CARDS_KEPT, NEIGHBOURS, HEIGHT, LIMIT, POINTS, ROOFS_KEPT) = range(1, 8)
(STARS_USED, TOKENS_IN_ORDER, CACHES, MARKET_FULL, TOKENS_MET, ENDING, PHASE, EXTRA) = range(8, 16)

# What a learner sees.
# For each site: height, colour as four flags, price by colour, roofs of each seat, whose roof is on top.
PER_SITE = 1 + COLOURS + COLOURS + SEATS + SEATS
# For each seat: stock, tracks, roofs left, star columns used, visible-roof count, tokens, points.
PER_SEAT = COLOURS + COLOURS + 3 + IN_PLAY + 1
# For each market card: floors by colour and any colour, machines by colour.
PER_CARD = COLOURS + 1 + COLOURS
# Phase, seats, free floors, those that may be declined, extra turn, ending, final turns left, cards in the
# pile, whether it is my turn.
GENERAL = 9
OBSERVATION = (
    SITES * PER_SITE + SEATS * PER_SEAT + MARKET * PER_CARD + COLOURS + OBJECTIVES + IN_PLAY + GENERAL
)


@record
class State(SharedState):
    points = i16(SEATS, SOURCES)

    # the city
    colour = i8(SITES)  # of the building, or EMPTY
    height = i8(SITES)
    roof = i8(SITES, LEVELS)  # roof[site, level - 1]: the seat whose roof lies on that floor, or EMPTY
    founded = i16(SITES)  # 0 for starting floors and empty sites, then 1, 2, ... in order
    foundings = i16()
    open = i64(derived=True)  # empty sites next to a building
    price = i32(SITES, derived=True)  # neighbours of each colour, one byte each, white lowest
    of_colour = i64(COLOURS, derived=True)  # buildings of each colour
    present = i64(SEATS, derived=True)  # buildings with a roof of the seat

    # the tray and the cards
    tray = i8(COLOURS)
    pile = i8(CARDS)  # face down; the top is the last
    pile_count = i8()
    discard = i8(CARDS)
    discard_count = i8()
    market = i8(MARKET)  # a card or EMPTY

    # the players
    stock = i8(SEATS, COLOURS)
    roofs_left = i8(SEATS)
    track = i8(SEATS, COLOURS)  # the column of each machine
    stars = i8(SEATS)  # star columns that have been used
    cone = i8(SEATS)  # visible roofs when they were counted, or UNSET

    # the objectives
    objective = i8(IN_PLAY)
    tokens_taken = i8(IN_PLAY)
    token = i8(SEATS, IN_PLAY)  # value of the token won, or 0
    progress = i8(SEATS, IN_PLAY, derived=True)  # of `objective_total`

    # the turn
    phase = i8()
    choices = i8()  # free floors that are still to be chosen
    missing = i8()  # how many of them replace floors that the tray lacks, and may be declined
    site = i8()  # of the building founded in this turn, or EMPTY
    extra = i8()  # 1: another turn follows this one
    in_extra = i8()  # 1: this is an extra turn
    built = i8()  # 1: the player has founded a building since the turn came to them
    quiet = i16()  # turns in a row, extra turns not counted, without a new building
    hold = i8()  # 1: a turn ends only when the player says so

    # before the first turn
    starter = i8(STARTERS)  # colours of the starting floors, ANY for a free choice
    starter_count = i8()
    starters_placed = i8()
    owed = i8(SEATS)  # floors of free choice still due to a seat (house option)

    # the end
    ending = i8()
    last_turns = i8()  # final turns still to come


@record
class Tables(Record):
    max_plies = i32()
    sites = i8()
    degree = i8(SITES)
    neighbour = i8(SITES, DEGREE)
    adjacent = i64(SITES)  # the same as sets
    districts = i8()
    district_set = i64(DISTRICTS)
    grey_set = i64()  # of districts
    border_count = i8()
    border_site = i8(STREETS, 2)  # streets between two districts
    border_pair = i8(STREETS)  # which two: equal numbers for the same border

    floors_per_colour = i8()
    start_stock = i8(COLOURS)
    stock_limit = i8()
    roofs = i8()
    market_size = i8()

    cards = i8()
    card_floors = i8(CARDS)
    card_floor = i8(CARDS, CARD_FLOORS)  # bottom to top
    card_machines = i8(CARDS, COLOURS)  # steps on each track

    last_column = i8()
    column_value = i8(COLUMNS)
    start_column = i8()
    star_count = i8()
    star = i8(STARS)
    cone_fields = i8()
    cone_value = i8(CONES)

    token_value = i8(TOKENS)  # best first, 0 where there is none
    objectives = i8()
    objective_kind = i8(OBJECTIVES)
    objective_total = i8(OBJECTIVES, derived=True)  # how much progress meets it
    objective_need = i8(OBJECTIVES)
    objective_also = i8(OBJECTIVES)  # a second number, where there is one
    objective_set = i64(OBJECTIVES)  # sites, levels or a colour
    compensation = i8(SEATS)
    stalemate_rounds = i8()
