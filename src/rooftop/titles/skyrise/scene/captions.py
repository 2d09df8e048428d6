"""Cards and players' areas in words: for those who listen to a picture."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.titles.skyrise.phrases import colour_text, disc_text, height_text, structure_text, wonder_text
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.describe import standing, standing_words
from rooftop.titles.skyrise.schema import COLOURS, HEIGHTS, Island, Panorama, Wonder

# --- cards --------------------------------------------------------------------------------------------


def demand(canvas: Canvas, card: Panorama) -> str:
    """What a panorama asks for, in short."""
    say, need = canvas.say, card.need
    return {
        "lake": say.many("{n} structure at a lake", "{n} structures at a lake", need),
        "blimp": say.many("{n} structure at a blimp", "{n} structures at a blimp", need),
        "windmill": say.many("{n} structure at a windmill", "{n} structures at a windmill", need),
        "bridge": say("Both ends of a bridge"),
        "chain": say.many("{n} joined on an island", "{n} joined together on an island", need),
    }[card.feature]


def panorama(canvas: Canvas, card: Panorama, row: dict[str, Any], names: list[str]) -> str:
    say = canvas.say
    counts = ", ".join(
        say("{player} {points}", player=name, points=count)
        for name, count in zip(names, row["instances"], strict=True)
    )
    return say(
        "Panorama {name}, worth {value} each: {text} Now: {counts}",
        name=canvas.named(card), value=card.value, text=canvas.named(card, "text"), counts=counts,
    )  # fmt: skip


def patron(canvas: Canvas, letter: str, row: dict[str, Any]) -> str:
    say = canvas.say
    name = canvas.named(next(patron for patron in canvas.board.patrons if patron.letter == letter))
    known = say("worth {value}", value=row["tile"]) if row["tile"] is not None else say("its value is hidden")
    left = say.many("{n} disc on the map", "{n} discs on the map", row["on_map"])
    return say("Patron {letter}, {name}: {known}; {left}", letter=letter, name=name, known=known, left=left)


def key(canvas: Canvas, name: str, row: dict[str, Any], names: list[str]) -> str:
    say, keys = canvas.say, canvas.board.keys
    title = canvas.named(keys, "large_name" if name == "large" else "small_name")
    if row["seat"] is None:
        return say("{key}, worth {value}: nobody has it yet", key=title, value=row["value"])
    return say(
        "{key}, worth {value}: {player} has it", key=title, value=row["value"], player=names[row["seat"]]
    )


def control(canvas: Canvas, island: Island, row: dict[str, Any], names: list[str]) -> str:
    """An island, everybody's buildings there and who controls it."""
    say = canvas.say
    parts = []
    for name, tally in zip(names, row["tally"], strict=True):
        counts = [
            f"{tally[height]} {height_text(canvas.board, height, say)}"
            for height in reversed(HEIGHTS)
            if tally[height]
        ]
        if counts:
            parts.append(say("{player} {state}", player=name, state=say.list(counts)))
    leaders = say.list([names[seat] for seat in row["leaders"]])
    title = canvas.named(island)
    whose = say("controlled by {players}", players=leaders) if leaders else say("controlled by nobody")
    return "; ".join([say("{island}, {whose}", island=title, whose=whose), *parts])


def wonder(canvas: Canvas, card: Wonder) -> str:
    """A wonder card with its effect."""
    return canvas.say(
        "Wonder {number}, {name}: {text}",
        number=card.number, name=canvas.named(card), text=canvas.named(card, "text"),
    )  # fmt: skip


def objective(canvas: Canvas, row: dict[str, Any]) -> str:
    goal = next(goal for goal in canvas.board.objectives if goal.id == row["id"])
    return canvas.say(
        "Secret objective: {text} Now: {have} of {need}",
        text=canvas.named(goal, "text"), have=row["progress"], need=row["need"],
    )  # fmt: skip


# --- players ------------------------------------------------------------------------------------------


def structure(canvas: Canvas, row: dict[str, Any]) -> str:
    """A structure of a player and where it is."""
    say = canvas.say
    said = structure_text(canvas.board, row, say)
    state = {
        "ready": say("ready"),
        "locked": say("from the second era on"),
        "bid": say("a bid on {place}", place=row["place"]),
        "built": say("built on {place}", place=row["place"]),
    }[row["state"]]
    text = f"{said}: {state}"
    if row["wonder"] is not None:
        card = next(card for card in canvas.board.wonders if card.id == row["wonder"])
        text += f". {canvas.named(card, 'text')}"
    return text


def row(canvas: Canvas, colour: str, seat: dict[str, Any]) -> str:
    """A row of discs: how many, what a structure there is worth, how many stand there."""
    say = canvas.say
    held = len(seat["rows"][colour])
    discs = say.many("{n} disc", "{n} discs", held)
    return say(
        "{colour}: {discs}, {value} for each structure, {count} built",
        colour=colour_text(canvas.board, COLOURS.index(colour), say), discs=discs,
        value=seat["row_value"][colour], count=seat["standing"][colour],
    )  # fmt: skip


def player(canvas: Canvas, view: View, seat: int, names: list[str]) -> str:
    """Everything in a player's area."""
    say, own = canvas.say, view["seats"][seat]
    parts = [say.many("{player}: {n} point", "{player}: {n} points", own["total"], player=names[seat])]
    parts.append(standing_words(canvas, standing(view, seat)))
    ready = [structure_text(canvas.board, one, say) for one in own["structures"] if one["state"] == "ready"]
    parts.append(say("ready: {structures}", structures=say.list(ready) or "-"))
    parts += [row(canvas, colour, own) for colour in COLOURS]
    parts += [
        say("{disc}: {count}", disc=disc_text(letter, say), count=count)
        for letter, count in own["patrons"].items()
        if count
    ]
    if own["commissions"]:
        parts.append(say("{disc}: {count}", disc=disc_text("commissions", say), count=own["commissions"]))
    beyond = sum(own["excess"].values())
    if beyond:
        parts.append(say.many("{n} disc beyond a full row", "{n} discs beyond full rows", beyond))
    if own["hand_count"]:
        parts.append(say.many("{n} wonder card in hand", "{n} wonder cards in hand", own["hand_count"]))
    if own["wonders"]:
        cards = [wonder_text(canvas.board, card, say) for card in own["wonders"]]
        parts.append(say("wonders: {cards}", cards=say.list(cards)))
    return "; ".join(parts)
