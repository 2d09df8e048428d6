"""New York 1901: the state of a game, the tables of an edition, and the numbers of actions.

Sizes are the maximum for any edition; `t` holds the actual numbers.

A block is a group of connected building squares. A tile never leaves its block, so one integer can hold a set
of squares: `land`, `built` and the masks of placements are sets of squares of one block. Squares are numbered
block by block:

    square = t.block_first[block] + index in the block
"""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, i64, record
from rooftop.engine.refusals import OWN_REFUSALS
from rooftop.engine.state import SEATS, SharedState

LOTS = 72
HALF = 36  # lots in one set; two sets hold them all
SQUARES = 180
BLOCKS = 20
BLOCK_SQUARES = 30  # a set of them is one 32-bit integer
DISTRICTS = 6
SMALL, BIG = 2, 3  # squares in a lot
KINDS = 2 * DISTRICTS  # a lot card shows a district and a size: kind = 2 * district + (size - SMALL)
LOTS_OF_KIND = 16
STREETS = 6
IN_PLAY = 3  # streets in a game
MARKET = 4
TILES = 24  # the starting property, the player's own skyscrapers, the legendary ones
SHAPES = 24
PLACEMENTS = 1800
CHARACTERS = 6

FREE = -1  # a lot that nobody owns
NONE = -1  # no card, tile, placement or challenge
OUT = -2  # a lot of a district that is not in the game; a demolished tile
START_TILE = 0  # the starting property

# Generations. Legendary skyscrapers are gold.
NO_GENERATION, BRONZE, SILVER, GOLD, GENERATIONS = range(5)

# Action cards.
BOOM_CARD, SHIFT_CARD, GRAB_CARD, ACTION_CARDS = range(4)

# Challenges.
TYCOON, ARCHITECT, PRESTIGE, BARON, KING, CHALLENGES = range(6)
STEPS = 3  # of a challenge that rewards numbers of skyscrapers

# Phases: what the seat to act decides.
TURN = 0  #          start of a turn: a card, a tile to rebuild with, or an action card
CHOOSE_LOT = 1  #    a card is taken: a lot for the worker
BUILD = 2  #         land is acquired: a tile, or none
CHOOSE_PLACE = 3  #  a tile is chosen: its placement
AFTER = 4  #         the first skyscraper is built: an action card, or the end of the turn
GRAB_LAND = 5  #     Land Grab: a two-square card
BOOM_BUILD = 6  #    Construction Boom: a tile
BLOCKED = 7  #       no worker and nothing to build: a lot to give back
DONE = 8  #          only the end of the turn is left
OVER = 9

# What triggered the end.
GOING_ON, TILES_BUILT, CARDS_GONE, STALEMATE = range(4)

# Actions: the first number of each kind, and what is added to it.
CARD = 0  #            slot in the market
LOT = CARD + MARKET  # lot for the worker
RETURN = LOT + LOTS  # lot to give back
TILE = RETURN + LOTS  # tile
BOOM = TILE + TILES  #  play Construction Boom
SHIFT = BOOM + 1  #    play Market Shift
GRAB = SHIFT + 1  #    play Land Grab
END = GRAB + 1  #      end the turn
PLACE = END + 1  #     placement of the chosen tile
ACTIONS = PLACE + PLACEMENTS

# Sources of points.
BUILDINGS = 0  # one for each of bronze, silver and gold
LEGENDARY = GOLD
STREET = LEGENDARY + 1  # one for each street in play
CHALLENGE = STREET + IN_PLAY
CARDS = CHALLENGE + 1
SOURCES = CARDS + 1

# Options, as `setup` reads them.
STREET_SET, CHALLENGE_CHOICE, EXPERT, HOLD, OPTIONS = range(5)
AT_RANDOM = -1  # for CHALLENGE_CHOICE; otherwise a challenge, or CHALLENGES for none

# Kinds of event:       a           b
TOOK_CARD = 0  #        kind        slot in the market
ACQUIRED = 1  #         lot
DEMOLISHED = 2  #       tile        placement
BUILT = 3  #            tile        placement
WORKERS_BACK = 4  #     workers
WORKER_OUT = 5  #       lot: emptied by a demolition
PRESTIGE_WON = 6  #     points
UNLOCKED = 7  #         generation
PLAYED = 8  #           action card
SHIFTED = 9  #          cards put under the future market
RETURNED = 10  #        lot
NEW_CARD = 11  #        kind        slot in the market
FEW_LEFT = 12  #        unbuilt tiles
NO_BUILD = 13
END_BEGINS = 14  #      cause
STREET_WON = 15  #      street      points
STREET_TIED = 16  #     street      the seats with the most skyscrapers there, as a set
CHALLENGE_WON = 17  #   challenge   points
CARDS_KEPT = 18  #      cards       points
GAME_OVER = 19
QUIET_ROUND = 20  #     rounds without a new skyscraper
GENERATION_TIED = 21  # generation  the seats with the most of it, as a set
TIE_BY_FEET = 22  #     other seat  feet; the event's seat ranks higher
TIE_BY_GOLD = 23  #     other seat  gold skyscrapers
TIE_SHARED = 24  #      other seat  rank

# Why an action is not legal; what the numbers of a refusal are, if it has any.
NO_WORKER, NO_CARD, ONLY_SMALL, CARD_PLAYED = range(OWN_REFUSALS, OWN_REFUSALS + 4)
NO_SUCH_LOT, LOT_OUT, OTHER_DISTRICT, OTHER_SIZE, LOT_TAKEN = range(CARD_PLAYED + 1, CARD_PLAYED + 6)
NOT_YOUR_LOT, LOT_BUILT_ON, CANNOT_PASS, MUST_BUILD = range(LOT_TAKEN + 1, LOT_TAKEN + 5)
NO_SUCH_TILE, TILE_BUILT, LEGEND_BUILT, SECOND_LEGEND = range(MUST_BUILD + 1, MUST_BUILD + 5)
LAND_FIRST, NO_REBUILDING, NO_ROOM, OTHER_SHAPE = range(SECOND_LEGEND + 1, SECOND_LEGEND + 5)
NOTHING_BUILT, END_TRIGGERED, TURN_BEGUN, BIG_LOT = range(OTHER_SHAPE + 1, OTHER_SHAPE + 5)
FUTURE_TOO_SMALL, NO_SMALL_CARD = range(BIG_LOT + 1, BIG_LOT + 3)
TILE_LOCKED = NO_SMALL_CARD + 1  #     points that unlock it
NOT_YOUR_LAND = TILE_LOCKED + 1  #     a square
TOO_NEW = NOT_YOUR_LAND + 1  #         a tile that cannot be replaced
APART = TOO_NEW + 1  #                 two tiles that cannot be torn down together
WORKERS_MISSING = APART + 1  #         how many

# Laws, numbered from 1.
LAWS = (
    "for each district and size there are as many cards in the markets as free lots",
    "each worker is in reserve or on an owned lot without a skyscraper",
    "a skyscraper is on its owner's land, has a side on a street or park, and overlaps no other",
    "each tile is unbuilt, on the board where its squares show it, or demolished",
    "each legendary skyscraper is built at most once, and nobody has two",
    "points before the end come from all tiles ever built, standing or not, and from prestige",
    "before the end begins, the open market is full at the start of every turn",
    "the end has begun if and only if it has a cause",
    "derived sets and tallies agree with the board",
    "nobody has built a generation without the points that unlock it",
)
(CARDS_MATCH, WORKERS_KEPT, ON_OWN_LAND, TILES_KEPT, LEGENDS, POINTS) = range(1, 7)
(MARKET_FULL, END_CAUSE, TALLIES, TECHNOLOGY) = range(7, 11)

# What a learner sees.
# For each square: owner by seat, tile by generation, legendary, hexagon.
PER_SQUARE = SEATS + GENERATIONS + 2
# For each lot: whose worker is there.
PER_LOT = SEATS
# For each seat: workers, action cards, tiles (unbuilt, standing, gone), streets, generations, hexagons,
# gold by district, unbuilt tiles, height of the legendary skyscraper, points.
PER_SEAT = 1 + ACTION_CARDS + TILES + STREETS + GENERATIONS + 1 + DISTRICTS + 3
# For each kind of card: in the open market, in the future market, known to be below its top layer.
PER_KIND = 3
# Phase, seats, chosen tile, chosen card, future cards, acquired, grabbed, built, ending, last turns, expert,
# whether it is my turn.
GENERAL = 12
OBSERVATION = (
    SQUARES * PER_SQUARE
    + LOTS * PER_LOT
    + SEATS * PER_SEAT
    + KINDS * PER_KIND
    + STREETS
    + CHALLENGES
    + GENERAL
)


@record
class State(SharedState):
    points = i16(SEATS, SOURCES)

    # the board
    owner = i8(LOTS)  # a seat, FREE or OUT
    cover = i8(SQUARES)  # the tile there, or NONE; its owner is the lot's owner
    placed = i16(SEATS, TILES)  # the placement of a seat's tile, NONE (unbuilt) or OUT (demolished)
    land = i32(SEATS, BLOCKS, derived=True)  # squares of the seat's lots
    blocks = i32(SEATS, derived=True)  # blocks with land of the seat, as a set
    built = i32(GENERATIONS, BLOCKS, derived=True)  # squares under tiles of a generation or an earlier one
    on_street = i8(SEATS, STREETS, derived=True)  # standing tiles that touch the street
    standing = i8(SEATS, GENERATIONS, derived=True)  # standing tiles
    hexagons = i8(SEATS, derived=True)  # standing tiles that are not rectangles
    golden = i8(SEATS, DISTRICTS, derived=True)  # standing gold tiles with a square in the district
    reserve = i32(SEATS, derived=True)  # the player's own unbuilt tiles and, until it has one, the legendary
    unbuilt = i8(SEATS, derived=True)  # the number of the player's own ones
    legends = i32(derived=True)  # legendary tiles on the board, as a set
    fitting = i32(SEATS, derived=True)  # tiles of the reserve that fit on vacant land, as a set
    replacing = i32(SEATS, BLOCKS, derived=True)  # ... that can replace others, if the workers suffice

    # the cards
    market = i8(MARKET)  # a kind or NONE
    future = i8(LOTS)  # kinds, face down; the last is the top
    layer = i8(LOTS)  # of each card: neighbours with equal numbers are in unknown order
    future_count = i8()
    street = i8(IN_PLAY)
    challenge = i8()  # or NONE

    # the players
    workers = i8(SEATS)  # in reserve
    posts = i64(SEATS, 2, derived=True)  # lots with a worker, as two sets: from 0 and from HALF
    hand = i8(SEATS, ACTION_CARDS)  # 1: not yet played
    character = i8(SEATS)  # or NONE

    # the turn
    phase = i8()
    came_from = i8()  # the phase in which the card or the tile was chosen
    card = i8()  # the kind just taken, its lot not chosen yet, or NONE
    tile = i8()  # the tile just chosen, its placement not chosen yet, or NONE
    acquired = i8()  # lots acquired this turn, without Land Grab
    grabbed = i8()  # 1: Land Grab was played this turn
    grabbing = i8()  # 1: ... and its lot is not chosen yet
    big = i8()  # 1: a three-square lot was acquired this turn
    raised = i8()  # skyscrapers built this turn
    barred = i8()  # 1: the first one triggered the end, so there is no second
    shifted = i8()  # 1: Market Shift was played this turn
    quiet = i16()  # turns in a row without a new skyscraper
    expert = i8()
    hold = i8()  # 1: a turn ends only when its player ends it

    # the end
    ending = i8()
    last_turns = i8()  # final turns left, with the current one


@record
class Tables(Record):
    max_plies = i32()
    squares = i16()
    blocks = i8()
    block_first = i16(BLOCKS + 1)
    lot_of = i8(SQUARES)

    lots = i8()
    lot_kind = i8(LOTS)
    lot_block = i8(LOTS)
    lot_mask = i32(LOTS)
    kinds = i8()
    kind_size = i8(KINDS)
    kind_count = i8(KINDS)
    kind_lot = i8(KINDS, LOTS_OF_KIND)
    districts = i8()
    district_out = i8(DISTRICTS)  # 1: not in the game with this number of players
    characters = i8()
    start_lot = i8(CHARACTERS)
    start_place = i16(CHARACTERS)

    tiles = i8()  # 1 .. own - 1 are a player's own, own .. tiles - 1 legendary
    own = i8()
    tile_shape = i8(TILES)
    tile_points = i8(TILES)
    tile_generation = i8(TILES)
    tile_hexagon = i8(TILES)
    own_tiles = i32(derived=True)  # a player's own skyscrapers, as a set
    legendary = i32(derived=True)
    up_to = i32(GENERATIONS, derived=True)  # the skyscrapers of a generation or an earlier one, as a set
    of_generation = i32(GENERATIONS, derived=True)  # all tiles of a generation, as a set
    alike = i32(TILES, derived=True)  # the tiles of the same shape, as a set
    within = i32(BLOCK_SQUARES + 1, derived=True)  # the tiles with at most this many squares, as a set
    feet = i16(TILES)  # of legendary tiles

    shapes = i8()
    shape_squares = i8(SHAPES)
    shape_first = i16(SHAPES, BLOCKS + 1)  # placements of a shape in block b: [b] to [b + 1] - 1
    placements = i16()
    mask = i32(PLACEMENTS)
    around = i32(PLACEMENTS)  # squares of the block that share a side with it
    block = i8(PLACEMENTS)
    touches = i8(PLACEMENTS)  # streets, as a set
    lies_in = i8(PLACEMENTS)  # districts, as a set

    streets = i8()
    market_size = i8()
    workers = i8()
    threshold = i8(2, GENERATIONS)  # points that unlock a generation; second row: expert
    street_points = i8()
    card_points = i8()
    shift_needs = i8()  # cards in the future market
    grab_needs = i8()
    tycoon_gold = i8()
    tycoon_points = i8()
    step_count = i8(CHALLENGES, STEPS)
    step_points = i8(CHALLENGES, STEPS)
    prestige_points = i8()
    king_points = i8()
    unbuilt_left = i8()
    warn_at = i8()
    stalemate_rounds = i8()
    quiet_shown_from = i8()  # rounds
    torn_must_touch = i8()  # 1: skyscrapers torn down together must form one group
