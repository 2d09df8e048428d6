"""Skyrise: what the parts of the picture are, for info cards, screen readers and the terminal."""

from rooftop.titles.skyrise.parts import auction, game, islands, players, table, wonders
from rooftop.titles.skyrise.parts.registry import PARTS

__all__ = ["PARTS", "auction", "game", "islands", "players", "table", "wonders"]
