"""Numbers that the network's kernels and Python share: places in its arrays."""

from __future__ import annotations

from rooftop.engine.state import SEATS

WIDTH, HIDDEN, LAYERS, HINTS = range(4)  # what `D` holds; HINTS: 1 if the network takes some
HINT_UNIT = 0  # where `G` holds the difference in value that counts as 1 in a hint
VALUE_BIAS = 1
UNITS = VALUE_BIAS + SEATS  # of the observations; then comes the bias of the first layer
HINT_PARTS = 3  # in which a hint is taken
VALUE = 0  # the first row of `L` for the value's weights, one for each seat
GATE = VALUE + SEATS  # ... for the gates of a hint's parts
HEADS = GATE + HINT_PARTS  # how many these are; then come the layers
BIAS, SCALES = range(2)  # in a row of `A`, after the weights: the bias and the scales of the hint
LANES = 8  # the hidden width is a multiple of it
FARTHEST = -8.0  # the least hint
