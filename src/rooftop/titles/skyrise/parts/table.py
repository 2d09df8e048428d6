"""Skyrise: the cards on the table: panoramas, patrons and keys."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.schema import LETTERS, Panorama
from rooftop.titles.skyrise.view import KeyName

# --- panoramas --------------------------------------------------------------------------------------

CLAUSES = {"blimp": "SR-59", "windmill": "SR-60", "lake": "SR-61", "bridge": "SR-62", "chain": "SR-63"}


def panorama(card: Panorama, instances: Sequence[int], names: Sequence[str], say: Translator) -> Seen:
    """A panorama card and how often each player fulfils it."""
    counts = ", ".join(f"{name} {count}" for name, count in zip(names, instances, strict=True))
    name = say("Panorama {name}, {value} each", name=say.name(card), value=card.value)
    return Seen(name, say("{text} Now: {counts}", text=say.name(card, "text"), counts=counts))


def demand(card: Panorama, say: Translator) -> str:
    """What a panorama asks for, in short."""
    need = card.need
    return {
        "lake": say.many("{n} structure at a lake", "{n} structures at a lake", need),
        "blimp": say.many("{n} structure at a blimp", "{n} structures at a blimp", need),
        "windmill": say.many("{n} structure at a windmill", "{n} structures at a windmill", need),
        "bridge": say("Both ends of a bridge"),
        "chain": say.many("{n} joined on an island", "{n} joined together on an island", need),
    }[card.feature]


@PARTS.part("panorama-{slot}", slot=lambda asked: len(asked.view.panoramas))
def explain_panorama(asked: Question, slot: int) -> Info:
    say, row = asked.say, asked.view.panoramas[slot]
    card = asked.board.panorama(row.id)
    text = say(
        "A panorama scores for every player at the end of both eras, {value} each time you fulfil it.",
        value=row.value,
    )
    facts = [
        (asked.who(seat), f"{count} × {row.value} = {worth}")
        for seat, (count, worth) in enumerate(zip(row.instances, row.worth, strict=True))
    ]
    seen = panorama(card, row.instances, asked.names, say)
    return seen.info(f"{say.name(card, 'text')} {text}", facts, ("SR-42", CLAUSES[card.feature], "SR-64"))


# --- patrons ----------------------------------------------------------------------------------------


@PARTS.part("patrons")
def explain_patrons(asked: Question) -> Info:
    say, view = asked.say, asked.view
    text = say(
        "Four patrons, each with a tile that lies face down. At the end each patron disc scores the tile of"
        " its letter. Whoever has such a disc may look at its tile."
    )
    facts: list[Fact] = [(letter, _tile(asked, letter)) for letter in LETTERS]
    facts.append((say("The four tiles"), ", ".join(map(str, view.tile_values))))
    return Info(say("Patrons"), text, tuple(facts), ("SR-10", "SR-34", "SR-35", "SR-53"))


def patron(board: Board, letter: str, tile: int | None, on_map: int, say: Translator) -> Seen:
    """A patron, the value of the tile if it is known, and the discs left."""
    name = say.name(board.patrons[LETTERS.index(letter)])
    known = say("worth {value}", value=tile) if tile is not None else say("its value is hidden")
    left = say.many("{n} disc on the map", "{n} discs on the map", on_map)
    return Seen(say("Patron {letter}, {name}", letter=letter, name=name), f"{known}; {left}")


@PARTS.part("patron-{letter}", letter=LETTERS)
def explain_patron(asked: Question, letter: str) -> Info:
    say, row = asked.say, asked.view.patrons[letter]
    text = say(
        "Each patron disc {letter} scores the value of this tile at the end. It lies face down; whoever has"
        " such a disc may look.",
        letter=letter,
    )
    facts = [(say("Value"), _tile(asked, letter)), (say("Discs on the map"), str(row.on_map))]
    facts += [
        (asked.who(seat), say.many("{n} disc", "{n} discs", count))
        for seat, count in enumerate(row.discs)
        if count
    ]
    seen = patron(asked.board, letter, row.tile, row.on_map, say)
    return seen.info(text, facts, ("SR-34", "SR-35", "SR-53"))


def _tile(asked: Question, letter: str) -> str:
    """The value of a patron's tile, or what it can be."""
    say, view = asked.say, asked.view
    tile = view.patrons[letter].tile
    if tile is not None:
        return str(tile)
    hidden = list(view.tile_values)
    for _, row in view.patrons.items():
        if row.tile is not None:
            hidden.remove(row.tile)
    return say("hidden: {values}", values=_either(hidden, say))


def _either(values: Sequence[int], say: Translator) -> str:
    """'2, 3 or 4'."""
    *first, last = map(str, values)
    return say("{first} or {last}", first=", ".join(first), last=last) if first else last


# --- keys -------------------------------------------------------------------------------------------


@PARTS.part("keys")
def explain_keys(asked: Question) -> Info:
    say, board = asked.say, asked.board
    text = say(
        "A key is a reward for building everything early. The first player who does gets the large one; with"
        " three or four players the second gets the small one."
    )
    facts = tuple((key_name(board, name, say), str(row.value)) for name, row in asked.view.keys.items())
    return Info(say("Keys to the city"), text, facts, ("SR-11", "SR-49", "SR-55"))


def key_name(board: Board, name: KeyName, say: Translator) -> str:
    return say.name(board.keys, f"{name}_name")


def key(
    board: Board, name: KeyName, value: int, seat: int | None, names: Sequence[str], say: Translator
) -> Seen:
    """A key, its value and who has it."""
    whose = say("nobody has it yet") if seat is None else say("{player} has it", player=names[seat])
    return Seen(key_name(board, name, say), f"{say('worth {value}', value=value)}; {whose}")


@PARTS.part("key-{which}", which=("large", "small"))
def explain_key(asked: Question, which: KeyName) -> Info | None:
    say, view = asked.say, asked.view
    row = dict(view.keys.items()).get(which)
    if row is None:
        return None
    text = {
        "large": say("The first player to build everything gets this key."),
        "small": say("The second player to build everything gets this key."),
    }[which]
    facts = [(say("Worth at the end"), str(row.value))]
    if row.seat is not None:
        facts.append((say("Belongs to"), asked.who(row.seat)))
    else:
        facts += [
            (asked.who(seat), say.many("{n} structure left", "{n} structures left", own.left))
            for seat, own in enumerate(view.seats)
            if own.left
        ]
    return key(asked.board, which, row.value, row.seat, asked.names, say).info(
        text, facts, ("SR-49", "SR-55")
    )
