"""How a tree search plays Skytopia."""

from rooftop.game.title import SearchSettings

SEARCH = SearchSettings(
    prior=200.0,
    samples=4,
    cut=-1,
    opening=1500.0,
    end=500.0,
    length=(40, 49, 58),
    to_act=300.0,
    simulations=15000,
)
