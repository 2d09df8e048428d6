"""The settings of a game, as plain values that other processes can read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rooftop.errors import TitleError
from rooftop.game.edition import Edition
from rooftop.game.gamefile import EditionMark
from rooftop.game.position import Game, new_game
from rooftop.game.title import AnyTitle, OptionValue, title


class Agreed(NamedTuple):
    """A game by value. The text of the edition is None for the title's own."""

    title: str
    edition: str | None
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    compiled: bool
    colours: tuple[str, ...] = ()


def agreed(game: Game) -> Agreed:
    """The settings of a game."""
    own = game.edition is game.title.edition()
    options = tuple(sorted(game.options.items()))
    edition = None if own else game.edition.text
    return Agreed(game.title.id, edition, game.players, options, game.engine.compiled, game.colours)


@lru_cache(maxsize=64)
def game_of(terms: Agreed) -> Game:
    """The game with these settings. Equal settings give the same object."""
    own = Edition.parse("edition", terms.edition) if terms.edition else None
    options = dict(terms.options)
    return new_game(title(terms.title), terms.players, options, own, terms.compiled, terms.colours)


def pickled(game: Game) -> tuple[Callable[..., Game], tuple[object, ...]]:
    """How `pickle` stores a game: by value, and only games of installed titles, which the reader must
    have."""
    kind, edition = title(game.title.id), game.edition
    mark = EditionMark(edition.id, edition.version, kind.hash(edition))
    return unpickled, (agreed(game), kind.rules_version, _layout(kind), mark)


@lru_cache(maxsize=16)
def _layout(kind: AnyTitle) -> str:
    """A name for the memory layout of a title's states."""
    return hashlib.sha256(repr(kind.state.dtype.descr).encode()).hexdigest()[:16]


def unpickled(terms: Agreed, rules: int, layout: str, mark: EditionMark) -> Game:
    """The game that was pickled. Raises TitleError if its title, rules or edition are missing here. Equal
    games become the same object."""
    kind = title(terms.title)
    if rules != kind.rules_version:
        raise TitleError(
            f"pickled with rules version {rules} of {kind.id}; this Rooftop has version {kind.rules_version}"
        )
    if layout != _layout(kind):
        raise TitleError(f"pickled by a version of Rooftop whose states of {kind.id} have other fields")
    if terms.edition is None and kind.hash(kind.edition()) != mark.hash:
        found = next((one for one in kind.editions() if kind.hash(one) == mark.hash), None)
        if found is None:
            raise TitleError(
                f"pickled with edition {mark.id!r} version {mark.version} of {kind.id}, which is not here"
            )
        terms = terms._replace(edition=found.text)
    return game_of(terms)
