"""Tower Up: where the parts of its picture are declared."""

from __future__ import annotations

from rooftop.game.parts import Asked, Parts
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.view import View

PARTS = Parts[Board, View]()
Question = Asked[Board, View]
