"""What every part of the picture is: the game, the auction and the map. `info_cards` has cards and players.

The name of a part starts with its kind: `place-A3`, `island-aerie`, `seat-1-yellow`.
"""

from __future__ import annotations

from collections.abc import Callable

from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.skyrise import guide
from rooftop.titles.skyrise import info_cards as cards
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.info_cards import Asked
from rooftop.titles.skyrise.phrases import colour_text, disc_text, height_text, structure_text
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.schema import HEIGHTS, LETTERS, Feature
from rooftop.titles.skyrise.view import Neighbourhood, View, neighbours


def explain(board: Board, view: View, part: str, names: list[str], say: Translator) -> Info | None:
    """What a part of the picture is; None if there is no such part."""
    kind, _, which = part.partition("-")
    found = KINDS.get(kind)
    return found(Asked(board, view, names, say), which) if found else None


# --- the game and the auction -------------------------------------------------------------------------


def _progress(asked: Asked) -> str:
    say, auction = asked.say, asked.view.auction
    era = say.name(asked.board.eras[asked.view.era - 1])
    return say("{era}, auction {n} of {all}", era=era, n=auction.number, all=auction.of)


def _standings(asked: Asked) -> list[tuple[str, str]]:
    """Everyone's points."""
    say, rows = asked.say, asked.view.seats
    if asked.view.phase == "over":
        return [(asked.who(seat), str(row.total)) for seat, row in enumerate(rows)]
    return [
        (asked.who(seat), say("{n}; {after} if it ended now", n=row.total, after=row.if_ended.total))
        for seat, row in enumerate(rows)
    ]


def _scene(asked: Asked, which: str) -> Info | None:
    say = asked.say
    text = say(
        "You bid with your buildings for the neighbourhoods of a city in the sky. The highest bid stays and"
        " is built; the others return. When everyone has built everything, the most prestige wins: for"
        " islands, panoramas, discs, your objective, and every structure you have built."
    )
    facts = [(say("Now"), _progress(asked)), *_standings(asked)]
    return None if which else Info("Skyrise", text, tuple(facts), ("SR-16", "SR-27", "SR-47", "SR-58"))


def _status(asked: Asked, which: str) -> Info | None:
    say, view = asked.say, asked.view
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
    facts = [(say("Now"), _progress(asked))] if view.phase != "over" else _standings(asked)
    name = describe.status(view, asked.names, say)
    return None if which else Info(name, text, tuple(facts), guide.clauses(asked.board, view))


def _auction(asked: Asked, which: str) -> Info | None:
    say, auction = asked.say, asked.view.auction
    text = say(
        "Each auction builds one structure. You bid with the structure itself: the highest bid stays on the"
        " map and takes the disc there, the others return to their owners."
    )
    facts = [
        (asked.who(bid.seat), f"{structure_text(asked.board, bid, say)}, {bid.neighbourhood}")
        for bid in auction.bids
    ]
    if auction.room:
        facts.append((say("The next bid goes on"), ", ".join(auction.room)))
    facts += [
        (asked.who(seat), describe.standing_words(say, describe.standing(asked.view, seat)))
        for seat in range(asked.view.players)
    ]
    clauses = ("SR-20", "SR-21", "SR-22", "SR-23", "SR-26", "SR-28")
    return None if which else Info(say("Auction {n}", n=auction.number), text, tuple(facts), clauses)


def _pass(asked: Asked, which: str) -> Info | None:
    say = asked.say
    if asked.view.phase == "bid":
        text = say("Passing costs nothing: you are out of this auction, and your bids return when it ends.")
    else:
        text = say("You can pass as soon as somebody has bid. Whoever starts an auction must bid.")
    return None if which else Info(say("Pass"), text, (), ("SR-17", "SR-22"))


def _decline(asked: Asked, which: str) -> Info | None:
    say = asked.say
    text = say("The Vault lets you take a second disc, but you need not take one.")
    return None if which else Info(say("Take none"), text, (), ("SR-87",))


# --- the map ------------------------------------------------------------------------------------------


def _place(asked: Asked, which: str) -> Info | None:
    board, view, say = asked.board, asked.view, asked.say
    row = view.neighbourhoods.get(which)
    if row is None:
        return None
    spot = board.spot[which]
    cell, island = board.cells[spot], board.island_of(spot)
    colour = colour_text(board, cell.colour, say)
    told = [
        say(
            "{colour} ground: at the end, a structure here scores what its owner's row of this colour shows.",
            colour=capital(colour),
        )
    ]
    facts = [(say("Island"), say.name(island))]
    clauses = ["SR-5", "SR-57"]
    if row.disc is not None:
        words, clause = _prize(asked, row.disc)
        told.append(words)
        clauses.append(clause)
    told += _marks(asked, which, row)
    if row.structure is not None:
        label = say("Bid") if row.structure.bid else say("Built here")
        facts.append((label, f"{asked.who(row.structure.seat)}: {structure_text(board, row.structure, say)}"))
        if row.structure.wonder is not None:
            told.append(say.name(board.wonder(row.structure.wonder), "text"))
            clauses += cards.wonder_clauses(board.wonder(row.structure.wonder))
    if near := describe.features(island, cell, say):
        facts.append((say("Borders on"), say.list(near)))
    facts.append(
        (say("Next to it"), ", ".join(board.cells[other].id for other in neighbours(board, view, spot)))
    )
    if view.seat >= 0:
        worth = view.seats[view.seat].row_value[cell.colour]
        facts.append((say("Worth to you at the end"), str(worth)))
    return Info(f"{which} ({colour})", " ".join(told), tuple(facts), (*clauses, "SR-3", "SR-21"))


def _prize(asked: Asked, disc: str) -> tuple[str, str]:
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
    words = say("Whoever builds here takes the {disc} for the row of that colour.", disc=named)
    return words, "SR-32"


def _marks(asked: Asked, which: str, row: Neighbourhood) -> list[str]:
    """What is special about a neighbourhood now."""
    say, view = asked.say, asked.view
    told = []
    if which == view.auction.neighbourhood:
        told.append(say("This is the bid to beat."))
    if view.hammer == which:
        told.append(say("Others may not bid tall buildings next to it."))
    room = view.auction.room if view.auction.bids else view.starts
    if view.phase in ("start", "bid") and which in room and row.structure is None:
        told.append(say("The next bid may go here."))
    return told


def _island(asked: Asked, which: str) -> Info | None:
    board, view, say = asked.board, asked.view, asked.say
    control = view.control.get(which)
    if control is None:
        return None
    island = next(row for row in board.islands if row.id == which)
    text = say(
        "At the end of each era the island scores {value} for whoever controls it: the most tall buildings"
        " here; ties go to medium, then to short ones. Players who are still tied all score.",
        value=board.control.value,
    )
    clauses = ["SR-2", "SR-40", "SR-41"]
    if island.role == "centre":
        text += " " + say("Auctions can always start here.")
        clauses.append("SR-18")
    leaders = [asked.who(seat) for seat in control.leaders]
    facts = [(say("Controlled by"), say.list(leaders) or say("nobody"))]
    for seat, tally in enumerate(control.tally):
        counts = [
            f"{tally[height]} {height_text(board, height, say)}"
            for height in reversed(HEIGHTS)
            if tally[height]
        ]
        if counts:
            facts.append((asked.who(seat), ", ".join(counts)))
    free = sum(view.neighbourhoods[cell.id].structure is None for cell in island.cell)
    facts.append((say("Free neighbourhoods"), asked.of(free, len(island.cell))))
    return Info(say.name(island), text, tuple(facts), tuple(clauses))


def _feature(kind: Feature) -> Callable[[Asked, str], Info | None]:
    """Explains lakes, blimps or windmills."""

    def explained(asked: Asked, which: str) -> Info | None:
        board, view, say = asked.board, asked.view, asked.say
        row = next((row for row in board.features(kind) if row.id == which), None)
        if row is None or not all(name in view.neighbourhoods for name in row.borders):
            return None
        name, text = {
            "lake": (say("Lake"), say("Neighbourhoods on opposite shores of a lake are not adjacent.")),
            "blimp": (say("Blimp"), say("A blimp separates the neighbourhoods around it where it lies.")),
            "windmill": (say("Windmill"), say("A windmill stands where neighbourhoods meet.")),
        }[kind]
        text, clauses = _with_panorama(asked, kind, text)
        around = [view.neighbourhoods[name].structure for name in row.borders]
        facts = [(say("Borders on"), ", ".join(row.borders))]
        for seat in range(view.players):
            there = sum(one is not None and one.seat == seat and not one.bid for one in around)
            if there:
                facts.append(
                    (asked.who(seat), say.many("{n} structure there", "{n} structures there", there))
                )
        return Info(name, text, tuple(facts), ("SR-3", *clauses))

    return explained


def _with_panorama(asked: Asked, feature: str, text: str) -> tuple[str, tuple[str, ...]]:
    """A text with the panorama card in play that scores a feature, and the clauses about it."""
    say = asked.say
    for row in asked.view.panoramas:
        card = next(card for card in asked.board.panoramas if card.id == row.id)
        if card.feature == feature:
            words = say.name(card, "text")
            scores = say(
                "Panorama {name}, {value} each: {text}",
                name=say.name(card), value=card.value, text=words[0].lower() + words[1:],
            )  # fmt: skip
            return f"{text} {scores}", (cards.PANORAMAS[feature], "SR-64")
    return f"{text} {say('No panorama in this game scores it.')}", ("SR-9",)


def _bridge(asked: Asked, which: str) -> Info | None:
    say, view = asked.say, asked.view
    row = next((row for row in view.bridges if row.id == which), None)
    if row is None:
        return None
    text = say("A bridge makes the neighbourhoods at its ends adjacent, so bids can cross it.")
    text, clauses = _with_panorama(asked, "bridge", text)
    facts = []
    for end in (row.a, row.b):
        there = view.neighbourhoods[end].structure
        facts.append((end, asked.who(there.seat) if there and not there.bid else say("free")))
    return Info(say("Bridge {a}–{b}", a=row.a, b=row.b), text, tuple(facts), ("SR-4", *clauses))


KINDS: dict[str, Callable[[Asked, str], Info | None]] = {
    "scene": _scene,
    "status": _status,
    "ending": _status,
    "auction": _auction,
    "pass": _pass,
    "decline": _decline,
    "place": _place,
    "island": _island,
    "control": _island,
    "lake": _feature("lake"),
    "blimp": _feature("blimp"),
    "windmill": _feature("windmill"),
    "bridge": _bridge,
    "panorama": cards.panorama,
    "patrons": cards.patrons,
    "patron": cards.patron,
    "keys": cards.keys,
    "key": cards.key,
    "objective": cards.objective,
    "wonder": cards.wonder,
    "seat": cards.seat,
    "colour": cards.own_row,
    "structure": cards.own_structure,
}
