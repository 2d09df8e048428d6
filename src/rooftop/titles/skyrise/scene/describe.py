"""What stands on the islands, on cards and before players, in words: for those who listen to a picture."""

from __future__ import annotations

from typing import Any

from rooftop.core.title import View
from rooftop.core.words import Words
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.data import COLOURS, HEIGHTS, Cell, Island, Panorama, Wonder
from rooftop.titles.skyrise.phrases import colour_text, disc_text, height_text, structure_text, wonder_text
from rooftop.titles.skyrise.scene.stage import Stage


def picture(board: Board, view: View, names: list[str], say: Words) -> tuple[str, str]:
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
        *([bid_words(board, view["auction"]["bids"][-1], names, say) + "."] if view["auction"]["bids"] else []),
        say.many("{n} structure is built.", "{n} structures are built.", built),
        say("Prestige: {points}.", points=points),
    ]
    return title, " ".join(parts)


def status(view: View, names: list[str], say: Words) -> str:
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


def progress(stage: Stage, view: View) -> str:
    """The era and the auction, or that the game is over."""
    if view["to_act"] is None:
        return stage.say("The game is over")
    era = stage.named(stage.board.eras[view["era"] - 1])
    row = view["auction"]
    return stage.say("{era}, auction {n} of {all}", era=era, n=row["number"], all=row["of"])


# --- the map ------------------------------------------------------------------------------------------


def place(
    stage: Stage, island: Island, cell: Cell, row: dict[str, Any], state: tuple[bool, ...], names: list[str]
) -> str:
    """A neighbourhood: its colour, what lies and stands there, and what it borders on."""
    board, say = stage.board, stage.say
    room, leading, hammer, _ = state
    colour = colour_text(board, COLOURS.index(cell.colour), say)
    parts = [f"{cell.id}, {stage.named(island)}, {colour}"]
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
            say("{structure} of {player}", structure=structure_text(board, there, say), player=names[there["seat"]])
        )
    if leading:
        parts.append(say("the bid to beat"))
    if hammer:
        parts.append(say("others may not bid tall buildings next to it"))
    if room:
        parts.append(say("a bid may be placed here"))
    return "; ".join(parts)


def _features(island: Island, cell: Cell, say: Words) -> list[str]:
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


def bid_words(board: Board, row: dict[str, Any], names: list[str], say: Words, placed: bool = True) -> str:
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


def standing_words(stage: Stage, state: str) -> str:
    say = stage.say
    if state.startswith("place-"):
        return say("place {place}", place=state.removeprefix("place-"))
    return {
        "leads": say("leads"),
        "decides": say("decides"),
        "in": say("is in"),
        "passed": say("passed"),
        "done": say("all built"),
    }[state]


def opening(stage: Stage, view: View) -> str:
    """What stands in place of bids while there are none."""
    say = stage.say
    return {
        "start": say("No bid yet: on the centre, or next to a structure"),
        "bid": "",
        "colour": say("A wild disc takes a colour"),
        "disc": say("The Vault may take a second disc"),
        "wonder": say("Everyone chooses in secret"),
        "over": say("Every structure is built"),
    }[view["phase"]]


def auction(stage: Stage, view: View, names: list[str]) -> str:
    say, row = stage.say, view["auction"]
    parts = [progress(stage, view)]
    parts += [bid_words(stage.board, bid, names, say) for bid in row["bids"]]
    if not row["bids"]:
        parts.append(opening(stage, view))
    parts += [
        say("{player} {state}", player=name, state=standing_words(stage, standing(view, seat)))
        for seat, name in enumerate(names)
    ]
    return "; ".join(parts)


def wonder_mark(stage: Stage, card: str) -> str:
    """A wonder in short: W and the number of its card."""
    number = next(row.number for row in stage.board.wonders if row.id == card)
    return f"W{number}"


# --- cards --------------------------------------------------------------------------------------------


def demand(stage: Stage, card: Panorama) -> str:
    """What a panorama asks for, in short."""
    say, need = stage.say, card.need
    return {
        "lake": say.many("{n} structure at a lake", "{n} structures at a lake", need),
        "blimp": say.many("{n} structure at a blimp", "{n} structures at a blimp", need),
        "windmill": say.many("{n} structure at a windmill", "{n} structures at a windmill", need),
        "bridge": say("Both ends of a bridge"),
        "chain": say.many("{n} joined on an island", "{n} joined on an island", need),
    }[card.feature]


def panorama(stage: Stage, card: Panorama, row: dict[str, Any], names: list[str]) -> str:
    say = stage.say
    counts = ", ".join(
        say("{player} {points}", player=name, points=count)
        for name, count in zip(names, row["instances"], strict=True)
    )
    return say(
        "Panorama {name}, worth {value} each: {text} Now: {counts}",
        name=stage.named(card), value=card.value, text=stage.named(card, "text"), counts=counts,
    )  # fmt: skip


def patron(stage: Stage, letter: str, row: dict[str, Any]) -> str:
    say = stage.say
    name = stage.named(next(patron for patron in stage.board.patrons if patron.letter == letter))
    known = (
        say("worth {value}", value=row["tile"]) if row["tile"] is not None else say("its value is hidden")
    )
    left = say.many("{n} disc on the map", "{n} discs on the map", row["on_map"])
    return say("Patron {letter}, {name}: {known}; {left}", letter=letter, name=name, known=known, left=left)


def key(stage: Stage, name: str, row: dict[str, Any], names: list[str]) -> str:
    say, keys = stage.say, stage.board.keys
    title = stage.named(keys, "large_name" if name == "large" else "small_name")
    if row["seat"] is None:
        return say("{key}, worth {value}: nobody has it yet", key=title, value=row["value"])
    return say("{key}, worth {value}: {player} has it", key=title, value=row["value"], player=names[row["seat"]])


def control(stage: Stage, island: Island, row: dict[str, Any], names: list[str]) -> str:
    """An island, everybody's buildings there and who controls it."""
    say = stage.say
    parts = []
    for name, tally in zip(names, row["tally"], strict=True):
        counts = [
            f"{tally[height]} {height_text(stage.board, height, say)}" for height in reversed(HEIGHTS) if tally[height]
        ]
        if counts:
            parts.append(say("{player} {state}", player=name, state=say.list(counts)))
    leaders = say.list([names[seat] for seat in row["leaders"]])
    title = stage.named(island)
    whose = say("controlled by {players}", players=leaders) if leaders else say("controlled by nobody")
    return "; ".join([say("{island}, {whose}", island=title, whose=whose), *parts])


def wonder(stage: Stage, card: Wonder) -> str:
    """A wonder card with its effect."""
    return stage.say(
        "Wonder {number}, {name}: {text}",
        number=card.number, name=stage.named(card), text=stage.named(card, "text"),
    )  # fmt: skip


def objective(stage: Stage, row: dict[str, Any]) -> str:
    goal = next(goal for goal in stage.board.objectives if goal.id == row["id"])
    return stage.say(
        "Secret objective: {text} Now: {have} of {need}",
        text=stage.named(goal, "text"), have=row["progress"], need=row["need"],
    )  # fmt: skip


# --- players ------------------------------------------------------------------------------------------


def structure(stage: Stage, row: dict[str, Any]) -> str:
    """A structure of a player and where it is."""
    say = stage.say
    said = structure_text(stage.board, row, say)
    state = {
        "ready": say("ready"),
        "locked": say("from the second era on"),
        "bid": say("a bid on {place}", place=row["place"]),
        "built": say("built on {place}", place=row["place"]),
    }[row["state"]]
    text = f"{said}: {state}"
    if row["wonder"] is not None:
        card = next(card for card in stage.board.wonders if card.id == row["wonder"])
        text += f". {stage.named(card, 'text')}"
    return text


def row(stage: Stage, colour: str, seat: dict[str, Any]) -> str:
    """A row of discs: how many, what a structure there is worth, how many stand there."""
    say = stage.say
    held = len(seat["rows"][colour])
    discs = say.many("{n} disc", "{n} discs", held)
    return say(
        "{colour}: {discs}, {value} for each structure, {count} built",
        colour=colour_text(stage.board, COLOURS.index(colour), say), discs=discs,
        value=seat["row_value"][colour], count=seat["standing"][colour],
    )  # fmt: skip


def player(stage: Stage, view: View, seat: int, names: list[str]) -> str:
    """Everything in a player's area."""
    say, own = stage.say, view["seats"][seat]
    parts = [say.many("{player}: {n} point", "{player}: {n} points", own["total"], player=names[seat])]
    parts.append(standing_words(stage, standing(view, seat)))
    ready = [structure_text(stage.board, one, say) for one in own["structures"] if one["state"] == "ready"]
    parts.append(say("ready: {structures}", structures=say.list(ready) or "-"))
    parts += [row(stage, colour, own) for colour in COLOURS]
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
        cards = [wonder_text(stage.board, card, say) for card in own["wonders"]]
        parts.append(say("wonders: {cards}", cards=say.list(cards)))
    return "; ".join(parts)
