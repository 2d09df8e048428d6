"""New York 1901: what the parts of the picture are, for info cards, screen readers and the terminal."""

from rooftop.titles.new_york_1901.parts import city, game, players, table
from rooftop.titles.new_york_1901.parts.registry import PARTS

__all__ = ["PARTS", "city", "game", "players", "table"]
