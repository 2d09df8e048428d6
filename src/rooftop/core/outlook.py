"""Looking ahead: what would come of a move, and why a thing on the table cannot be chosen.

Both are functions of what the seat to act can see. A move is tried on two copies in which everything hidden
was dealt anew, each in its own way: what comes out alike in both is certain, the rest nobody can know yet.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from rooftop.core.edition import Edition
from rooftop.core.match import Match
from rooftop.core.position import Game
from rooftop.core.title import Move, Title, View

SALTS = (1, 2)
MOST_REASONS = 3
MOST_ACTIONS = 400  # so many moves of one thing are asked for their reasons


class Change(NamedTuple):
    """Points that a seat would win or lose."""

    seat: int
    source: str
    points: int


class Outlook(NamedTuple):
    """What would come of a move: points, other things in short lines, and the view afterwards."""

    changes: list[Change]
    lines: list[str]
    view: View


def outlook(match: Match, move: int | str | Move, language: str = "en") -> Outlook:
    """What would certainly come of a legal move of the seat to act; a MoveError if it is not legal."""
    action, seat = match._action(move), match.to_act
    copies = [match.position.blind(seat, salt) for salt in SALTS]
    points = [_points(match, copy) for copy in copies[:1]]
    for copy in copies:
        copy.apply(action)
        points.append(_points(match, copy))
    before, one, other = points
    changes = [
        Change(seat, source, one[seat, source] - before[seat, source])
        for seat, source in before
        if one[seat, source] == other[seat, source] != before[seat, source]
    ]
    now = match.view(seat)
    after = certain(now, *(copy.view(seat) for copy in copies))
    say = match.words(language)
    return Outlook(changes, match.title.moves.outlook(match.game.board, now, after, action, say), after)


def _points(match: Match, position: Any) -> dict[tuple[int, str], int]:
    return {
        (seat, source): points
        for seat in range(match.players)
        for source, points in position.points(seat).items()
    }


def certain(before: Any, one: Any, other: Any) -> Any:
    """What two possible views have in common; where they differ, what was there before."""
    if one == other:
        return one
    if isinstance(before, dict) and isinstance(one, dict) and isinstance(other, dict):
        return {
            key: certain(before.get(key), one[key], other[key])
            for key in one
            if key in other and (key in before or one[key] == other[key])
        }
    rows = (before, one, other)
    if all(isinstance(row, list) for row in rows) and len(before) == len(one) == len(other):
        return [certain(*cells) for cells in zip(*rows, strict=True)]
    return before


def reasons(match: Match, target: str, language: str = "en") -> list[str]:
    """Why the seat to act can do nothing with a thing in the picture, in sentences; the most usual first."""
    if match.over:
        return [match.words(language)("The game is over.")]
    view, say, why_not = match.view(match.to_act), match.words(language), match.title.moves.why_not
    found: dict[str, int] = {}
    for action in _actions_with(match.game, target)[:MOST_ACTIONS]:
        reason = why_not(match.game.board, view, action, say)
        if reason:
            found[reason] = found.get(reason, 0) + 1
    return sorted(found, key=lambda reason: -found[reason])[:MOST_REASONS]


def _actions_with(game: Game, target: str) -> list[int]:
    return _actions_by_part(game.title, game.edition, game.players).get(target, [])


@lru_cache(maxsize=32)
def _actions_by_part(kind: Title, edition: Edition, players: int) -> dict[str, list[int]]:
    board = kind.board(edition, players)
    found: dict[str, list[int]] = {}
    for action in range(kind.actions):
        for part in kind.moves.parts(board, action):
            found.setdefault(part, []).append(action)
    return found
