"""Previews: what a move would do, and why something on the table cannot be chosen.

Both depend only on what the seat to act can see. A move is tried on several blinded copies, each dealt
differently: results that agree in all of them are certain. Two copies are enough for a move that reveals
nothing; a move that reveals something is tried often, because two copies may agree by chance. In titles with
the option `hold`, the copies hold the turn, so a preview stops at the end of the player's own turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

import msgspec

from rooftop.engine.state import EVERYONE
from rooftop.game.actions import Granted
from rooftop.game.edition import Edition
from rooftop.game.forced import forced
from rooftop.game.match import Match
from rooftop.game.position import Game, Position, board_of
from rooftop.game.title import AnyTitle, Event, Move, Price, View
from rooftop.languages import ENGLISH

SALTS = (1, 2)
MORE_SALTS = tuple(range(3, 33))  # for moves that reveal something
MOST_REASONS = 3
SELDOM = 4  # reasons this many times rarer than the most common one are left out
MOST_ACTIONS = 400  # at most this many moves of one thing are asked for reasons


class Change(NamedTuple):
    """Points that a seat would gain or lose."""

    seat: int
    source: str
    points: int


class Preview(NamedTuple):
    """What a move would do: points, prices and gains, other effects in short lines, and the view afterwards.
    A move that cannot be undone `asks`: the player should confirm it."""

    changes: list[Change]
    prices: list[Price]
    lines: list[str]
    view: View
    asks: bool


def preview(
    match: Match, move: int | str | Move, language: str = ENGLISH, names: Sequence[str] = ()
) -> Preview:
    """What a legal move of the seat to act is certain to do. Raises MoveError if it is illegal."""
    action, seat = match.action(move), match.to_act
    before = _points(match, match.position.blind(seat, SALTS[0]))
    tried = [_tried(match, seat, action, salt) for salt in SALTS]
    if any(copy.state["reveals"] != match.position.state["reveals"] for copy, _ in tried):
        tried += [_tried(match, seat, action, salt) for salt in MORE_SALTS]
    copies = [copy for copy, _ in tried]
    points = [_points(match, copy) for copy in copies]
    changes = [
        Change(who, source, points[0][who, source] - before[who, source])
        for who, source in before
        if points[0][who, source] != before[who, source]
        and all(found[who, source] == points[0][who, source] for found in points)
    ]
    now = match.view(seat)
    after = _certain_view(now, seat, copies)
    events = [caused for _, caused in tried]
    ends_turn = _ends_a_held_turn(match, copies[0])
    if ends_turn:
        changes = []
        if len(match.legal()) == 1:  # the turn could only be ended
            after, events = now, []
    alike = [row[0] for row in takewhile(lambda row: len(set(row)) == 1, zip(*events, strict=False))]
    say = match.translator(language)
    seat_names = match.seat_names(names, language)
    tried_move = match.title.moves.move(match.game.board, action, now)
    if assumed := tried_move.assumed():
        tried_move.granted = _granted(match, action, copies, after, assumed)
    prices = [] if ends_turn else tried_move.prices(after, say)
    lines = tried_move.preview(after, alike, seat_names, say)
    return Preview(changes, prices, lines, after, _is_final(match, seat, action))


def _is_final(match: Match, seat: int, action: int) -> bool:
    """Whether a move cannot be undone: it reveals something, or somebody else decides after it."""
    now = match.position.state
    for salt in SALTS:
        after, _ = _tried(match, seat, action, salt, held=False)
        if after.to_act != seat or any(after.state[key] != now[key] for key in ("turn", "reveals")):
            return True
    return False


def _tried(
    match: Match, seat: int, action: int, salt: int, held: bool = True
) -> tuple[Position, list[Event]]:
    """A blinded copy after the move and everything that follows from it, and what they caused. If the title
    can hold a turn, this one is `held` or not."""
    copy, events = match.position.blind(seat, salt), list[Event]()
    follows: int | None = action
    if held and "hold" in match.title.state.fields:
        copy.state["hold"] = 1
    while follows is not None:
        is_secret = copy.who_knows(follows) != EVERYONE
        copy.apply(follows)
        events += copy.events(seat)
        follows = None if is_secret else forced(copy)
    return copy, events


def _granted(
    match: Match, action: int, copies: Sequence[Position], after: View, assumed: Sequence[int]
) -> Granted[View]:
    """What comes of a move if those after it do what is assumed. `copies` are after the move."""
    seat, ends = match.to_act, [copy.clone() for copy in copies]
    seats = frozenset.intersection(*[follow(end, assumed) for end in ends])
    if not seats:
        return Granted(after, seats)
    reveals = match.position.state["reveals"]
    if len(ends) == len(SALTS) and any(end.state["reveals"] != reveals for end in ends):
        ends += [_tried(match, seat, action, salt)[0] for salt in MORE_SALTS]
        for end in ends:
            follow(end, assumed)
    return Granted(_certain_view(match.view(seat), seat, ends), seats)


def follow(position: Position, assumed: Sequence[int]) -> frozenset[int]:
    """Play what is assumed as long as some of it is legal; return the seats that did."""
    seats = set()
    while found := [action for action in position.legal() if action in assumed]:
        seats.add(position.to_act)
        position.apply(found[0])
    return frozenset(seats)


def _ends_a_held_turn(match: Match, after: Position) -> bool:
    """Whether the move ends a held turn, so that its effects belong to the next one."""
    ended = bool(after.state["turn"] != match.position.state["turn"])
    return "hold" in match.title.state.fields and ended and not after.over


def _points(match: Match, position: Position) -> dict[tuple[int, str], int]:
    return {
        (seat, source): points
        for seat in range(match.players)
        for source, points in position.points(seat).items()
    }


def _certain_view(now: View, seat: int, copies: Sequence[Position]) -> View:
    """What a seat sees in all of some possible positions; where they differ, what it sees now."""
    after = copies[0].view(seat)
    for copy in copies[1:]:
        after = certain(now, after, copy.view(seat))
    return after


def certain(before: Any, one: Any, other: Any) -> Any:
    """What two possible views have in common; where they differ, the value before the move."""
    if one == other:
        return one
    if isinstance(one, msgspec.Struct) and type(before) is type(one) is type(other):
        names = one.__struct_fields__
        return type(one)(
            **{
                name: certain(getattr(before, name), getattr(one, name), getattr(other, name))
                for name in names
            }
        )
    if isinstance(before, dict) and isinstance(one, dict) and isinstance(other, dict):
        return {
            key: certain(before.get(key), one[key], other[key])
            for key in one
            if key in other and (key in before or one[key] == other[key])
        }
    rows = (before, one, other)
    if all(isinstance(row, list | tuple) for row in rows) and len(before) == len(one) == len(other):
        return type(one)(certain(*cells) for cells in zip(*rows, strict=True))
    return before


def reasons(match: Match, target: str, language: str = ENGLISH) -> list[str]:
    """Why the seat to act can do nothing with a part of the picture, in sentences, most common first.

    If some of the part's moves are of a kind that is legal now, or fit what was chosen before, only those are
    explained.
    """
    if match.over:
        return [match.translator(language)("The game is over.")]
    board, view, say = match.game.board, match.view(match.to_act), match.translator(language)
    seen, moves = match.position.blind(match.to_act, 0), match.title.moves
    actions = _actions_with(match.game, target)
    refused = {action: why for action in actions if (why := seen.refusal(action))}
    if match.title.why_nothing and (known := match.title.why_nothing(board, view, target, refused, say)):
        return known[:MOST_REASONS]
    possible = set(map(moves.kind, match.legal()))
    asked = [action for action in actions if moves.kind(action) in possible] or actions
    fitting = [a for a in asked if a not in refused or refused[a].code not in moves.unfitting] or asked
    found = Counter(
        moves.move(board, action, view).why_not(refused[action], say)
        for action in fitting[:MOST_ACTIONS]
        if action in refused
    )
    usual = [reason for reason in found if found[reason] * SELDOM >= max(found.values())]
    return sorted(usual, key=lambda reason: -found[reason])[:MOST_REASONS]


def _actions_with(game: Game, target: str) -> list[int]:
    return _actions_by_part(game.title, game.edition, game.players, game.colours).get(target, [])


@lru_cache(maxsize=32)
def _actions_by_part(
    kind: AnyTitle, edition: Edition, players: int, colours: tuple[str, ...]
) -> dict[str, list[int]]:
    board = board_of(kind, edition, players, colours)
    found: dict[str, list[int]] = {}
    for action in range(kind.actions):
        for part in kind.moves.parts(board, action):
            found.setdefault(part, []).append(action)
    return found
