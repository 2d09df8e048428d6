"""Lanterns: what every part of the picture is and does, with its numbers now."""

from __future__ import annotations

import re

from lanterns import guide
from lanterns.board import Board
from lanterns.view import View
from rooftop.game.title import Info
from rooftop.game.translation import Translator


def explain(board: Board, view: View, part: str, names: list[str], say: Translator) -> Info | None:
    """What a part of the picture is; None if there is no such part."""
    if part == "scene":
        return Info("Lanterns", guide.blurb(say), ((say("Nights"), str(board.evening.nights)),), ("LA-1",))
    if part == "wind":
        text = say("Its strength is the points that the highest lantern brings tonight.")
        return Info(say("The wind"), text, ((say("Strength"), str(view.wind)),), ("LA-3", "LA-6"))
    found = re.fullmatch(r"(seat|lantern)-(\d+)", part)
    number = int(found[2]) if found else 0
    if found and found[1] == "seat" and number < board.players:
        row, called = view.seats[number], guide.sources(say)
        facts = [(called["own"], str(row.points.own)), (called["guests"], str(row.points.guests))]
        text = say("A player's roof. A lantern that drifts over it brings its owner points.")
        return Info(names[number], text, (*facts, (say("In hand"), str(row.held))), ("LA-7", "LA-8"))
    if found and found[1] == "lantern" and number in view.hand:
        text = say("Only you know it. Once it has risen, it is gone.")
        return Info(say("Your lantern {number}", number=number), text, (), ("LA-2", "LA-5"))
    return None
