"""Rooftop: Skyrise, Tower Up, Skytopia and New York 1901, played exactly by their rules."""

from rooftop.core.edition import Edition
from rooftop.core.errors import (
    EditionError,
    GameFileError,
    MoveError,
    OptionError,
    RooftopError,
    TitleError,
    UndoError,
)
from rooftop.core.match import Match, load, new
from rooftop.core.position import Game, Position, game, read_position
from rooftop.core.title import Move, Title, title, title_ids

__all__ = [
    "Edition",
    "EditionError",
    "Game",
    "GameFileError",
    "Match",
    "Move",
    "MoveError",
    "OptionError",
    "Position",
    "RooftopError",
    "Title",
    "TitleError",
    "UndoError",
    "game",
    "load",
    "new",
    "read_position",
    "title",
    "title_ids",
]
