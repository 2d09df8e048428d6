"""Decisions that nobody has to make, because there is only one possible answer.

A server makes them as part of the previous decision, so that players need not click when there is no choice.
"""

from __future__ import annotations

from rooftop.engine.state import EVERYONE
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import Position

SALTS = (1, 2)


def play_with_forced(match: Match, action: int, bot: bool = False) -> list[int]:
    """Play an action and the forced ones that follow it. Return all of them. One `undo` undoes them all."""
    played = with_forced(match.position, action, bot)
    for number, each in enumerate(played):
        match.play(each, forced=number > 0)
    return played


def with_forced(position: Position, action: int, bot: bool = False) -> list[int]:
    """Return an action and the forced ones that follow it. Raises MoveError if it is not legal.

    Nothing follows a secret decision. A bot's turn is not held: it never undoes anything.
    """
    seat, after, played = position.to_act, position.clone(), list[int]()
    follows: int | None = action
    while follows is not None:
        known_to = after.who_knows(follows)
        after.apply(follows)
        played.append(follows)
        held = not bot or after.to_act != seat
        follows = forced(after, held) if known_to == EVERYONE else None
    return played


def forced(position: Position, held: bool = True) -> int | None:
    """The only legal action, if everyone can tell that it is the only one and learns of it; otherwise None.

    With the option `hold` players end their turns themselves, even if nothing else is possible; `held` False
    turns that off.
    """
    if position.over or len(legal := position.legal()) != 1:
        return None
    (action,) = legal
    if position.who_knows(action) != EVERYONE or not _is_plain_to_see(position, legal):
        return None
    return None if held and _ends_a_held_turn(position, action) else action


def turn_end(position: Position) -> int | None:
    """The action that ends a turn which its player holds (the option `hold`), if nothing else is possible;
    otherwise None."""
    if position.over or len(legal := position.legal()) != 1:
        return None
    return legal[0] if _ends_a_held_turn(position, legal[0]) else None


def _is_plain_to_see(position: Position, legal: list[int]) -> bool:
    """Whether a spectator sees that nothing else is legal. Otherwise playing at once would give away a
    secret."""
    if position.game.title.is_open:
        return True
    return all(position.blind(SPECTATOR, salt).legal() == legal for salt in SALTS)


def _ends_a_held_turn(position: Position, action: int) -> bool:
    if "hold" not in position.game.title.state.fields or not position.state["hold"]:
        return False
    after = position.clone()
    after.apply(action)
    return any(after.state[key] != position.state[key] for key in ("turn", "reveals"))
