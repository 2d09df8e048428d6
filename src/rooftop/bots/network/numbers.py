"""Numbers that the network's kernels and Python share: indices into its arrays, and limits."""

from __future__ import annotations

from rooftop.engine.state import SEATS

WIDTH, HIDDEN, LAYERS, HINTS, ACTIONS, BITS = range(6)  # what `D` holds; HINTS: 1 if the network takes hints
HINT_UNIT = 0  # the index in `G` of the difference in value that counts as 1 in a hint
HINT_PARTS = 3  # in which a hint is taken
VALUE = 0  # the value's first row of `A`, after the actions
GATE = VALUE + SEATS  # ... of the gates of a hint's parts
HEADS = GATE + HINT_PARTS  # the number of these rows
UNIT, BIAS, SCALES = range(3)  # in a row of `B`: the unit of a weight, the bias, the scales of a hint's parts
GROUP = 4  # rows that are added at once
LANES = 8  # the hidden width is a multiple of it
FARTHEST = -8.0  # the lowest hint
MOST_WEIGHT = 127  # after the first layer, in units
LARGEST = 2**15 - 1  # of 16 bits: a weight of the first layer, a number of the last
MOST_SUM = 2**31 - 1
MOST_NUMBER = 2.0**29  # of a layer, in units; larger numbers are cut
