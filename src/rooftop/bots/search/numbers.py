"""Numbers that the search's kernels and Python share: indices into its arrays, and the nodes of a tree."""

from __future__ import annotations

from rooftop.engine.record import Record, f64, i16, i32, record
from rooftop.engine.state import SEATS

ROOT = 0  # the first node
NONE = -1  # as a node: there is none
DEEPEST = 400  # levels of a tree
LEAST = 16  # simulations of every move that is judged, whatever the time
HOPELESS = -1e9  # the value of a node that must not be selected
NODES, STAMP = range(2)  # counters of a tree: its nodes, and how often a child was selected
(
    EXPLORATION,
    FIRST_PLAY,
    PRIOR,
    UNIFORM,
    LOOKAHEAD,
    WIDTH,
    WIDENING,
    SAMPLES,
    SLIPS,
    WHOLE_TURNS,
    CUT,
    OPENING,
    END,
    LENGTH,
    TO_ACT,
    MARGIN,
    DELAY,
    POLICY,
    TEMPERATURE,
    LEAF,
    LEAF_END,
    SHARPNESS,
    SETTINGS,
) = range(23)  # where `packed` puts the settings


@record
class Node(Record):
    """What the search knows about the positions after a sequence of actions, in 64 bytes."""

    value = f64(SEATS)  # each seat's chances of winning, summed over the visits
    prior = f64()  # how promising the action looked, relative to the best
    visits = i32()
    available = i32()  # how often the action was legal when its parent was visited
    first = i32()  # the most promising child
    next = i32()  # the next sibling
    action = i16()  # that leads to this node
