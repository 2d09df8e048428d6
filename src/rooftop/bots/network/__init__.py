"""Networks that judge positions: which actions are promising, and which share of the outcome each seat has.

A network's weights are one file for each title (`weights`). Evaluating it is compiled with the title's rules
(`template`), so nothing but NumPy is needed to play.
"""

from rooftop.bots.network.bot import NetworkBot
from rooftop.bots.network.program import Evaluator, network
from rooftop.bots.network.weights import Meta, Weights

__all__ = ["Evaluator", "Meta", "NetworkBot", "Weights", "network"]
