"""How a tree search plays Skyrise."""

from dataclasses import replace

from rooftop.game.title import SearchSettings

SEARCH = SearchSettings(
    exploration=0.5,
    first_play=0.05,
    prior=150.0,
    uniform=0.05,
    width=6.0,
    widening=1.0,
    samples=16,
    cut=16,
    opening=5000.0,
    end=750.0,
    length=(70, 105, 141),
    to_act=200.0,
    simulations=6000,
)

NETWORK_SEARCH = replace(
    SEARCH, policy=1.0, temperature=3.0, leaf=1.0, leaf_end=1.0, sharpness=1.5, simulations=12000
)
