"""Skytopia: where the parts of its picture are declared."""

from __future__ import annotations

from rooftop.game.parts import Asked, Parts
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.view import View

PARTS = Parts[Board, View]()
Question = Asked[Board, View]
