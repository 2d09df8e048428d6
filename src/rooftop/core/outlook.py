"""Looking ahead: what would come of a move, and why a thing on the table cannot be chosen.

Both are functions of what the seat to act can see. A move is tried on copies in which everything hidden was
dealt anew, each in its own way: what comes out alike in all is certain, the rest nobody can know yet. Two
copies are enough for a move that reveals nothing; one that does is tried often, as two may agree by chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rooftop.core.edition import Edition
from rooftop.core.match import Match
from rooftop.core.position import Game
from rooftop.core.title import Move, Title, View

SALTS = (1, 2)
MORE_SALTS = tuple(range(3, 33))  # where something hidden comes to light
MOST_REASONS = 3
SELDOM = 4  # a reason given so many times less often than the most usual one is left out
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


def outlook(match: Match, move: int | str | Move, language: str = "en", names: Sequence[str] = ()) -> Outlook:
    """What would certainly come of a legal move of the seat to act; a MoveError if it is not legal."""
    action, seat = match.action(move), match.to_act
    before = _points(match, match.position.blind(seat, SALTS[0]))
    copies = [match.position.blind(seat, salt) for salt in SALTS]
    for copy in copies:
        copy.apply(action)
    if any(copy.state["reveals"] != match.position.state["reveals"] for copy in copies):
        for salt in MORE_SALTS:
            copies.append(match.position.blind(seat, salt))
            copies[-1].apply(action)
    points = [_points(match, copy) for copy in copies]
    changes = [
        Change(seat, source, points[0][seat, source] - before[seat, source])
        for seat, source in before
        if points[0][seat, source] != before[seat, source]
        and all(found[seat, source] == points[0][seat, source] for found in points)
    ]
    now = match.view(seat)
    after = copies[0].view(seat)
    for copy in copies[1:]:
        after = certain(now, after, copy.view(seat))
    say = match.words(language)
    called = match.called(names, language)
    lines = match.title.moves.outlook(match.game.board, now, after, action, called, say)
    return Outlook(changes, lines, after)


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
    """Why the seat to act can do nothing with a thing in the picture, in sentences; the most usual first.

    Where its moves include some of a kind that is possible now, those are meant: why not here?
    """
    if match.over:
        return [match.words(language)("The game is over.")]
    view, say, why_not = match.view(match.to_act), match.words(language), match.title.moves.why_not
    found: dict[str, int] = {}
    actions = _actions_with(match.game, target)
    possible = {_kind(move.notation) for move in match.moves()}
    notation, board = match.title.moves.notation, match.game.board
    alike = [action for action in actions if _kind(notation(board, action)) in possible]
    for action in (alike or actions)[:MOST_ACTIONS]:
        reason = why_not(match.game.board, view, action, say)
        if reason:
            found[reason] = found.get(reason, 0) + 1
    usual = [reason for reason in found if found[reason] * SELDOM >= max(found.values())]
    return sorted(usual, key=lambda reason: -found[reason])[:MOST_REASONS]


def _kind(notation: str) -> str:
    return notation.partition(" ")[0]


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
