"""Networks that judge positions: which actions are promising, and each seat's share of the outcome.

A network's weights are one file for each title (`weights`). Its evaluation is compiled with the title's rules
(`template`), so playing needs only NumPy.
"""

from rooftop.bots.network.bot import NetworkBot
from rooftop.bots.network.program import Evaluator, network
from rooftop.bots.network.weights import Meta, Weights

__all__ = ["Evaluator", "Meta", "NetworkBot", "Weights", "network"]
