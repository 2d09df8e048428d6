"""Tower Up for newcomers: the game in a sentence, hints, and the rules that matter now."""

from __future__ import annotations

from collections.abc import Mapping

from rooftop.game.title import Colour, OptionValue
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.words import objective_name
from rooftop.titles.tower_up.view import Phase, View

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


def blurb(say: Translator) -> str:
    return say("Every new building raises its neighbours. Crown the right towers with your roofs.")


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two hints for the seat to act, as (id, sentence)."""
    hints = _turn_hints(board, view, say) if view.phase == "turn" else _other_hints(board, view, say)
    if view.extra_turn:
        hints.append(("extra-turn", say("All four machines have reached a star column, so you play again.")))
    return hints[:2]


def _turn_hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    stock, limit = sum(view.actor.stock), board.setup.stock_limit
    hints = []
    if view.turn < board.players:
        hints.append(
            (
                "first-turn",
                say(
                    "You can afford the glowing sites: a new building costs one floor of its own, and one"
                    " for every building next to it, in that building's colour."
                ),
            )
        )
    if stock >= limit - 2:
        hints.append(
            (
                "full-stock",
                say.many(
                    "You may keep {n} floor at the end of your turn. A building would use some.",
                    "You may keep {n} floors at the end of your turn. A building would use some.",
                    limit,
                ),
            )
        )
    if stock <= 2:
        hints.append(("short-stock", say("With few floors in stock, a card is usually the better choice.")))
    if view.ending:
        hints.append(("last-turn", say("Roofs that are visible after your last turn score for the cone.")))
    if view.actor.roofs <= 3 and not view.ending:
        hints.append(("few-roofs", say("The first player to lay their last roof triggers the end.")))
    return hints


def _other_hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    hints = []
    if view.phase == "roof":
        hints.append(
            (
                "roof",
                say(
                    "The roof moves your machine of the building's colour one column for every floor of the"
                    " building: tall towers go far."
                ),
            )
        )
        hints.append(
            (
                "presence",
                say("A covered roof still counts for objectives; only visible roofs count for the cone."),
            )
        )
    if view.phase == "floor" and view.replacements:
        hints.append(
            ("replacement", say("When the tray lacks a floor shown on a card, the end of the game begins."))
        )
    elif view.phase == "floor":
        hints.append(("any-floor", say("Take the colour of a building next to the site you want next.")))
    if view.phase == "return":
        hints.append(
            (
                "return",
                say.many(
                    "You may keep at most {n} floor at the end of your turn.",
                    "You may keep at most {n} floors at the end of your turn.",
                    board.setup.stock_limit,
                ),
            )
        )
    return hints


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    extra = ("TU-40", "TU-43", "TU-44") if view.extra_turn and view.phase == "turn" else ()
    ending = ("TU-48", "TU-49") if view.ending and view.phase != "over" else ()
    return CLAUSES[view.phase] + extra + ending


def sources(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words; given a view, tokens are named after its objectives."""
    tokens = [say("First objective"), say("Second objective"), say("Third objective")]
    if board is not None and view is not None:
        tokens = [objective_name(board.objective(row.id), say) for row in view.objectives]
    return {
        "white": say("White machine"),
        "grey": say("Grey machine"),
        "brown": say("Brown machine"),
        "black": say("Black machine"),
        "cone": say("Visible roofs"),
        **{f"token-{number}": name for number, name in enumerate(tokens, 1)},
    }


def marks(board: Board, say: Translator) -> list[tuple[str, str]]:
    """The colour and the letter of each seat."""
    return [(colour.id, colour.letter) for colour in colours(board, say)[: board.players]]


def colours(board: Board, say: Translator, options: Mapping[str, OptionValue] = {}) -> list[Colour]:
    """The colours of the players, those of the seats first."""
    rows = [(player.id, say.name(player)) for player in board.player_names]
    return [Colour(colour, name[0], name) for colour, name in rows]
