"""How a tree search plays Tower Up."""

from dataclasses import replace

from rooftop.game.title import SearchSettings

SEARCH = SearchSettings(
    prior=150.0,
    lookahead=2,
    samples=8,
    whole_turns=True,
    cut=16,
    opening=1000.0,
    end=350.0,
    length=(57, 85, 114),
    to_act=150.0,
    simulations=8000,
)

NETWORK_SEARCH = replace(SEARCH, temperature=2.0, leaf=1.0, sharpness=1.5, simulations=6000)
