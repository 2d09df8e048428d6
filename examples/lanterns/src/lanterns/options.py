"""Lanterns: what players can agree before a game."""

from __future__ import annotations

from lanterns.board import Board
from rooftop.errors import OptionError
from rooftop.game.title import Option, OptionValue

OPTIONS = (Option("gusts", False, "true or false", "the wind is thrown twice and added up"),)


def encode(board: Board, options: dict[str, OptionValue]) -> list[int]:
    """The options as numbers for the kernel `setup`. Raises OptionError."""
    if not isinstance(options["gusts"], bool):
        raise OptionError(f"option gusts: must be true or false, not {options['gusts']!r}")
    return [int(options["gusts"])]
