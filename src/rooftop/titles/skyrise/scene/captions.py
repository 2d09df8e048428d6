"""Cards and players' areas in words, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.titles.skyrise.phrases import colour_text, disc_text, height_text, structure_text, wonder_text
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.describe import standing_words
from rooftop.titles.skyrise.schema import COLOURS, HEIGHTS, Colour, Island, Panorama, Wonder
from rooftop.titles.skyrise.view import Control, KeyName, Objective, OwnedStructure, Seat

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


def panorama(canvas: Canvas, card: Panorama, instances: Sequence[int], names: Sequence[str]) -> str:
    """A panorama card and how often each player fulfils it."""
    say = canvas.say
    counts = ", ".join(
        say("{player} {points}", player=name, points=count)
        for name, count in zip(names, instances, strict=True)
    )
    return say(
        "Panorama {name}, worth {value} each: {text} Now: {counts}",
        name=canvas.named(card), value=card.value, text=canvas.named(card, "text"), counts=counts,
    )  # fmt: skip


def patron(canvas: Canvas, letter: str, tile: int | None, on_map: int) -> str:
    say = canvas.say
    name = canvas.named(next(patron for patron in canvas.board.patrons if patron.letter == letter))
    known = say("worth {value}", value=tile) if tile is not None else say("its value is hidden")
    left = say.many("{n} disc on the map", "{n} discs on the map", on_map)
    return say("Patron {letter}, {name}: {known}; {left}", letter=letter, name=name, known=known, left=left)


def key(canvas: Canvas, name: KeyName, value: int, seat: int | None, names: Sequence[str]) -> str:
    say, keys = canvas.say, canvas.board.keys
    title = canvas.named(keys, "large_name" if name == "large" else "small_name")
    if seat is None:
        return say("{key}, worth {value}: nobody has it yet", key=title, value=value)
    return say("{key}, worth {value}: {player} has it", key=title, value=value, player=names[seat])


def control(canvas: Canvas, island: Island, row: Control, names: Sequence[str]) -> str:
    """An island, who controls it, and everyone's buildings there."""
    say = canvas.say
    parts = []
    for name, tally in zip(names, row.tally, strict=True):
        counts = [
            f"{tally[height]} {height_text(canvas.board, height, say)}"
            for height in reversed(HEIGHTS)
            if tally[height]
        ]
        if counts:
            parts.append(say("{player} {state}", player=name, state=say.list(counts)))
    leaders = say.list([names[seat] for seat in row.leaders])
    title = canvas.named(island)
    whose = say("controlled by {players}", players=leaders) if leaders else say("controlled by nobody")
    return "; ".join([say("{island}, {whose}", island=title, whose=whose), *parts])


def wonder(canvas: Canvas, card: Wonder) -> str:
    """A wonder card with its effect."""
    return canvas.say(
        "Wonder {number}, {name}: {text}",
        number=card.number, name=canvas.named(card), text=canvas.named(card, "text"),
    )  # fmt: skip


def objective(canvas: Canvas, row: Objective) -> str:
    goal = next(goal for goal in canvas.board.objectives if goal.id == row.id)
    return canvas.say(
        "Secret objective: {text} Now: {have} of {need}",
        text=canvas.named(goal, "text"), have=row.progress, need=row.need,
    )  # fmt: skip


# --- players ------------------------------------------------------------------------------------------


def structure(canvas: Canvas, row: OwnedStructure) -> str:
    """A structure of a player and where it is."""
    say = canvas.say
    name = structure_text(canvas.board, row, say)
    state = {
        "ready": say("ready"),
        "locked": say("from the second era on"),
        "bid": say("a bid on {spot}", spot=row.neighbourhood),
        "built": say("built on {spot}", spot=row.neighbourhood),
    }[row.state]
    text = f"{name}: {state}"
    if row.wonder is not None:
        text += f". {canvas.named(canvas.board.wonder(row.wonder), 'text')}"
    return text


def row(canvas: Canvas, colour: Colour, discs: int, value: int, built: int) -> str:
    """A row of discs: how many, what a structure there is worth, how many structures are built there."""
    say = canvas.say
    return say(
        "{colour}: {discs}, {value} for each structure, {count} built",
        colour=colour_text(canvas.board, colour, say), discs=say.many("{n} disc", "{n} discs", discs),
        value=value, count=built,
    )  # fmt: skip


def player(canvas: Canvas, own: Seat, state: str, name: str) -> str:
    """Everything in a player's area."""
    say = canvas.say
    parts = [say.many("{player}: {n} point", "{player}: {n} points", own.total, player=name)]
    if own.rank is None:
        parts.append(say("{n} if it ended now", n=own.if_ended.total))
    parts.append(standing_words(canvas.say, state))
    ready = [structure_text(canvas.board, one, say) for one in own.structures if one.state == "ready"]
    parts.append(say("ready: {structures}", structures=say.list(ready) or "-"))
    parts += [
        row(canvas, colour, len(own.rows[colour]), own.row_value[colour], own.standing[colour])
        for colour in COLOURS
    ]
    parts += _items(canvas, own)
    if own.hand_count:
        parts.append(say.many("{n} wonder card in hand", "{n} wonder cards in hand", own.hand_count))
    if own.wonders:
        cards = [wonder_text(canvas.board, card, say) for card in own.wonders]
        parts.append(say("wonders: {cards}", cards=say.list(cards)))
    return "; ".join(parts)


def portrait(canvas: Canvas, own: Seat) -> str:
    """The items on a player's portrait."""
    return "; ".join(_items(canvas, own))


def _items(canvas: Canvas, own: Seat) -> list[str]:
    say = canvas.say
    parts = [
        say("{disc}: {count}", disc=disc_text(letter, say), count=count)
        for letter, count in own.patrons.items()
        if count
    ]
    if own.commissions:
        parts.append(say("{disc}: {count}", disc=disc_text("commissions", say), count=own.commissions))
    beyond = sum(count for _, count in own.excess.items())
    if beyond:
        parts.append(say.many("{n} disc beyond a full row", "{n} discs beyond full rows", beyond))
    if own.key:
        parts.append(canvas.named(canvas.board.keys, f"{own.key}_name"))
    return parts
