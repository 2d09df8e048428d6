"""Tower Up: what every part of the picture is and does, with its numbers now."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.tower_up import guide
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.info_city import district, lake, park, site, streets
from rooftop.titles.tower_up.info_seat import cone, machine, points, roofs, seat, stars, stock, tokens
from rooftop.titles.tower_up.info_table import (
    card,
    discards,
    market,
    objective,
    pile,
    rewards,
    tray,
    tray_colour,
)
from rooftop.titles.tower_up.phrases import Asked, Fact
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.schema import COLOURS, Colour
from rooftop.titles.tower_up.view import Phase, View

Row = TypeVar("Row")


def explain(board: Board, view: View, part: str, names: list[str], say: Translator) -> Info | None:
    """What a part of the picture is; None if there is no such part."""
    asked = Asked(board, view, names, say)
    for pattern, answer in _ANSWERS.items():
        if found := re.fullmatch(pattern, part):
            return answer(asked, *found.groups())
    return None


# --- the game as a whole ----------------------------------------------------------------------------


def game(asked: Asked) -> Info:
    view, names, say = asked.view, asked.names, asked.say
    facts = [_turn(asked), (say("Now"), describe.status(view, names, say))]
    best = max(row.total for row in view.seats)
    ahead = [name for name, row in zip(names, view.seats, strict=True) if row.total == best]
    facts.append((say("In the lead"), f"{say.list(ahead)}: {asked.millions(best)}"))
    if view.ending:
        facts.append((say("The end"), describe.ending(view, say)))
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


def status(asked: Asked) -> Info:
    board, view, names, say = asked
    return Info(
        describe.status(view, names, say),
        _decision(view.phase, say),
        (_turn(asked),),
        guide.clauses(board, view),
    )


def _turn(asked: Asked) -> Fact:
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


def ending(asked: Asked) -> Info | None:
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
    return Info(describe.ending(view, say), text, (), (clauses[view.ending], "TU-48", "TU-49"))


# --- which part it is -------------------------------------------------------------------------------


def _of_seat(answer: Callable[..., Info]) -> Callable[..., Info | None]:
    """An answer about a seat, which must exist."""

    def checked(asked: Asked, number: str, *more: str) -> Info | None:
        there = int(number) < asked.view.players
        return answer(asked, int(number), *more) if there else None

    return checked


def _of_slot(
    rows: Callable[[View], tuple[Row, ...]], answer: Callable[..., Info]
) -> Callable[..., Info | None]:
    """An answer about a numbered row of the view, which must exist."""

    def checked(asked: Asked, number: str) -> Info | None:
        return answer(asked, int(number)) if int(number) < len(rows(asked.view)) else None

    return checked


def _own_stock(asked: Asked, colour: Colour) -> Info | None:
    """The floors of the player to act, which are drawn as parts of their own."""
    return None if asked.view.over else stock(asked, asked.view.to_act, colour)


_COLOUR = f"({'|'.join(COLOURS)})"
_ANSWERS: dict[str, Callable[..., Info | None]] = {
    "scene": game,
    "status": status,
    "ending": ending,
    r"site-(\w+)": site,
    r"district-([\w-]+)": district,
    r"lake-(\d)": lake,
    r"park-(\d)": park,
    "streets": streets,
    "market": market,
    r"card-(\d)": _of_slot(lambda view: view.market, card),
    "pile": pile,
    "discards": discards,
    "tray": tray,
    rf"tray-{_COLOUR}": tray_colour,
    r"objective-(\d)": _of_slot(lambda view: view.objectives, objective),
    r"tokens-(\d)": _of_slot(lambda view: view.objectives, rewards),
    r"seat-(\d)": _of_seat(seat),
    r"seat-(\d)-total": _of_seat(points),
    rf"seat-(\d)-stock-{_COLOUR}": _of_seat(stock),
    rf"stock-{_COLOUR}": _own_stock,
    rf"seat-(\d)-machine-{_COLOUR}": _of_seat(machine),
    r"seat-(\d)-stars": _of_seat(stars),
    r"seat-(\d)-roofs": _of_seat(roofs),
    r"seat-(\d)-tokens": _of_seat(tokens),
    r"seat-(\d)-cone": _of_seat(cone),
}
