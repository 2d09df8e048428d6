"""Numbers that the network's kernels and Python share: places in its arrays."""

from __future__ import annotations

from rooftop.engine.state import SEATS

WIDTH, HIDDEN, LAYERS, HINTS = range(4)  # what `D` holds; HINTS: 1 if the network takes some
HINT_UNIT = 0  # where `G` holds the difference in value that counts as 1 in a hint
VALUE_BIAS = 1
UNITS = VALUE_BIAS + SEATS  # of observations; then the bias of the first layer, other layers, hints, value
HINT_PARTS = 3  # in which a hint is taken
BIAS, SCALES = range(2)  # in a row of `A`, after the weights: the bias and the scales of the hint
LANES = 8  # sums of a product of rows that are kept apart; the hidden width is a multiple of it
FARTHEST = -8.0  # the least hint
