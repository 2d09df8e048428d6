"""Tower Up: what the parts of the picture are, for info cards, screen readers and the terminal."""

from rooftop.titles.tower_up.parts import city, game, players, table
from rooftop.titles.tower_up.parts.registry import PARTS

__all__ = ["PARTS", "city", "game", "players", "table"]
