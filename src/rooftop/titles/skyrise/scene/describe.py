"""The picture, the neighbourhoods and the auction in words, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rooftop.drawing.canvas import cached
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import colour_text, disc_text, structure_text
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.schema import Cell, Island, Lake, Round
from rooftop.titles.skyrise.view import Auction, Bid, Neighbourhood, Phase, View


def picture(canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
    """The title and the description of the whole picture."""
    auction = view.auction
    highest = auction.bids[-1] if auction.bids else None
    doing = status(view, names, canvas.say)
    built = sum([row.built for row in view.seats])
    totals = tuple([row.total for row in view.seats])
    return _title(canvas, auction.number), _words(canvas, doing, highest, built, totals, names)


@cached
def _title(canvas: Canvas, auction: int) -> str:
    return canvas.say.many(
        "Skyrise, {n} player, auction {auction}",
        "Skyrise, {n} players, auction {auction}",
        canvas.board.players,
        auction=auction,
    )


@cached
def _words(
    canvas: Canvas, doing: str, bid: Bid | None, built: int, totals: tuple[int, ...], names: tuple[str, ...]
) -> str:
    say = canvas.say
    points = say.list(
        [
            say("{player} {points}", player=name, points=total)
            for name, total in zip(names, totals, strict=True)
        ]
    )
    parts = [doing + "."]
    if bid:
        parts.append(bid_words(canvas.board, bid, names, say) + ".")
    parts += [
        say.many("{n} structure is built.", "{n} structures are built.", built),
        say("Prestige: {points}.", points=points),
    ]
    return " ".join(parts)


def status(view: View, names: Sequence[str], say: Translator) -> str:
    """Who decides what, in a few words."""
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


@cached
def progress(canvas: Canvas, phase: Phase, era: int, number: int, of: int) -> str:
    """The era and the auction, or that the game is over."""
    if phase == "over":
        return canvas.say("The game is over")
    name = canvas.named(canvas.board.eras[era - 1])
    return canvas.say("{era}, auction {n} of {all}", era=name, n=number, all=of)


# --- the map ------------------------------------------------------------------------------------------


class Marks(NamedTuple):
    """What the picture marks on a neighbourhood."""

    room: bool  # a bid may be placed here
    leading: bool  # here is the bid to beat
    hammer: bool  # here stands the Hammer
    new: bool  # its structure was just built


def neighbourhood(
    canvas: Canvas, island: Island, cell: Cell, row: Neighbourhood, marks: Marks, owner: str
) -> str:
    """A neighbourhood: its colour, what borders on it, its disc and its structure, which has an owner."""
    board, say = canvas.board, canvas.say
    colour = colour_text(board, cell.colour, say)
    parts = [f"{cell.id}, {canvas.named(island)}, {colour}"]
    near = features(island, cell, say)
    if near:
        parts.append(say("borders on {features}", features=say.list(near)))
    if row.disc is not None:
        parts.append(disc_text(row.disc, say))
    if row.structure is None:
        parts.append(say("free"))
    else:
        structure = structure_text(board, row.structure, say)
        if row.structure.bid:
            parts.append(say("{player} bids {structure}", player=owner, structure=structure))
        else:
            parts.append(say("{structure} of {player}", structure=structure, player=owner))
    if marks.leading:
        parts.append(say("the bid to beat"))
    if marks.hammer:
        parts.append(say("others may not bid tall buildings next to it"))
    if marks.room:
        parts.append(say("a bid may be placed here"))
    return "; ".join(parts)


def features(island: Island, cell: Cell, say: Translator) -> list[str]:
    """The lakes, blimps, windmills and bridge heads of a neighbourhood."""

    def count(rows: Sequence[Lake | Round]) -> int:
        return sum(cell.id in row.borders for row in rows)

    lakes, blimps, mills = count(island.lake), count(island.blimp), count(island.windmill)
    found = []
    if lakes:
        found.append(say.many("{n} lake", "{n} lakes", lakes))
    if blimps:
        found.append(say.many("{n} blimp", "{n} blimps", blimps))
    if mills:
        found.append(say.many("{n} windmill", "{n} windmills", mills))
    if any(head.cell == cell.id for head in island.head):
        found.append(say("a bridge head"))
    return found


def bid_words(board: Board, bid: Bid, names: Sequence[str], say: Translator) -> str:
    return say(
        "{player} bids {structure} on {spot}",
        player=names[bid.seat],
        structure=structure_text(board, bid, say),
        spot=bid.neighbourhood,
    )


# --- the auction --------------------------------------------------------------------------------------


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


def standing_words(say: Translator, state: str) -> str:
    if state.startswith("place-"):
        return say("place {rank}", rank=state.removeprefix("place-"))
    return {
        "leads": say("leads"),
        "decides": say("decides"),
        "in": say("is in"),
        "passed": say("passed"),
        "done": say("all built"),
    }[state]


def no_bids(canvas: Canvas, phase: Phase) -> str:
    """What is shown while there are no bids."""
    say = canvas.say
    return {
        "start": say("No bids yet: start on the centre or next to a structure"),
        "bid": "",
        "colour": say("A wild disc gets a colour"),
        "disc": say("The Vault may take a second disc"),
        "wonder": say("Everyone chooses in secret"),
        "over": say("Every structure is built"),
    }[phase]


def auction(
    canvas: Canvas, phase: Phase, era: int, row: Auction, states: Sequence[str], names: Sequence[str]
) -> str:
    """The auction with all bids, and how everyone stands in it."""
    say = canvas.say
    parts = [progress(canvas, phase, era, row.number, row.of)]
    parts += [bid_words(canvas.board, bid, names, say) for bid in row.bids]
    if not row.bids:
        parts.append(no_bids(canvas, phase))
    parts += [
        say("{player} {state}", player=name, state=standing_words(canvas.say, state))
        for name, state in zip(names, states, strict=True)
    ]
    return "; ".join(parts)


def wonder_mark(canvas: Canvas, card: str) -> str:
    """A wonder in short: W and the number of its card."""
    return f"W{canvas.board.wonder(card).number}"
