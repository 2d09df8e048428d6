"""How a tree search plays New York 1901."""

from dataclasses import replace

from rooftop.game.title import SearchSettings

SEARCH = SearchSettings(
    exploration=0.6,
    first_play=0.15,
    prior=200.0,
    samples=8,
    whole_turns=True,
    cut=16,
    opening=5000.0,
    end=800.0,
    length=(139, 191, 243),
    to_act=200.0,
    simulations=2500,
)

NETWORK_SEARCH = replace(SEARCH, temperature=2.0)  # playouts judge leaves as well as the network
