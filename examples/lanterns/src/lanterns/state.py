"""Lanterns: the record of a game, the tables of an edition, and the numbers of actions and events."""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, record
from rooftop.engine.refusals import OWN_REFUSALS
from rooftop.engine.state import SEATS, SharedState

LANTERNS = 20  # the most that an edition may have
NONE = -1  # no lantern

# Phases: what the seat to act decides now.
CHOOSE, SEND = range(2)

# Actions.
LIGHT = 0  #               lantern, from 0
OVER = LIGHT + LANTERNS  # seat whose roof it is

# Sources of points: one's own lanterns, and those of others over one's roof.
OWN, GUESTS, SOURCES = range(3)

# Kinds of event, each with one number: the lantern, the lantern, the points, the wind.
CHOSE, ROSE, SHONE, BLEW = range(4)

# Why an action is not legal.
NOT_IN_HAND, NO_SUCH_ROOF = range(OWN_REFUSALS, OWN_REFUSALS + 2)

# Laws, by number from 1.
LAWS = ("no lantern is in two places", "the points of all nights are the wind and the gifts")
IN_ONE_PLACE, POINTS_OF_NIGHTS = range(1, 3)

OBSERVATION = LANTERNS + 5  # each lantern; phase, night, wind, the own lantern, points ahead


@record
class State(SharedState):
    points = i16(SEATS, SOURCES)
    hand = i32(SEATS)  # a set of lanterns, with the chosen one until it rises
    chosen = i8(SEATS)  # a lantern or NONE
    seen = i32()  # the lanterns that have risen
    phase = i8()
    night = i8()  # from 0
    wind = i8()
    gusts = i8()  # 1: the wind is thrown twice


@record
class Tables(Record):
    max_plies = i32()
    gift = i8()
    hand = i8()
    highest = i8()
    nights = i8()
    wind = i8()
