"""Skyrise: what a player has."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts.auction import standing, standing_text
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.parts.table import key_name
from rooftop.titles.skyrise.parts.wonders import explain_wonder
from rooftop.titles.skyrise.parts.words import (
    colour_text,
    disc_text,
    height_text,
    source_names,
    structure_text,
    wonder_text,
)
from rooftop.titles.skyrise.schema import COLOURS, Colour
from rooftop.titles.skyrise.view import SOURCES, KeyName, Objective, OwnedStructure, Seat

KEYS: dict[str, KeyName] = {"key-large": "large", "key-small": "small"}  # on a portrait
Items = Sequence[tuple[str, int]]  # kinds, and how many there are of each


def player(board: Board, own: Seat, state: str, name: str, say: Translator) -> Seen:
    """Everything in a player's area."""
    parts = [points_text(say, own.total)]
    if own.rank is None:
        parts.append(say("{n} if it ended now", n=own.if_ended.total))
    parts.append(standing_text(state, say))
    ready = [structure_text(board, one, say) for one in own.structures if one.state == "ready"]
    parts.append(say("ready: {structures}", structures=say.list(ready) or "-"))
    parts += [
        row(board, colour, len(own.rows[colour]), own.row_value[colour], own.standing[colour], say).label
        for colour in COLOURS
    ]
    if found := items(own):
        parts.append(portrait(board, found, say).shows)
    if own.hand_count:
        parts.append(say.many("{n} wonder card in hand", "{n} wonder cards in hand", own.hand_count))
    if own.wonders:
        cards = [wonder_text(board, card, say) for card in own.wonders]
        parts.append(say("wonders: {cards}", cards=say.list(cards)))
    return Seen(name, "; ".join(parts))


@PARTS.part("seat-{seat}")
def explain_player(asked: Question, seat: int) -> Info:
    say, view = asked.say, asked.view
    own = view.seats[seat]
    text = say(
        "A player's area: structures that can still be bid, a row of discs for each colour, and what is left"
        " to build. The large number is the prestige so far; most of it is scored at the end."
    )
    sources = source_names(say, asked.board, view)
    facts = [(say("Points"), str(own.total))]
    if own.rank is None:
        facts.append((say("If it ended now"), str(own.if_ended.total)))
        facts.append((say("In the auction"), standing_text(standing(view, seat), say)))
        facts.append((say("Built"), asked.out_of(own.built, len(own.structures))))
    counted = zip(SOURCES, own.if_ended.by_source, strict=True)
    facts += [(sources[source], str(points)) for source, points in counted if points]
    if own.initiative is not None:
        facts.append((say("Initiative"), str(own.initiative)))
    return Info(asked.names[seat], text, tuple(facts), ("SR-12", "SR-24", "SR-51", "SR-58"))


# --- discs and the portrait -------------------------------------------------------------------------


def row(board: Board, colour: Colour, discs: int, value: int, built: int, say: Translator) -> Seen:
    """A row of discs: how many, what a structure there is worth, how many structures are built there."""
    shows = say(
        "{discs}, {value} for each structure, {count} built",
        discs=say.many("{n} disc", "{n} discs", discs),
        value=value,
        count=built,
    )
    return Seen(say("{colour} row", colour=capital(colour_text(board, colour, say))), shows)


@PARTS.part("seat-{seat}-{colour}", colour=COLOURS)
def explain_row(asked: Question, seat: int, colour: Colour) -> Info:
    board, say = asked.board, asked.say
    own = asked.view.seats[seat]
    discs, built, worth = len(own.rows[colour]), own.standing[colour], own.row_value[colour]
    text = say(
        "Discs of this colour go here. The row shows what each structure on this colour scores at the end:"
        " {values} with no disc to four. Further discs score {excess} each.",
        values=", ".join(str(step.value) for step in board.row.step),
        excess=board.row.excess_value,
    )
    facts = [
        (say("Owner"), asked.who(seat)),
        (say("Discs"), str(discs + own.excess[colour])),
        (say("Each structure scores"), str(worth)),
        (say("Structures built"), str(built)),
        (say("Together"), f"{built} × {worth} = {built * worth}"),
    ]
    if discs + 1 < len(board.row.step):
        facts.append((say("With another disc"), str(board.row.step[discs + 1].value)))
    seen = row(board, colour, discs, worth, built, say)
    return seen.info(text, facts, ("SR-32", "SR-33", "SR-54", "SR-57"))


@PARTS.part("colour-{colour}", colour=COLOURS)
def explain_own_row(asked: Question, colour: Colour) -> Info | None:
    """A row of the viewer, who can click it."""
    return None if asked.view.seat < 0 else explain_row(asked, asked.view.seat, colour)


def items(own: Seat) -> tuple[tuple[str, int], ...]:
    """The items on a player's portrait: patrons, discs beyond full rows, commissions, the key."""
    found = [(letter, count) for letter, count in own.patrons.items() if count]
    found += [(colour, count) for colour, count in own.excess.items() if count]
    if own.commissions:
        found.append(("commissions", own.commissions))
    if own.key:
        found.append((f"key-{own.key}", 1))
    return tuple(found)


def portrait(board: Board, found: Items, say: Translator) -> Seen:
    """The items on a player's portrait."""
    shown, beyond = [], 0
    for kind, count in found:
        if kind in COLOURS:
            beyond += count
        elif kind in KEYS:
            shown.append(key_name(board, KEYS[kind], say))
        else:
            shown.append(say("{disc}: {count}", disc=disc_text(kind, say), count=count))
    if beyond:
        shown.append(say.many("{n} disc beyond a full row", "{n} discs beyond full rows", beyond))
    return Seen(say("The portrait"), "; ".join(shown))


@PARTS.part("seat-{seat}-items")
def explain_portrait(asked: Question, seat: int) -> Info:
    board, say = asked.board, asked.say
    own = asked.view.seats[seat]
    text = say(
        "Items on the portrait score at the end: patron discs the value of their tile, discs beyond a full"
        " row {excess} each, the key its value. Each commissions disc scores {value} for every item here.",
        excess=board.row.excess_value,
        value=board.commissions.per_item,
    )
    found, worth = items(own), dict(asked.view.keys.items())
    facts: list[Fact] = [(say("Owner"), asked.who(seat)), (say("Items"), str(own.items))]
    facts += [(capital(disc_text(kind, say)), str(count)) for kind, count in found if kind not in KEYS]
    if own.key:
        facts.append((key_name(board, own.key, say), str(worth[own.key].value)))
    seen = portrait(board, found, say)
    return seen.info(text, facts, ("SR-34", "SR-53", "SR-54", "SR-55", "SR-56"))


# --- structures -------------------------------------------------------------------------------------


def structure(board: Board, own: OwnedStructure, say: Translator) -> Seen:
    """A structure of a player and where it is."""
    name = say("Wonder") if own.number is None and own.wonder is None else structure_text(board, own, say)
    state = _state(own, say)
    if own.wonder is not None:
        state += f". {say.name(board.wonder(own.wonder), 'text')}"
    return Seen(name, state)


def _state(own: OwnedStructure, say: Translator) -> str:
    return {
        "ready": say("ready"),
        "locked": say("from the second era on"),
        "bid": say("a bid on {spot}", spot=own.neighbourhood),
        "built": say("built on {spot}", spot=own.neighbourhood),
    }[own.state]


@PARTS.part("seat-{seat}-{name}")
def explain_structure(asked: Question, seat: int, name: str) -> Info | None:
    say = asked.say
    own = next((row for row in asked.view.seats[seat].structures if row.id == name), None)
    if own is None:
        return None
    if own.wonder is not None:
        return explain_wonder(asked, own.wonder)
    seen = structure(asked.board, own, say)
    facts = [(say("Owner"), asked.who(seat))]
    if own.number is None or own.height is None:
        text = say(
            "A wonder joins the game in the second era and beats every number. What it scores says the card"
            " that its owner chooses at the end of the first era."
        )
        return seen.info(text, facts, ("SR-12", "SR-25", "SR-43", "SR-45"))
    facts += [(say("Height"), height_text(asked.board, own.height, say)), (say("State"), seen.shows)]
    if own.state in ("ready", "bid"):
        facts.append((say("Higher numbers"), _stronger(asked, seat, own.number)))
    text = say(
        "A building. As a bid its number counts: it must be higher than the latest bid. Once it is built,"
        " only its height counts, for the control of its island."
    )
    return seen.info(text, facts, ("SR-12", "SR-21", "SR-27", "SR-40"))


@PARTS.part("structure-{name}")
def explain_own_structure(asked: Question, name: str) -> Info | None:
    """A structure of the viewer, who can click it."""
    return None if asked.view.seat < 0 else explain_structure(asked, asked.view.seat, name)


def _stronger(asked: Question, seat: int, least: int) -> str:
    """The other players who have a higher number ready."""
    found = [
        asked.who(other)
        for other, own in enumerate(asked.view.seats)
        if other != seat
        and any(
            row.state == "ready" and row.number is not None and row.number > least for row in own.structures
        )
    ]
    return asked.say.list(found) or asked.say("nobody")


# --- secret cards -----------------------------------------------------------------------------------


def objective(board: Board, own: Objective | None, say: Translator) -> Seen:
    """An objective with its progress, if the viewer knows it."""
    if own is None:
        return Seen(say("Secret objective"))
    card = board.objective(own.id)
    progress = say("{have} of {all}", have=own.progress, all=own.need)
    shows = say("{text} Now: {counts}", text=say.name(card, "text"), counts=progress)
    return Seen(say("Objective: {name}", name=say.name(card)), shows)


@PARTS.part("objective-{seat}")
def explain_objective(asked: Question, seat: int) -> Info:
    board, say = asked.board, asked.say
    own = asked.view.seats[seat].objective
    if own is None:
        some = board.objectives[0]
        text = say(
            "Everyone has a secret objective: {value} points if at least {need} of their structures stand on"
            " its colour at the end. You will see this one then.",
            value=some.value,
            need=some.need,
        )
        facts = [(say("Owner"), asked.names[seat])]
    else:
        rule = say.name(board.objective(own.id), "text")
        text = f"{rule} {say('It is all or nothing, and a secret until the end.')}"
        facts = [
            (asked.who(seat), asked.out_of(own.progress, own.need)),
            (say("Worth at the end"), str(own.value)),
        ]
    return objective(board, own, say).info(text, facts, ("SR-8", "SR-52"))


def hidden_cards(own: Seat) -> int:
    """How many wonder cards of a player only their owner sees."""
    return own.hand_count + (own.wonders_chosen if own.wonders is None else 0)


def hand(cards: int, say: Translator) -> Seen:
    return Seen(say("Hidden wonder cards"), str(cards))


@PARTS.part("seat-{seat}-hand")
def explain_hand(asked: Question, seat: int) -> Info:
    say, cards = asked.say, hidden_cards(asked.view.seats[seat])
    text = say(
        "Wonder cards that only their owner sees. At the end of the first era everyone chooses one of them in"
        " secret, with two players two; the others leave the game."
    )
    facts = ((say("Owner"), asked.who(seat)), (say("Cards"), str(cards)))
    return hand(cards, say).info(text, facts, ("SR-7", "SR-14", "SR-43"))
