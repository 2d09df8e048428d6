"""How a tree search plays Skytopia."""

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
