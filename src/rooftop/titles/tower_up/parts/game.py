"""Tower Up: the game as a whole, whose turn it is, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rooftop.game.parts import Fact
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.registry import PARTS, Question
from rooftop.titles.tower_up.parts.words import millions
from rooftop.titles.tower_up.view import Phase, View


def title(board: Board, turn: int, say: Translator) -> str:
    """Of the whole picture."""
    return say.many(
        "Tower Up, {n} player, turn {turn}",
        "Tower Up, {n} players, turn {turn}",
        board.players,
        turn=turn + 1,
    )


def description(doing: str, count: int, totals: Sequence[int], names: Sequence[str], say: Translator) -> str:
    """Of the whole picture: who does what, the buildings, the points."""
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
    return _doing(view.phase, view.extra_turn, names[view.to_act], say)


@lru_cache(maxsize=4096)
def _doing(phase: Phase, extra: bool, player: str, say: Translator) -> str:
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


@PARTS.part("scene")
def explain_game(asked: Question) -> Info:
    view, names, say = asked.view, asked.names, asked.say
    facts = [_turn(asked), (say("Now"), status(view, names, say))]
    best = max(row.total for row in view.seats)
    ahead = [name for name, row in zip(names, view.seats, strict=True) if row.total == best]
    facts.append((say("In the lead"), f"{say.list(ahead)}: {millions(say, best)}"))
    if view.ending:
        facts.append((say("The end"), ending(view, say)))
    else:
        least = min(row.roofs for row in view.seats)
        facts.append((say("Fewest roofs left"), str(least)))
    return Info(
        "Tower Up",
        say(
            "You build a city together, and the richest builder wins. On your turn, take a card or build:"
            " every new building raises its neighbours, and the roof you lay drives one of your machines"
            " forward. The end begins when someone lays their last roof, or when the tray cannot fill a card."
        ),
        tuple(facts),
        ("TU-20", "TU-46", "TU-50", "TU-57", "TU-60"),
    )


CLAUSES: dict[Phase, tuple[str, ...]] = {
    "starter": ("TU-7", "TU-8", "TU-9", "TU-11", "TU-19"),
    "compensation": ("TU-61",),
    "turn": ("TU-20", "TU-21", "TU-27", "TU-28", "TU-29", "TU-30", "TU-35"),
    "floor": ("TU-22", "TU-50", "TU-51"),
    "roof": ("TU-32", "TU-33", "TU-36", "TU-39", "TU-40"),
    "return": ("TU-26",),
    "end": ("TU-59", "TU-25"),
    "over": ("TU-60", "TU-49", "TU-57"),
}


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    extra = ("TU-40", "TU-43", "TU-44") if view.extra_turn and view.phase == "turn" else ()
    ending = ("TU-48", "TU-49") if view.ending and view.phase != "over" else ()
    return CLAUSES[view.phase] + extra + ending


@PARTS.part("status")
def explain_status(asked: Question) -> Info:
    board, view, names, say = asked
    return Info(
        status(view, names, say),
        _decision(view.phase, say),
        (_turn(asked),),
        clauses(board, view),
    )


def _turn(asked: Question) -> Fact:
    say = asked.say
    return say("Turn"), str(asked.view.turn + 1)


def _decision(phase: Phase, say: Translator) -> str:
    return {
        "starter": say("Before the first turn, the first player puts the starting floors on empty sites."),
        "compensation": say("A house rule: those who play later start with more floors and choose them now."),
        "turn": say("On a turn, a player takes a card from the market or builds one building."),
        "floor": say("The card lets the player choose a floor: one of any colour, or one instead of a floor"
                     " that the tray lacks."),
        "roof": say("After building, the player lays one roof: on the new building, or on a neighbour that"
                    " has just grown."),
        "return": say("At the end of a turn, a player puts floors that are too many back into the tray."),
        "end": say("The turn is done. Until the player ends it, it can still be undone."),
        "over": say("The game is over: the player with the most millions has won."),
    }[phase]  # fmt: skip


@PARTS.part("ending")
def explain_ending(asked: Question) -> Info | None:
    view, say = asked.view, asked.say
    if view.ending is None:
        return None
    cause = {
        "last-roof": say("A player has laid their last roof. Everyone else gets one last turn."),
        "shortage": say("The tray could not fill a card. Everyone gets one last turn."),
        "stalemate": say("Nobody has built for many rounds. Everyone gets one last turn."),
    }[view.ending]
    text = cause + " " + say("Right after it, a player's visible roofs are counted.")
    clauses = {"last-roof": "TU-46", "shortage": "TU-50", "stalemate": "TU-54"}
    return Info(ending(view, say), text, (), (clauses[view.ending], "TU-48", "TU-49"))
