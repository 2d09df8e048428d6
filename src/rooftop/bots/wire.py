"""The messages between Rooftop and other people's bots: JSON objects, one per line or frame.

The same messages go to a program that the arena has started (`bots.program`) and to a bot at a table
(`server.tables.programs`). docs/bot-protocol.md describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec

from rooftop.errors import MoveError
from rooftop.game.knowledge import HIDDEN
from rooftop.game.position import Game, Position
from rooftop.game.title import OptionValue, View

VERSION = 1  # increases when bots have to change
LINE_BYTES = 4096  # the longest message of a bot


# --- to the bot --------------------------------------------------------------------------------------------


class NewGame(msgspec.Struct, tag="game"):
    """A game begins. `actions` is the number of actions in this title; a bot with chance can use the
    `seed`."""

    protocol: int
    title: str
    rules: int
    edition: str
    players: int
    options: dict[str, OptionValue]
    sources: tuple[str, ...]
    actions: int
    seed: int | None = None


class Turn(msgspec.Struct, tag="turn"):
    """The bot decides for a seat: `actions` are the legal ones, `moves` the same in notation. `record` has
    the moves so far, `?` for those that the seat may not know; `seconds` is the time left."""

    turn: int
    seat: int
    actions: list[int]
    moves: list[str]
    record: list[str]
    view: Any
    seconds: float | None = None


class Over(msgspec.Struct, tag="over"):
    """The game is over: the rank of each seat, 1 for the winners, and its points."""

    ranks: list[int]
    points: list[int]


class Done(msgspec.Struct, tag="done"):
    """At a table: the move was played."""

    turn: int


class Refused(msgspec.Struct, tag="refused"):
    """At a table: why a move was not played. If it is still the bot's turn, it is asked again."""

    reason: str
    turn: int | None = None


# --- from the bot ------------------------------------------------------------------------------------------


class Move(msgspec.Struct, tag="move"):
    """The decision for a turn: the number of an action, or its notation."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    action: int | None = None
    move: Annotated[str, msgspec.Meta(max_length=120)] | None = None


class Token(msgspec.Struct, tag="token"):
    """At a table, the first message: the token that the host got for a seat."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


encode: Callable[[object], bytes] = msgspec.json.Encoder().encode
decode_move: Callable[[bytes], Move] = msgspec.json.Decoder(Move).decode
decode_token: Callable[[bytes], Token] = msgspec.json.Decoder(Token).decode


# --- shared by both ways of talking ------------------------------------------------------------------------


def new_game(game: Game, seed: int | None = None) -> NewGame:
    return NewGame(
        VERSION,
        game.title.id,
        game.title.rules_version,
        game.edition.id,
        game.players,
        game.options,
        game.title.sources,
        game.title.actions,
        seed,
    )


def turn(
    number: int,
    position: Position,
    view: View,
    record: Sequence[int],
    seconds: float | None = None,
) -> Turn:
    """Ask for a decision; `record` has the actions so far, -1 for those that the seat may not know."""
    notation, actions = position.game.notation, position.legal()
    return Turn(
        number,
        position.to_act,
        actions,
        [notation(action) for action in actions],
        [notation(action) if action >= 0 else HIDDEN for action in record],
        view,
        seconds,
    )


def chosen(game: Game, answer: Move) -> int:
    """The action of an answer, legal or not. Raises MoveError if it names none, or two."""
    if (answer.action is None) == (answer.move is None):
        raise MoveError("a move needs either an action or a move in notation")
    if answer.move is not None:
        return game.title.moves.parse(game.board, answer.move)
    assert answer.action is not None
    if not 0 <= answer.action < game.title.actions:
        raise MoveError(f"action must be from 0 to {game.title.actions - 1}, not {answer.action}")
    return answer.action
