"""Rooftop: Skyrise, Tower Up, Skytopia and New York 1901, played exactly by their rules."""

from rooftop.errors import (
    BotError,
    EditionError,
    GameFileError,
    MoveError,
    OptionError,
    RooftopError,
    TitleError,
    UndoError,
)
from rooftop.game.edition import Edition
from rooftop.game.match import Match, load, new
from rooftop.game.position import Game, Position, new_game, read_position
from rooftop.game.title import Move, Title, title, title_ids

__all__ = [
    "BotError",
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
    "load",
    "new",
    "new_game",
    "read_position",
    "title",
    "title_ids",
]
