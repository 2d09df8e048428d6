"""What was agreed before a game, as plain values that other processes can read."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rooftop.game.edition import Edition
from rooftop.game.position import Game, new_game
from rooftop.game.title import OptionValue, title


class Agreed(NamedTuple):
    """A game by value. The text of the edition is None for the title's own."""

    title: str
    edition: str | None
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    compiled: bool
    colours: tuple[str, ...] = ()


def agreed(game: Game) -> Agreed:
    """What was agreed before a game."""
    own = game.edition is game.title.edition()
    options = tuple(sorted(game.options.items()))
    edition = None if own else game.edition.text
    return Agreed(game.title.id, edition, game.players, options, game.engine.compiled, game.colours)


@lru_cache(maxsize=64)
def game_of(terms: Agreed) -> Game:
    """The game that was agreed on. Equal terms give the same object."""
    own = Edition.parse("edition", terms.edition) if terms.edition else None
    options = dict(terms.options)
    return new_game(title(terms.title), terms.players, options, own, terms.compiled, terms.colours)
