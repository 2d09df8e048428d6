"""The picture in words, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rooftop.drawing.canvas import cached
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.phrases import building, card_text, district_name, floors, machine
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import COLOURS, Colour, Objective, Site
from rooftop.titles.tower_up.view import Building, ObjectiveInPlay, Phase, Seat, View


class Turn(NamedTuple):
    """The turn of the seat to act."""

    extra: bool  # it is an extra turn
    earned: bool  # an extra turn follows


def picture(canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
    """The title and the description of the whole picture."""
    totals = tuple(seat.total for seat in view.seats)
    doing = status(view, names, canvas.say)
    return _title(canvas, view.turn), _words(canvas, doing, len(view.buildings), totals, names)


@cached
def _title(canvas: Canvas, turn: int) -> str:
    return canvas.say.many(
        "Tower Up, {n} player, turn {turn}",
        "Tower Up, {n} players, turn {turn}",
        canvas.board.players,
        turn=turn + 1,
    )


@cached
def _words(canvas: Canvas, doing: str, count: int, totals: tuple[int, ...], names: tuple[str, ...]) -> str:
    say = canvas.say
    points = say.list(
        [
            say("{player} {points}", player=name, points=total)
            for name, total in zip(names, totals, strict=True)
        ]
    )
    return " ".join(
        [
            doing + ".",
            say.many("There is {n} building.", "There are {n} buildings.", count),
            say("Millions: {points}.", points=points),
        ]
    )


def status(view: View, names: Sequence[str], say: Translator) -> str:
    """Who does what now, or who has won."""
    if view.over:
        winners = [name for name, seat in zip(names, view.seats, strict=True) if seat.rank == 1]
        if not winners:  # the players agreed on an end without a winner
            return say("The game is over")
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    return _decision(view.phase, view.extra_turn, names[view.to_act], say)


@lru_cache(maxsize=4096)
def _decision(phase: Phase, extra: bool, player: str, say: Translator) -> str:
    if phase == "turn" and extra:
        return say("{player}: extra turn", player=player)
    return {
        "starter": say("{player} places a starting floor", player=player),
        "compensation": say("{player} chooses an extra floor", player=player),
        "turn": say("{player} takes a card or builds", player=player),
        "floor": say("{player} chooses a floor", player=player),
        "roof": say("{player} lays a roof", player=player),
        "return": say("{player} returns floors", player=player),
        "end": say("{player} ends the turn", player=player),
    }[phase]


def ending(view: View, say: Translator) -> str:
    """The banner of the end: how many last turns are left, this one included."""
    if view.over:
        return say("The game is over")
    if view.last_turns:
        return say.many(
            "The end has begun: {n} turn left", "The end has begun: {n} turns left", view.last_turns
        )
    more = view.players - (view.ending == "last-roof")  # TU-47: not for the player of the last roof
    return say.many(
        "The end has begun: {n} more turn after this one",
        "The end has begun: {n} more turns after this one",
        more,
    )


def site(
    board: Board, spot: Site, stack: Building | None, new: bool, names: Sequence[str], say: Translator
) -> str:
    """A site with its building: colour, height and every roof with its level."""
    where = f"{spot.id}, {district_name(board.district(board.site_number[spot.id]), say)}"
    if spot.lakeside:
        where = say("{site}, by the lake", site=where)
    if spot.park:
        where = say("{site}, in a park", site=where)
    if stack is None:
        return say("{site}: empty", site=where)
    height = say.many("{n} floor", "{n} floors", stack.height)
    parts = [f"{building(say, stack.colour)}, {height}"]
    if new:
        parts.append(say("new this turn"))
    parts += [
        say("level {level}: roof of {player}", level=level, player=names[owner])
        for level, owner in enumerate(stack.roofs, 1)
        if owner is not None
    ]
    return f"{where}: {'; '.join(parts)}"


def card(board: Board, slot: int, card_id: str | None, say: Translator) -> str:
    if card_id is None:
        return say("Card {number}: none", number=slot + 1)
    return say("Card {number}: {gains}", number=slot + 1, gains=card_text(board, say, card_id))


def tray(colour: Colour, count: int, say: Translator) -> str:
    return say("In the tray: {floors}", floors=floors(say, colour, count))


def objective(
    card: Objective,
    in_play: ObjectiveInPlay,
    won: Sequence[int | None],
    names: Sequence[str],
    say: Translator,
) -> str:
    """An objective, the tokens left, and everyone's progress or token."""
    parts = [
        say("{player} has won {value}", player=name, value=token)
        if token
        else say("{player} {have} of {need}", player=name, have=have, need=in_play.total)
        for name, have, token in zip(names, in_play.progress, won, strict=True)
    ]
    return say(
        "{objective}; tokens left: {left}; {progress}",
        objective=say.name(card, "text"),
        left=say.list([str(value) for value in in_play.tokens]) or "0",
        progress=", ".join(parts),
    )


def stock(name: str, colour: Colour, count: int, say: Translator) -> str:
    """The floors of a colour that a player has."""
    return f"{name}: {floors(say, colour, count)}"


def machine_value(name: str, colour: Colour, value: int, say: Translator) -> str:
    return f"{name}: {say('{machine}: {value} million', machine=machine(say, colour), value=value)}"


def won(name: str, tokens: Sequence[int | None], say: Translator) -> str:
    """The tokens of a player."""
    values = [str(value) for value in tokens if value]
    return f"{name}: {say('tokens {values}', values=say.list(values)) if values else say('no tokens')}"


def stars(name: str, used: int, count: int, say: Translator) -> str:
    return say("{player}: star columns reached: {used} of {count}", player=name, used=used, count=count)


def visible_roofs(counted: int | None, visible: int, say: Translator) -> str:
    if counted is None:
        return say.many("{n} visible roof", "{n} visible roofs", visible)
    return say.many("{n} visible roof counted", "{n} visible roofs counted", counted)


def player(board: Board, own: Seat, visible: int, turn: Turn | None, name: str, say: Translator) -> str:
    """Everything in a player's area."""
    parts = [say.many("{player}: {n} million", "{player}: {n} million", own.total, player=name)]
    if own.rank:
        parts.append(say("rank {rank}", rank=own.rank))
    if turn:
        parts.append(say("to act"))
        if turn.extra:
            parts.append(say("this is an extra turn"))
        if turn.earned:
            parts.append(say("an extra turn follows"))
    stock = [floors(say, colour, own.stock[colour]) for colour in COLOURS]
    parts.append(say("in stock: {floors}", floors=say.list(stock)))
    parts.append(say.many("{n} roof left", "{n} roofs left", own.roofs))
    parts += [
        say(
            "{machine}: {value} million",
            machine=machine(say, colour),
            value=board.track.values[own.track[colour]],
        )
        for colour in COLOURS
    ]
    parts.append(visible_roofs(own.visible, visible, say))
    tokens = [str(value) for value in own.tokens if value]
    if tokens:
        parts.append(say("tokens {values}", values=say.list(tokens)))
    return "; ".join(parts)
