"""How a tree search plays Skytopia."""

from rooftop.game.title import SearchSettings

SEARCH = SearchSettings(
    prior=300.0,
    lookahead=2,
    samples=8,
    cut=16,
    margin=0.3,
    opening=1500.0,
    end=500.0,
    length=(40, 49, 58),
    to_act=300.0,
    simulations=15000,
)
