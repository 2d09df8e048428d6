"""How a tree search plays Skytopia."""

from dataclasses import replace

from rooftop.game.title import SearchSettings

SEARCH = SearchSettings(
    prior=300.0,
    lookahead=2,
    samples=8,
    cut=16,
    margin=0.3,
    opening=2500.0,
    end=600.0,
    length=(42, 51, 60),
    to_act=300.0,
    simulations=4000,
)

NETWORK_SEARCH = replace(
    SEARCH, policy=1.0, temperature=3.0, leaf=1.0, leaf_end=1.0, sharpness=1.5, simulations=10000
)
