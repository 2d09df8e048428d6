"""Skyrise: the parts of the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts import table, wonders
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.parts.words import colour_text, disc_text, height_text, structure_text
from rooftop.titles.skyrise.schema import FEATURES, HEIGHTS, LETTERS, Cell, Feature, Island, Lake, Round
from rooftop.titles.skyrise.view import ByHeight, Control, Neighbourhood, neighbours


class Marks(NamedTuple):
    """What the picture marks on a neighbourhood."""

    room: bool  # a bid may be placed here
    leading: bool  # here is the bid to beat
    hammer: bool  # here stands the Hammer
    new: bool = False  # its structure was just built


NO_MARKS = Marks(False, False, False)


def neighbourhood(
    board: Board, island: Island, cell: Cell, row: Neighbourhood, marks: Marks, owner: str, say: Translator
) -> Seen:
    """A neighbourhood: its colour, what borders on it, its disc and its structure, which has an owner."""
    shown = []
    if near := _features(island, cell, say):
        shown.append(say("borders on {features}", features=say.list(near)))
    if row.disc is not None:
        shown.append(disc_text(row.disc, say))
    if row.structure is None:
        shown.append(say("free"))
    else:
        structure = structure_text(board, row.structure, say)
        if row.structure.bid:
            shown.append(say("{player} bids {structure}", player=owner, structure=structure))
        else:
            shown.append(say("{structure} of {player}", structure=structure, player=owner))
    if marks.leading:
        shown.append(say("the bid to beat"))
    if marks.hammer:
        shown.append(say("others may not bid tall buildings next to it"))
    if marks.room:
        shown.append(say("a bid may be placed here"))
    name = f"{cell.id}, {say.name(island)}, {colour_text(board, cell.colour, say)}"
    return Seen(name, "; ".join(shown))


def _features(island: Island, cell: Cell, say: Translator) -> list[str]:
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


@PARTS.part("place-{name}")
def explain_neighbourhood(asked: Question, name: str) -> Info | None:
    board, view, say = asked.board, asked.view, asked.say
    row = view.neighbourhoods.get(name)
    if row is None:
        return None
    spot = board.spot[name]
    cell, island, structure = board.cells[spot], board.island_of(spot), row.structure
    told = [
        say(
            "{colour} ground: at the end, a structure here scores what its owner's row of this colour shows.",
            colour=capital(colour_text(board, cell.colour, say)),
        )
    ]
    facts: list[Fact] = []
    clauses = ["SR-5", "SR-57"]
    if row.disc is not None:
        words, clause = _prize(asked, row.disc)
        told.append(words)
        clauses.append(clause)
    told += _marked(asked, name, row)
    if structure is not None:
        label = say("Bid") if structure.bid else say("Built here")
        facts.append((label, f"{asked.who(structure.seat)}: {structure_text(board, structure, say)}"))
        if structure.wonder is not None:
            card = board.wonder(structure.wonder)
            told.append(say.name(card, "text"))
            clauses += wonders.clauses_of(card)
    if near := _features(island, cell, say):
        facts.append((say("Borders on"), say.list(near)))
    around = [board.cells[other].id for other in neighbours(board, view, spot)]
    facts.append((say("Next to it"), ", ".join(around)))
    if view.seat >= 0:
        facts.append((say("Worth to you at the end"), str(view.seats[view.seat].row_value[cell.colour])))
    owner = asked.names[structure.seat] if structure else ""
    seen = neighbourhood(board, island, cell, row, NO_MARKS, owner, say)
    return seen.info(" ".join(told), facts, (*clauses, "SR-3", "SR-21"))


def _prize(asked: Question, disc: str) -> tuple[str, str]:
    """What a disc on the map brings, and the clause about it."""
    say, named = asked.say, disc_text(disc, asked.say)
    if disc in LETTERS:
        words = say(
            "Whoever builds here takes the {disc}; at the end it scores the value of that patron's tile.",
            disc=named,
        )
        return words, "SR-34"
    if disc == "wild":
        return say("Whoever builds here takes the {disc} and chooses its colour.", disc=named), "SR-36"
    if disc == "commissions":
        words = say(
            "Whoever builds here takes the {disc}; at the end it scores {value} for each item on the"
            " portrait.",
            disc=named,
            value=asked.board.commissions.per_item,
        )
        return words, "SR-56"
    return say("Whoever builds here takes the {disc} for the row of that colour.", disc=named), "SR-32"


def _marked(asked: Question, name: str, row: Neighbourhood) -> list[str]:
    """What is special about a neighbourhood now."""
    say, view = asked.say, asked.view
    told = []
    if name == view.auction.neighbourhood:
        told.append(say("This is the bid to beat."))
    if view.hammer == name:
        told.append(say("Others may not bid tall buildings next to it."))
    room = view.auction.room if view.auction.bids else view.starts
    if view.phase in ("start", "bid") and name in room and row.structure is None:
        told.append(say("The next bid may go here."))
    return told


# --- islands ----------------------------------------------------------------------------------------


def control(board: Board, island: Island, row: Control, names: Sequence[str], say: Translator) -> Seen:
    """An island, who controls it, and everyone's buildings there."""
    leaders = say.list([names[seat] for seat in row.leaders])
    shown = [say("controlled by {players}", players=leaders) if leaders else say("controlled by nobody")]
    for name, tally in zip(names, row.tally, strict=True):
        if counts := _heights(board, tally, say):
            shown.append(say("{player} {state}", player=name, state=say.list(counts)))
    return Seen(say.name(island), "; ".join(shown))


def _heights(board: Board, tally: ByHeight, say: Translator) -> list[str]:
    """'2 tall', '1 short'."""
    return [
        f"{tally[height]} {height_text(board, height, say)}" for height in reversed(HEIGHTS) if tally[height]
    ]


@PARTS.part("island-{name}")
@PARTS.part("control-{name}")
def explain_island(asked: Question, name: str) -> Info | None:
    board, view, say = asked.board, asked.view, asked.say
    row = view.control.get(name)
    if row is None:
        return None
    island = board.island(name)
    text = say(
        "At the end of each era the island scores {value} for whoever controls it: the most tall buildings"
        " here; ties go to medium, then to short ones. Players who are still tied all score.",
        value=board.control.value,
    )
    clauses = ["SR-2", "SR-40", "SR-41"]
    if island.role == "centre":
        text += " " + say("Auctions can always start here.")
        clauses.append("SR-18")
    leaders = [asked.who(seat) for seat in row.leaders]
    facts = [(say("Controlled by"), say.list(leaders) or say("nobody"))]
    facts += [
        (asked.who(seat), ", ".join(counts))
        for seat, tally in enumerate(row.tally)
        if (counts := _heights(board, tally, say))
    ]
    free = sum(view.neighbourhoods[cell.id].structure is None for cell in island.cell)
    facts.append((say("Free neighbourhoods"), asked.out_of(free, len(island.cell))))
    return control(board, island, row, asked.names, say).info(text, facts, clauses)


# --- lakes, blimps, windmills and bridges -----------------------------------------------------------


def feature(kind: Feature, say: Translator) -> Seen:
    return Seen({"lake": say("Lake"), "blimp": say("Blimp"), "windmill": say("Windmill")}[kind])


@PARTS.part("{kind}-{name}", kind=FEATURES)
def explain_feature(asked: Question, kind: Feature, name: str) -> Info | None:
    board, view, say = asked.board, asked.view, asked.say
    row = next((row for row in board.features(kind) if row.id == name), None)
    if row is None or not all(spot in view.neighbourhoods for spot in row.borders):
        return None
    text = {
        "lake": say("Neighbourhoods on opposite shores of a lake are not adjacent."),
        "blimp": say("A blimp separates the neighbourhoods around it where it lies."),
        "windmill": say("A windmill stands where neighbourhoods meet."),
    }[kind]
    text, clauses = _with_panorama(asked, kind, text)
    around = [view.neighbourhoods[spot].structure for spot in row.borders]
    facts = [(say("Borders on"), ", ".join(row.borders))]
    for seat in range(view.players):
        there = sum(one is not None and one.seat == seat and not one.bid for one in around)
        if there:
            facts.append((asked.who(seat), say.many("{n} structure there", "{n} structures there", there)))
    return feature(kind, say).info(text, facts, ("SR-3", *clauses))


@PARTS.part("bridge-{name}")
def explain_bridge(asked: Question, name: str) -> Info | None:
    say, view = asked.say, asked.view
    row = next((row for row in view.bridges if row.id == name), None)
    if row is None:
        return None
    text = say("A bridge makes the neighbourhoods at its ends adjacent, so bids can cross it.")
    text, clauses = _with_panorama(asked, "bridge", text)
    facts = []
    for end in (row.a, row.b):
        there = view.neighbourhoods[end].structure
        facts.append((end, asked.who(there.seat) if there and not there.bid else say("free")))
    return Info(say("Bridge {a}–{b}", a=row.a, b=row.b), text, tuple(facts), ("SR-4", *clauses))


def _with_panorama(asked: Question, kind: str, text: str) -> tuple[str, tuple[str, ...]]:
    """A text with the panorama card in play that scores a feature, and the clauses about it."""
    say = asked.say
    for row in asked.view.panoramas:
        card = asked.board.panorama(row.id)
        if card.feature == kind:
            name = table.panorama(card, row.instances, asked.names, say).name
            scores = say.inside(say.name(card, "text"))
            return f"{text} {name}: {scores}", (table.CLAUSES[kind], "SR-64")
    return f"{text} {say('No panorama in this game scores it.')}", ("SR-9",)
