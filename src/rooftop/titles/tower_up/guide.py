"""Tower Up for newcomers: the game in a sentence, hints when they matter, the rules that matter now."""

from __future__ import annotations

from rooftop.game.title import View
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board


def blurb(say: Translator) -> str:
    return say("Found buildings that raise their neighbours, and crown the right towers with your roofs.")


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two, for the seat to act."""
    own, phase = view["seats"][view["to_act"]], view["phase"]
    stock, limit = sum(own["stock"].values()), board.setup.stock_limit
    found = []
    if phase == "turn" and view["turn"] < board.players:
        found.append(
            (
                "first-turn",
                say(
                    "The glowing sites are those you can pay for: a new building costs one floor of its own"
                    " and one for every building next to it, each in that building's colour."
                ),
            )
        )
    if phase == "turn" and stock >= limit - 2:
        found.append(
            (
                "full-stock",
                say.many(
                    "You may keep {n} floor at the end of a turn. A building would use some.",
                    "You may keep {n} floors at the end of a turn. A building would use some.",
                    limit,
                ),
            )
        )
    if phase == "turn" and stock <= 2:
        found.append(("short-stock", say("With few floors in stock a card is usually the better choice.")))
    if phase == "turn" and view["ending"]:
        found.append(
            (
                "last-turn",
                say("Roofs that are visible after your last turn score for the cone."),
            )
        )
    if phase == "turn" and own["roofs"] <= 3 and not view["ending"]:
        found.append(("few-roofs", say("Whoever lays their last roof brings on the end of the game.")))
    if phase == "roof":
        found.append(
            (
                "roof",
                say(
                    "The roof moves your machine of the building's colour by as many columns as the building"
                    " has floors: high towers go far."
                ),
            )
        )
        found.append(
            (
                "presence",
                say("A covered roof still counts for objectives; only visible ones count for the cone."),
            )
        )
    if phase == "floor" and view["replacements"]:
        found.append(
            ("replacement", say("When the tray lacks a floor of a card, the end of the game begins."))
        )
    elif phase == "floor":
        found.append(("any-floor", say("Take the colour of a building beside the site that you want next.")))
    if phase == "return":
        found.append(
            (
                "return",
                say.many(
                    "At most {n} floor stays with you at the end of a turn.",
                    "At most {n} floors stay with you at the end of a turn.",
                    limit,
                ),
            )
        )
    if view["extra_turn"]:
        found.append(
            ("extra-turn", say("All four machines have reached a star column: that is why you play again."))
        )
    return found[:2]


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the decision at hand."""
    at_hand = {
        "starter": ("TU-7", "TU-8", "TU-9", "TU-11", "TU-19"),
        "compensation": ("TU-61",),
        "turn": ("TU-20", "TU-21", "TU-27", "TU-28", "TU-29", "TU-30", "TU-35"),
        "floor": ("TU-22", "TU-50", "TU-51"),
        "roof": ("TU-32", "TU-33", "TU-36", "TU-39", "TU-40"),
        "return": ("TU-26",),
        "end": ("TU-59", "TU-25"),
        "over": ("TU-60", "TU-49", "TU-57"),
    }[view["phase"]]
    extra = ("TU-40", "TU-43", "TU-44") if view["extra_turn"] and view["phase"] == "turn" else ()
    ending = ("TU-48", "TU-49") if view["ending"] and view["phase"] != "over" else ()
    return at_hand + extra + ending


def sources(say: Translator) -> dict[str, str]:
    return {
        "white": say("White machine"),
        "grey": say("Grey machine"),
        "brown": say("Brown machine"),
        "black": say("Black machine"),
        "cone": say("Visible roofs"),
        "token-1": say("First objective"),
        "token-2": say("Second objective"),
        "token-3": say("Third objective"),
    }


def marks(board: Board, say: Translator) -> list[tuple[str, str]]:
    """The colour and the letter of each seat."""
    players = board.player_names[: board.players]
    return [(player.id, say.name(player)[0]) for player in players]
