"""Skytopia: what the parts of the picture are, for info cards, screen readers and the terminal."""

from rooftop.titles.skytopia.parts import abilities, city, dial, game, guilds, market
from rooftop.titles.skytopia.parts.registry import PARTS

__all__ = ["PARTS", "abilities", "city", "dial", "game", "guilds", "market"]
