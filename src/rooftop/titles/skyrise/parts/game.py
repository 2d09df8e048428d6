"""Skyrise: the game as a whole, whose turn it is, and the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rooftop.game.parts import Fact
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.parts.words import bid_text
from rooftop.titles.skyrise.view import Bid, Phase, View


def title(board: Board, auction: int, say: Translator) -> str:
    """Of the whole picture."""
    return say.many(
        "Skyrise, {n} player, auction {auction}",
        "Skyrise, {n} players, auction {auction}",
        board.players,
        auction=auction,
    )


def description(
    board: Board,
    doing: str,
    bid: Bid | None,
    built: int,
    totals: Sequence[int],
    names: Sequence[str],
    say: Translator,
) -> str:
    """Of the whole picture: who decides what, the highest bid, the structures, the points."""
    points = say.list(
        [
            say("{player} {points}", player=name, points=total)
            for name, total in zip(names, totals, strict=True)
        ]
    )
    parts = [doing + "."]
    if bid:
        parts.append(bid_text(board, bid, names, say) + ".")
    parts += [
        say.many("{n} structure is built.", "{n} structures are built.", built),
        say("Prestige: {points}.", points=points),
    ]
    return " ".join(parts)


def status(view: View, names: Sequence[str], say: Translator) -> str:
    """Who decides what, or who has won."""
    if view.over:
        winners = [name for name, row in zip(names, view.seats, strict=True) if row.rank == 1]
        if not winners:  # the players agreed on an end without a winner
            return say("The game is over")
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    return _decision(view.phase, names[view.to_act], say)


@lru_cache(maxsize=4096)
def _decision(phase: Phase, player: str, say: Translator) -> str:
    return {
        "start": say("{player} opens an auction", player=player),
        "bid": say("{player} bids or passes", player=player),
        "colour": say("{player} chooses a colour", player=player),
        "disc": say("{player} opens the Vault", player=player),
        "wonder": say("{player} chooses a wonder", player=player),
        "over": "",
    }[phase]


def progress(board: Board, phase: Phase, era: int, number: int, of: int, say: Translator) -> str:
    """The era and the auction, or that the game is over."""
    if phase == "over":
        return say("The game is over")
    return say("{era}, auction {n} of {all}", era=say.name(board.eras[era - 1]), n=number, all=of)


def progress_now(board: Board, view: View, say: Translator) -> str:
    return progress(board, view.phase, view.era, view.auction.number, view.auction.of, say)


@PARTS.part("scene")
def explain_game(asked: Question) -> Info:
    say = asked.say
    text = say(
        "You bid with your buildings for the neighbourhoods of a city in the sky. The highest bid stays and"
        " is built; the others return. When everyone has built everything, the most prestige wins: for"
        " islands, panoramas, discs, your objective, and every structure you have built."
    )
    facts = (_now(asked), *_standings(asked))
    return Info("Skyrise", text, facts, ("SR-16", "SR-27", "SR-47", "SR-58"))


def _now(asked: Question) -> Fact:
    say = asked.say
    return say("Now"), progress_now(asked.board, asked.view, say)


def _standings(asked: Question) -> list[Fact]:
    """Everyone's points."""
    say, rows = asked.say, asked.view.seats
    if asked.view.phase == "over":
        return [(asked.who(seat), str(row.total)) for seat, row in enumerate(rows)]
    return [
        (asked.who(seat), say("{n}; {after} if it ended now", n=row.total, after=row.if_ended.total))
        for seat, row in enumerate(rows)
    ]


CLAUSES: dict[Phase, tuple[str, ...]] = {
    "start": ("SR-16", "SR-17", "SR-18", "SR-19"),
    "bid": ("SR-20", "SR-21", "SR-22", "SR-23", "SR-26"),
    "colour": ("SR-32", "SR-33", "SR-36", "SR-37"),
    "disc": ("SR-87", "SR-29"),
    "wonder": ("SR-43", "SR-44", "SR-46", "SR-65"),
    "over": ("SR-51", "SR-52", "SR-56", "SR-57", "SR-58"),
}


def clauses(board: Board, view: View) -> tuple[str, ...]:
    """The clauses of RULES.md for the current decision."""
    found = CLAUSES[view.phase]
    if view.phase == "bid" and view.era == 2:
        found += ("SR-25", "SR-66")
    if view.phase == "start" and view.era == 2:
        found += ("SR-47", "SR-48", "SR-49")
    if view.hammer is not None and view.phase in ("start", "bid"):
        found += ("SR-68",)
    return found


@PARTS.part("status")
@PARTS.part("ending")
def explain_status(asked: Question) -> Info:
    board, view, names, say = asked
    text = {
        "start": say(
            "Whoever starts an auction places any ready building as a bid: on the central island, or next to"
            " a structure of any player."
        ),
        "bid": say(
            "Players bid in turn: a higher number on a free neighbourhood next to the latest bid, or pass."
            " Whoever passes is out of this auction."
        ),
        "colour": say("The winner has taken a wild disc and now chooses its colour for good."),
        "disc": say("The Vault lets its owner take a second disc from a free neighbourhood next to it."),
        "wonder": say(
            "Everyone secretly chooses a wonder card for the second era. The lowest initiative starts it."
        ),
        "over": say(
            "Everything is built and scored. The most prestige wins; a tie goes to whoever built everything"
            " first."
        ),
    }[view.phase]
    facts = _standings(asked) if view.phase == "over" else [_now(asked)]
    return Info(status(view, names, say), text, tuple(facts), clauses(board, view))
