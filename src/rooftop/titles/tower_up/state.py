"""Tower Up: the record of a game, the tables of an edition, and the numbers of actions and events.

Sizes are the maximum for any edition; the tables hold the real numbers.
"""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, i64, record
from rooftop.engine.refusals import OWN_REFUSALS
from rooftop.engine.state import SEATS, SharedState

COLOURS = 4  # white, grey, brown, black: floors, buildings and machines alike
ANY = 4  # on a card: a floor of any colour
SITES = 50
DEGREE = 6  # streets that may meet at a site
LEVELS = DEGREE + 1  # a building grows at most once for every neighbour
DISTRICTS = 8
STREETS = 100
CARDS = 62  # a set of cards must fit one integer
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
UNSET = -1  # visible roofs that are not counted yet

# Phases: what the seat to act decides now.
PLACE_STARTER, COMPENSATE, TURN, CHOOSE_FLOOR, CHOOSE_ROOF, RETURN_FLOOR, END_OF_TURN, OVER = range(8)

# What triggered the end.
GOING_ON, LAST_ROOF, SHORTAGE, STALEMATE = range(4)

# Actions.                 number of each
BUILD = 0  #               site x colour; also a starting floor
ROOF = BUILD + SITES * COLOURS  # site
CARD = ROOF + SITES  #     slot of the market
FLOOR = CARD + MARKET  #   colour of a free floor
NO_FLOOR = FLOOR + COLOURS  # take no replacement
RETURN = NO_FLOOR + 1  #   colour of a floor to return
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
TOOK_CARD = 1  #            card     slot of the market
TOOK_FLOOR = 2  #           colour
LOST_FLOOR = 3  #           how many
MOVED_MACHINE = 4  #        colour   new column
BUILT = 5  #                site     colour
GREW = 6  #                 site     height
ROOFED = 7  #               site     level
WON_TOKEN = 8  #            objective, value
EXTRA_TURN = 9
DECLINED = 10
RETURNED_FLOOR = 11  #      colour
NEW_CARD = 12  #            card     slot of the market
RESHUFFLED = 13
END_BEGINS = 14  #          cause
COUNTED_ROOFS = 15  #       visible  value
GAME_OVER = 16
WENT_WITHOUT = 17
TIED = 18  #                 millions floors in stock

# Why an action is not legal; what the numbers of a refusal are, if it has any.
NO_SUCH_SITE, SITE_TAKEN, NO_ROOFS, NO_NEIGHBOUR, NO_NEW_FLOOR = range(OWN_REFUSALS, OWN_REFUSALS + 5)
NO_CARD, NOT_DECLINED, CANNOT_PASS = range(NO_NEW_FLOOR + 1, NO_NEW_FLOOR + 4)
OTHER_STARTER = CANNOT_PASS + 1  #   the colour that is next
NEIGHBOUR_ALIKE = OTHER_STARTER + 1  # the site of a neighbour in that colour
NOT_IN_TRAY = NEIGHBOUR_ALIKE + 1  # colour
NOT_IN_STOCK = NOT_IN_TRAY + 1  #    colour, floors that are needed

# Laws, by number from 1.
LAWS = (
    "floors are conserved: tray, stocks and city hold all floors of every colour",
    "cards are conserved: each is once in the pile, the market or the discards",
    "neighbouring buildings differ in colour",
    "a building has one floor, plus one for every neighbour founded later",
    "no stock is over the limit when a turn ends",
    "points are the values of tracks, tokens and counted roofs",
    "roofs are conserved, and each lies on a floor",
    "the star columns used are those that the slowest machine has reached",
    "a player has at most one token of each objective, and the best ones are taken first",
    "cached sets and prices agree with the city",
    "the market is full when a turn begins and when floors are returned",
    "players who have met an objective in play have a token of it, and nobody else has",
    "the end begins with its cause, and players count their roofs after their last turn",
    "open choices fit the phase",
    "an extra turn was earned by a star column",
)
(FLOORS_CONSERVED, CARDS_CONSERVED, NEIGHBOURS, HEIGHT, LIMIT, POINTS, ROOFS_CONSERVED) = range(1, 8)
(STARS_USED, TOKENS_IN_ORDER, CACHES, MARKET_FULL, TOKENS_MET, ENDING, PHASE, EXTRA) = range(8, 16)

# Observations.
# For each site: height, four flags for the colour, price by colour, roofs by seat, top roof by seat.
PER_SITE = 1 + COLOURS + COLOURS + SEATS + SEATS
# For each seat: stock, tracks, roofs left, star columns used, counted roofs, tokens, points.
PER_SEAT = COLOURS + COLOURS + 3 + IN_PLAY + 1
# For each card of the market: floors by colour and of any colour, machines by colour.
PER_CARD = COLOURS + 1 + COLOURS
# Phase, seats, free floors, replacements among them, extra turn, ending, last turns, cards in the pile,
# whether the observing seat is to act.
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
    stars = i8(SEATS)  # star columns used
    cone = i8(SEATS)  # counted visible roofs, or UNSET

    # the objectives
    objective = i8(IN_PLAY)
    tokens_taken = i8(IN_PLAY)
    token = i8(SEATS, IN_PLAY)  # value of the token won, or 0
    progress = i8(SEATS, IN_PLAY, derived=True)  # of `objective_total`

    # the turn
    phase = i8()
    choices = i8()  # free floors to choose
    missing = i8()  # how many of them replace floors that the tray lacks; these may be declined
    site = i8()  # of the building that waits for a roof, or EMPTY
    extra = i8()  # 1: another turn follows this one
    in_extra = i8()  # 1: this is an extra turn
    built = i8()  # 1: the player has built since the turn was passed to them
    quiet = i16()  # turns in a row without a new building, not counting extra turns
    hold = i8()  # 1: a turn ends only when the player ends it

    # before the first turn
    starter = i8(STARTERS)  # colours of the starting floors, or ANY
    starter_count = i8()
    starters_placed = i8()
    owed = i8(SEATS)  # extra floors that a seat has to choose (house rule)

    # the end
    ending = i8()
    last_turns = i8()  # last turns left, with the current one


@record
class Tables(Record):
    max_plies = i32()
    sites = i8()
    degree = i8(SITES)
    neighbour = i8(SITES, DEGREE)
    adjacent = i64(SITES)  # the neighbours as a set
    districts = i8()
    district_set = i64(DISTRICTS)
    grey_set = i64()  # of districts
    border_count = i8()
    border_site = i8(STREETS, 2)  # streets between two districts
    border_pair = i8(STREETS)  # equal numbers for the same two districts

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

    token_value = i8(TOKENS)  # best first, then 0
    objectives = i8()
    objective_kind = i8(OBJECTIVES)
    objective_total = i8(OBJECTIVES, derived=True)  # the progress that meets it
    objective_need = i8(OBJECTIVES)
    objective_also = i8(OBJECTIVES)  # a second number or a colour
    objective_set = i64(OBJECTIVES)  # sites or levels
    compensation = i8(SEATS)
    stalemate_rounds = i8()
