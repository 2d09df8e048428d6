"""The whole picture, the neighbourhoods and the auction in words: for those who listen to a picture."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import colour_text, disc_text, structure_text
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.schema import COLOURS, Cell, Island


def picture(board: Board, view: View, names: list[str], say: Translator) -> tuple[str, str]:
    """The title and the description of the whole picture."""
    title = say.many(
        "Skyrise, {n} player, auction {auction}",
        "Skyrise, {n} players, auction {auction}",
        board.players,
        auction=view["auction"]["number"],
    )
    built = sum(row["built"] for row in view["seats"])
    points = say.list(
        [
            say("{player} {points}", player=name, points=row["total"])
            for name, row in zip(names, view["seats"], strict=True)
        ]
    )
    parts = [
        status(view, names, say) + ".",
        *(
            [bid_words(board, view["auction"]["bids"][-1], names, say) + "."]
            if view["auction"]["bids"]
            else []
        ),
        say.many("{n} structure is built.", "{n} structures are built.", built),
        say("Prestige: {points}.", points=points),
    ]
    return title, " ".join(parts)


def status(view: View, names: list[str], say: Translator) -> str:
    """Who does what now, in a few words."""
    if view["to_act"] is None:
        winners = [name for name, row in zip(names, view["seats"], strict=True) if row["place"] == 1]
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    player = names[view["to_act"]]
    return {
        "start": say("{player} opens an auction", player=player),
        "bid": say("{player} bids or passes", player=player),
        "colour": say("{player} chooses a colour", player=player),
        "disc": say("{player} opens the Vault", player=player),
        "wonder": say("{player} chooses a wonder", player=player),
    }[view["phase"]]


def progress(canvas: Canvas, view: View) -> str:
    """The era and the auction, or that the game is over."""
    if view["to_act"] is None:
        return canvas.say("The game is over")
    era = canvas.named(canvas.board.eras[view["era"] - 1])
    row = view["auction"]
    return canvas.say("{era}, auction {n} of {all}", era=era, n=row["number"], all=row["of"])


# --- the map ------------------------------------------------------------------------------------------


def place(
    canvas: Canvas, island: Island, cell: Cell, row: dict[str, Any], state: tuple[bool, ...], names: list[str]
) -> str:
    """A neighbourhood: its colour, what lies and stands there, and what it borders on."""
    board, say = canvas.board, canvas.say
    room, leading, hammer, _ = state
    colour = colour_text(board, COLOURS.index(cell.colour), say)
    parts = [f"{cell.id}, {canvas.named(island)}, {colour}"]
    near = _features(island, cell, say)
    if near:
        parts.append(say("borders on {features}", features=say.list(near)))
    if row["disc"] is not None:
        parts.append(disc_text(row["disc"], say))
    there = row["structure"]
    if there is None:
        parts.append(say("free"))
    elif there["bid"]:
        parts.append(bid_words(board, there, names, say, placed=False))
    else:
        parts.append(
            say(
                "{structure} of {player}",
                structure=structure_text(board, there, say),
                player=names[there["seat"]],
            )
        )
    if leading:
        parts.append(say("the bid to beat"))
    if hammer:
        parts.append(say("others may not bid tall buildings next to it"))
    if room:
        parts.append(say("a bid may be placed here"))
    return "; ".join(parts)


def _features(island: Island, cell: Cell, say: Translator) -> list[str]:
    """The lakes, blimps and windmills at a neighbourhood."""

    def count(rows: list[Any]) -> int:
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


def bid_words(
    board: Board, row: dict[str, Any], names: list[str], say: Translator, placed: bool = True
) -> str:
    said = {"player": names[row["seat"]], "structure": structure_text(board, row, say)}
    if placed:
        return say("{player} bids {structure} on {place}", place=row["place"], **said)
    return say("{player} bids {structure}", **said)


# --- the auction --------------------------------------------------------------------------------------


def standing(view: View, seat: int) -> str:
    """How a seat stands in the auction: leads, decides, in, passed, or done with everything."""
    row = view["seats"][seat]
    if row["place"]:
        return f"place-{row['place']}"
    if view["auction"]["bidder"] == seat:
        return "leads"
    if view["to_act"] == seat:
        return "decides"
    if row["finished"]:
        return "done"
    return "passed" if row["passed"] else "in"


def standing_words(canvas: Canvas, state: str) -> str:
    say = canvas.say
    if state.startswith("place-"):
        return say("place {place}", place=state.removeprefix("place-"))
    return {
        "leads": say("leads"),
        "decides": say("decides"),
        "in": say("is in"),
        "passed": say("passed"),
        "done": say("all built"),
    }[state]


def opening(canvas: Canvas, view: View) -> str:
    """What stands in place of bids while there are none."""
    say = canvas.say
    return {
        "start": say("No bid yet: on the centre, or next to a structure"),
        "bid": "",
        "colour": say("A wild disc takes a colour"),
        "disc": say("The Vault may take a second disc"),
        "wonder": say("Everyone chooses in secret"),
        "over": say("Every structure is built"),
    }[view["phase"]]


def auction(canvas: Canvas, view: View, names: list[str]) -> str:
    say, row = canvas.say, view["auction"]
    parts = [progress(canvas, view)]
    parts += [bid_words(canvas.board, bid, names, say) for bid in row["bids"]]
    if not row["bids"]:
        parts.append(opening(canvas, view))
    parts += [
        say("{player} {state}", player=name, state=standing_words(canvas, standing(view, seat)))
        for seat, name in enumerate(names)
    ]
    return "; ".join(parts)


def wonder_mark(canvas: Canvas, card: str) -> str:
    """A wonder in short: W and the number of its card."""
    number = next(row.number for row in canvas.board.wonders if row.id == card)
    return f"W{number}"
