"""Skyrise: the auction, and how everyone stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.parts import Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts.game import progress
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.parts.words import bid_text, structure_text
from rooftop.titles.skyrise.view import Auction, Phase, View


def auction(
    board: Board,
    phase: Phase,
    era: int,
    row: Auction,
    states: Sequence[str],
    names: Sequence[str],
    say: Translator,
) -> Seen:
    """All bids, and how everyone stands."""
    parts = [bid_text(board, bid, names, say) for bid in row.bids]
    if not row.bids and (words := no_bids(phase, say)):
        parts.append(words)
    parts += [
        say("{player} {state}", player=name, state=standing_text(state, say))
        for name, state in zip(names, states, strict=True)
    ]
    return Seen(progress(board, phase, era, row.number, row.of, say), "; ".join(parts))


@PARTS.part("auction")
def explain_auction(asked: Question) -> Info:
    board, view, names, say = asked
    row = view.auction
    text = say(
        "Each auction builds one structure. You bid with the structure itself: the highest bid stays on the"
        " map and takes the disc there, the others return to their owners."
    )
    facts = [
        (asked.who(bid.seat), f"{structure_text(board, bid, say)}, {bid.neighbourhood}") for bid in row.bids
    ]
    if row.room:
        facts.append((say("The next bid goes on"), ", ".join(row.room)))
    states = [standing(view, seat) for seat in range(view.players)]
    facts += [(asked.who(seat), standing_text(state, say)) for seat, state in enumerate(states)]
    seen = auction(board, view.phase, view.era, row, states, names, say)
    return seen.info(text, facts, ("SR-20", "SR-21", "SR-22", "SR-23", "SR-26", "SR-28"))


def no_bids(phase: Phase, say: Translator) -> str:
    """What is shown while there are no bids."""
    return {
        "start": say("No bids yet: start on the centre or next to a structure"),
        "bid": "",
        "colour": say("A wild disc gets a colour"),
        "disc": say("The Vault may take a second disc"),
        "wonder": say("Everyone chooses in secret"),
        "over": say("Every structure is built"),
    }[phase]


def standing(view: View, seat: int) -> str:
    """How a seat stands: leads, decides, in, passed, or done with everything; at the end its rank."""
    row = view.seats[seat]
    if row.rank:
        return f"place-{row.rank}"
    if view.auction.bidder == seat:
        return "leads"
    if view.to_act == seat:
        return "decides"
    if row.finished:
        return "done"
    return "passed" if row.passed else "in"


def standing_text(state: str, say: Translator) -> str:
    if state.startswith("place-"):
        return say("place {rank}", rank=state.removeprefix("place-"))
    return {
        "leads": say("leads"),
        "decides": say("decides"),
        "in": say("is in"),
        "passed": say("passed"),
        "done": say("all built"),
    }[state]


@PARTS.part("pass")
def explain_pass(asked: Question) -> Info:
    say = asked.say
    if asked.view.phase == "bid":
        text = say("Passing costs nothing: you are out of this auction, and your bids return when it ends.")
    else:
        text = say("You can pass as soon as somebody has bid. Whoever starts an auction must bid.")
    return Info(say("Pass"), text, (), ("SR-17", "SR-22"))


@PARTS.part("decline")
def explain_decline(asked: Question) -> Info:
    say = asked.say
    text = say("The Vault lets you take a second disc, but you need not take one.")
    return Info(say("Take none"), text, (), ("SR-87",))
