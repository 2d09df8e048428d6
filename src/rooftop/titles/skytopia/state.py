"""Skytopia: the state record, the table record filled from an edition, and the numbering of actions.

Sizes are the most an edition may have; `t` holds the actual numbers.

    slots: colour * ROWS + row, row 0 nearest the deck   floors: colour * LEVELS + level, level 0: foundation
          blue gold red purple                                    ...
           0    4    8    12   nearest the deck                   2    15   28   41   the second card
           1    5    9    13                                      1    14   27   40   the first card
           2    6    10   14                                      0    13   26   39   the foundation
    spots: the slots of the market, then the floors of the acting player's city
    cards: 0 to CARDS - 1; FOUNDATION + colour means a foundation where a card is expected
"""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, i64, record
from rooftop.engine.refusals import OWN_REFUSALS
from rooftop.engine.state import SEATS, SharedState

COLOURS = 4  # blue, gold, red, purple: of towers, cards and ability tiles
ROWS = 4
SLOTS = COLOURS * ROWS
PER_COLOUR = 12  # cards
CARDS = COLOURS * PER_COLOUR
FOUNDATION = CARDS
EFFECTS = CARDS + COLOURS  # cards and foundations
LEVELS = PER_COLOUR + 1
FLOORS = COLOURS * LEVELS
CITY = SLOTS  # the first spot of a city
SPOTS = SLOTS + FLOORS
PURPLE = 3
FACES = 6
GOLEMS = 5
CRESTS = 4
TILES = 4
SIDES = 2
ABILITIES = TILES * SIDES
GUILDS = 12
IN_PLAY = 3  # guild masters in play, one from each stack
STEPS = 2  # the most that an effect rotates a golem
STACK = 16  # the most effects being resolved at once

NO_SLOTS = 0  # a set of slots
EMPTY = -1  # no card, no tower, no tile, no side
HOME = -1  # instead of a golem's slot

# Phases: what the seat to act decides now, unless an effect asks (s.depth > 0).
DRAFT, CHOOSE_SIDE, PRELIMINARY, COMPLETE, TOWERS, ABILITY, ASSIGN, ASSIGNED, END_OF_TURN = range(9)
REFILL, OVER = 9, 10  # without decisions

# Stages of the end.
GOING_ON, LAST_BUT_ONE, FINAL_ROUND = range(3)

# Actions.                     index
ASSIGN_TO = 0  #               slot x face; also in a preliminary turn
RECALL = ASSIGN_TO + SLOTS * FACES  # golem
ROTATE = RECALL + GOLEMS  #    golem x steps
MOVE = ROTATE + GOLEMS * STEPS  # golem x slot
FREE = MOVE + GOLEMS * SLOTS  # slot for a free golem
BUILD = FREE + SLOTS  #        slot of a card taken by an effect
ACTIVATE = BUILD + SLOTS  #    spot
TOWER = ACTIVATE + SPOTS  #   colour
FINISH = TOWER + COLOURS  #    slot of the finished card to add next
TAKE = FINISH + SLOTS  #       ability tile
SIDE = TAKE + TILES  #         A or B
USE = SIDE + SIDES
SKIP = USE + 1
END = SKIP + 1
ACTIONS = END + 1

# Sources of points.
FROM_CARDS, FROM_FOUNDATIONS, FROM_ABILITY, FROM_GUILD = range(4)  # FROM_GUILD: the first of IN_PLAY
FROM_LABORATORIES = FROM_GUILD + IN_PLAY
FROM_COINS = FROM_LABORATORIES + 1
FROM_GOLEMS = FROM_COINS + 1
SOURCES = FROM_GOLEMS + 1

# Options, as `setup` reads them.
DRAFTED, SIDES_IN_USE, PRELIMINARY_TURN, TIGHT_MARKET, HOLD, STRICT_CHAINS, OPTIONS = range(7)
BY_CHOICE = 2  # for SIDES_IN_USE: everyone chooses; 0 and 1: side A or B for all

# Kinds of effect.
(GAIN, PAY_FOR_POINTS, ROTATE_GOLEM, MOVE_GOLEM, BUILD_CARD, FREE_GOLEM) = range(6)
(ACTIVATE_TOP, ACTIVATE_ROW, ACTIVATE_CREST, LABORATORY, KINDS) = range(6, 11)

# Kinds of ability.
(GOLEM_SENT_HOME, NO_COINS, PAID_EXACTLY, OTHER_ARRIVES) = range(4)
(SAME_CREST, PAY_ROTATE, CARDS_ADDED, ALL_HOME) = range(4, 8)

# Kinds of guild.
(TALLEST, TALL_TOWERS, PAIRS, CRESTS_IN_TOWER, CREST_CARDS) = range(5)

# Kinds of event:           a                b
TOOK_TILE = 0  #            tile
CHOSE_SIDE = 1  #           tile             side
PLACED_FIRST = 2  #         card             face
COMPLETED = 3  #            card             golems sent home, three bits for each seat
CLIMBED = 4  #              colour of the tower whose activation begins
TOWER_GAVE = 5  #           colour           points * COINS_BITS + coins
CARD_GAVE = 6  #            card             points * COINS_BITS + coins
BOUGHT_POINTS = 7  #        coins            points
ROTATED = 8  #              card             old face * 8 + new face
MOVED = 9  #                card it left     card it came to
PLACED_FREE = 10  #         card             face
TAKEN = 11  #               card             golems sent home, as above
ACTIVATED = 12  #           card activated   card that activated it
SKIPPED = 13  #             card whose effect was skipped, or EMPTY: the ability
NO_EFFECT = 14  #           card that had no effect
USED_ABILITY = 15  #        ability          points * COINS_BITS + coins
RECALLED = 16  #            card             face
ASSIGNED_TO = 17  #         card             face * PRICES + price
NOT_PLACED = 18
NEW_CARD = 19  #            card             slot
DECK_EMPTY = 20  #          colour           1 if it triggers the end
NEXT_ROUND = 21  #          round            face at the hammers
LAST_ROUND = 22
FINAL_POINTS = 23  #        points at the end  points altogether
GAME_OVER = 24
PAID_ABILITY = 25  #        ability          coins
TIE_BROKEN = 26  #          how * SEATS + the other seat   own number * TIE_BITS + the other's
COINS_BITS = 128
PRICES = 32
GOLEM_BITS = 3
TIE_BITS = 128
BY_CARDS, BY_COINS, NOT_AT_ALL = range(3)  # how a tie is broken

# Why an action is not legal; what the numbers of a refusal are, if it has any.
NO_CARD, ALREADY_THERE, AT_HAMMERS, PAST_HAMMERS = range(OWN_REFUSALS, OWN_REFUSALS + 4)
NO_SUCH_GOLEM, GOLEM_AT_HOME, NO_GOLEM_AT_HOME = range(PAST_HAMMERS + 1, PAST_HAMMERS + 4)
ON_OWN_CARD, ON_CHAIN = range(NO_GOLEM_AT_HOME + 1, NO_GOLEM_AT_HOME + 3)  # what an effect spares (ST-41)
BEING_RESOLVED, OTHER_ROW, NOT_IN_CITY, NOT_ON_TOP, OTHER_CREST = range(ON_CHAIN + 1, ON_CHAIN + 6)
IS_LABORATORY, IN_VAIN, NOT_GROWN, NOT_TO_ORDER, TILE_TAKEN = range(OTHER_CREST + 1, OTHER_CREST + 6)
OTHER_FACE = TILE_TAKEN + 1  # the face that a first golem shows
FACE_SHOWN = OTHER_FACE + 1  # the face
TOO_DEAR = FACE_SHOWN + 1  #   price
LOST_FOR_GOOD = TOO_DEAR + 1  # the face and the price of a golem that could not be assigned again
OTHER_STEPS = LOST_FOR_GOOD + 1  # the fewest and the most steps
TOO_MANY_ROUNDS = OTHER_STEPS + 1  # the most rounds that a golem may need

# Laws, by number from 1.
LAWS = (
    "every card is in exactly one deck, market slot or tower of its colour",
    "every golem is at home, or shows a face on a card of the market",
    "no two golems on a card show the same face",
    "a golem at the hammers is being completed, or its owner's turn is still to come",
    "coins are never negative",
    "a gap in the market is about to be refilled, or its deck is empty",
    "no seat is more than one turn ahead, and all have had equally many at the end",
    "points for guilds, laboratories, coins and golems are counted once, at the end",
    "the effects being resolved belong to different cards",
    "derived fields agree with the rest of the state",
    "dial and first-player marker move once a round",
    "one guild master of each stack is in play",
    "the end has begun if and only if a deck is empty",
    "every player has a different ability tile once the turns begin",
)
(CARDS_KEPT, GOLEMS_KEPT, FACES_DIFFER, HAMMERS, COINS, GAPS, EQUAL_TURNS) = range(1, 8)
(FINAL_COUNT, WAITING, CACHES, CLOCK, STACKS, ENDING, TILES_DIFFER) = range(8, 15)

# The observation.
# For each slot: crest and kind of its card as flags, points, coins, and whose golems are there by rounds.
PER_SLOT = CRESTS + KINDS + 2 + FACES * SEATS
# For each seat: coins, golems at home, points, Laboratories, first player, ability, and its guild points.
SEAT_HEAD = 5 + ABILITIES + IN_PLAY
# For each of its towers: height, crests, points and coins of its effects, kind of its top card as flags.
PER_TOWER = 1 + CRESTS + 2 + KINDS
PER_SEAT = SEAT_HEAD + COLOURS * PER_TOWER
# Phase, kind of the asking effect, round, ending, seats, towers to activate, tower being activated, its
# level, cards added, whether it is this seat's turn.
GENERAL = 10
OBSERVATION = SLOTS * PER_SLOT + SEATS * PER_SEAT + GUILDS + COLOURS + GENERAL


@record
class State(SharedState):
    points = i16(SEATS, SOURCES)

    # the chronometer
    round = i16()
    dial = i8()  # steps turned, modulo FACES
    first = i8()  # the seat with the first-player marker
    turns = i16(SEATS)  # begun by each seat

    # the market
    rows = i8()
    deck = i8(COLOURS, PER_COLOUR)  # face down; the top is the last
    deck_count = i8(COLOURS)
    market = i8(SLOTS)  # a card or EMPTY
    present = i32(derived=True)  # slots with a card, as a set

    # the golems
    golem_at = i8(SEATS, GOLEMS)  # a slot or HOME
    golem_face = i8(SEATS, GOLEMS)  # 1 to FACES, 0 at home
    shown = i32(FACES + 1, derived=True)  # shown[face]: slots where a golem shows it, as a set
    stands = i32(SEATS, FACES + 1, derived=True)  # the same for the golems of each seat
    home = i8(SEATS, derived=True)  # golems at home

    # the cities
    coins = i16(SEATS)
    tower = i8(SEATS, COLOURS, PER_COLOUR)  # cards from the lowest up, EMPTY above
    height = i8(SEATS, COLOURS)  # without the foundation
    crested = i64(SEATS, CRESTS, derived=True)  # floors with each crest, as sets
    laboratories = i64(SEATS, derived=True)  # floors with a Laboratory, as a set
    giving = i64(SEATS, derived=True)  # floors that give points or coins without a choice, as a set
    tile = i8(SEATS)  # ability tile, or EMPTY
    side = i8(SEATS)
    talent = i8(SEATS, derived=True)  # kind of ability, or EMPTY

    # the guild masters
    guild = i8(IN_PLAY)
    guild_points = i16(SEATS, IN_PLAY, derived=True)  # if the game ended now

    # the turn
    phase = i8()
    grown = i8()  # towers still to be activated, as a set
    climbing = i8()  # the tower being activated, or EMPTY
    level = i8()  # its next card
    added = i8()  # cards added to the player's city in this turn
    paid = i16()  # the price of the golem assigned in this turn, or EMPTY
    depth = i8()  # the number of effects being resolved
    stack = i8(STACK)  # their spots; the last one asks
    hold = i8()  # 1: a turn waits until its player ends it
    strict_chains = i8(later=True)  # 1: a chain of cards touches no golems on its cards

    # before the first turn
    tiles_left = i8()  # as a set
    sides = i8()  # option SIDES_IN_USE
    preliminary = i8()  # option PRELIMINARY_TURN

    # the end
    ending = i8()
    unplaced = i16()  # turns in which no golem could be assigned


@record
class Tables(Record):
    max_plies = i32()
    arrives = i8(FACES + 1)  # arrives[face]: steps of the dial until it is at the hammers
    face = i8(FACES)  # face[steps]: the inverse of `arrives`
    faces = i8(2 * FACES, derived=True)  # the same for two turns of the dial
    price = i8(FACES)  # by rounds left
    start_face = i8()

    start_coins = i8()
    golems = i8()
    compensation = i8()
    rows = i8()
    tight_rows = i8()
    cards = i64()  # those in use, as a set
    cards_of = i64(COLOURS)

    effect_kind = i8(EFFECTS)  # of cards, then of foundations
    effect_points = i8(EFFECTS)
    effect_coins = i8(EFFECTS)
    # Steps, rounds left, price or points at the end; 1: a free golem may come from the market.
    effect_limit = i8(EFFECTS)
    giving = i64(derived=True)  # effects that give points or coins without a choice, as a set
    rotate_up_to = i8()  # 1: a golem may be rotated by fewer steps than shown
    crest = i8(CARDS)
    foundation_crest = i8(SEATS, COLOURS)

    tile_colour = i8(TILES)
    ability_kind = i8(ABILITIES)  # tile * SIDES + side
    ability_points = i8(ABILITIES)
    ability_coins = i8(ABILITIES)
    ability_need = i8(ABILITIES)
    ability_steps = i8(ABILITIES)

    guilds = i8()
    guild_stack = i8(GUILDS)
    guild_kind = i8(GUILDS)
    guild_worth = i8(GUILDS)
    guild_a = i8(GUILDS)  # a colour, a crest or a height
    guild_b = i8(GUILDS)  # the other colour of a pair

    coins_per_point = i8()
    golem_points = i8()
