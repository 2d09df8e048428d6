"""New York 1901: where the parts of its picture are declared."""

from __future__ import annotations

from rooftop.game.parts import Asked, Parts
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.view import View

PARTS = Parts[Board, View]()
Question = Asked[Board, View]
