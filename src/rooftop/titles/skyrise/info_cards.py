"""What cards, discs, structures and players are: the second half of `info`."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.game.position import Position
from rooftop.game.preview import follow
from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.skyrise import guide
from rooftop.titles.skyrise.actions import MOVES, PlaceWonder
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import (
    colour_text,
    disc_text,
    height_text,
    structure_text,
)
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.schema import COLOURS, LETTERS, Colour, Wonder
from rooftop.titles.skyrise.view import SOURCES, OwnedStructure, View, neighbours

Facts = list[tuple[str, str]]
PANORAMAS = {"blimp": "SR-59", "windmill": "SR-60", "lake": "SR-61", "bridge": "SR-62", "chain": "SR-63"}
FIRST_WONDER = 69  # wonder n is explained in clause SR-(69 + n)


class Asked(NamedTuple):
    """What a part of the picture is asked about: a board, a view, and who is who."""

    board: Board
    view: View
    names: list[str]
    say: Translator

    def who(self, seat: int) -> str:
        """A player's name; "You" for the viewer."""
        say = self.say
        return say("You") if seat == self.view.seat else self.names[seat]

    def of(self, part: int, whole: int) -> str:
        say = self.say
        return say("{have} of {all}", have=part, all=whole)

    def seat(self, text: str) -> int | None:
        """The number of a seat; None if there is no such seat."""
        return int(text) if text.isdecimal() and int(text) < self.view.players else None


# --- the cards on the table ---------------------------------------------------------------------------


def panorama(asked: Asked, which: str) -> Info | None:
    say, view = asked.say, asked.view
    if which not in ("0", "1"):
        return None
    row = view.panoramas[int(which)]
    card = next(card for card in asked.board.panoramas if card.id == row.id)
    text = say(
        "A panorama scores for every player at the end of both eras, {value} each time you fulfil it.",
        value=row.value,
    )
    facts = [
        (asked.who(seat), f"{count} × {row.value} = {worth}")
        for seat, (count, worth) in enumerate(zip(row.instances, row.worth, strict=True))
    ]
    clauses = ("SR-42", PANORAMAS[card.feature], "SR-64")
    return Info(say.name(card), f"{say.name(card, 'text')} {text}", tuple(facts), clauses)


def patrons(asked: Asked, which: str) -> Info | None:
    say, view = asked.say, asked.view
    text = say(
        "Four patrons, each with a tile that lies face down. At the end each patron disc scores the tile of"
        " its letter. Whoever has such a disc may look at its tile."
    )
    facts = [(f"{letter}", _tile(asked, letter)) for letter in LETTERS]
    facts.append((say("The four tiles"), ", ".join(map(str, view.tile_values))))
    return None if which else Info(say("Patrons"), text, tuple(facts), ("SR-10", "SR-34", "SR-35", "SR-53"))


def _tile(asked: Asked, letter: str) -> str:
    """The value of a patron's tile, or what it can be."""
    say, view = asked.say, asked.view
    tile = view.patrons[letter].tile
    if tile is not None:
        return str(tile)
    hidden = list(view.tile_values)
    for _, row in view.patrons.items():
        if row.tile is not None:
            hidden.remove(row.tile)
    return say("hidden: {values}", values=_either(asked, hidden))


def _either(asked: Asked, values: list[int]) -> str:
    say, shown = asked.say, [str(value) for value in values]
    if len(shown) == 1:
        return shown[0]
    return say("{first} or {last}", first=", ".join(shown[:-1]), last=shown[-1])


def patron(asked: Asked, which: str) -> Info | None:
    say, view = asked.say, asked.view
    if which not in LETTERS:
        return None
    row, card = view.patrons[which], asked.board.patrons[LETTERS.index(which)]
    text = say(
        "Each patron disc {letter} scores the value of this tile at the end. It lies face down; whoever has"
        " such a disc may look.",
        letter=which,
    )
    facts = [(say("Value"), _tile(asked, which)), (say("Discs on the map"), str(row.on_map))]
    facts += [
        (asked.who(seat), say.many("{n} disc", "{n} discs", count))
        for seat, count in enumerate(row.discs)
        if count
    ]
    name = say("Patron {letter}: {name}", letter=which, name=say.name(card))
    return Info(name, text, tuple(facts), ("SR-34", "SR-35", "SR-53"))


def keys(asked: Asked, which: str) -> Info | None:
    say = asked.say
    text = say(
        "A key is a reward for building everything early. The first player who does gets the large one; with"
        " three or four players the second gets the small one."
    )
    facts = [
        (say.name(asked.board.keys, f"{name}_name"), str(row.value)) for name, row in asked.view.keys.items()
    ]
    return None if which else Info(say("Keys to the city"), text, tuple(facts), ("SR-11", "SR-49", "SR-55"))


def key(asked: Asked, which: str) -> Info | None:
    say, view = asked.say, asked.view
    row = dict(view.keys.items()).get("large" if which == "large" else "small")
    if which not in ("large", "small") or row is None:
        return None
    if which == "large":
        text = say("The first player to build everything gets this key.")
    else:
        text = say("The second player to build everything gets this key.")
    facts = [(say("Worth at the end"), str(row.value))]
    if row.seat is not None:
        facts.append((say("Belongs to"), asked.who(row.seat)))
    else:
        facts += [
            (asked.who(seat), say.many("{n} structure left", "{n} structures left", own.left))
            for seat, own in enumerate(view.seats)
            if own.left
        ]
    return Info(say.name(asked.board.keys, f"{which}_name"), text, tuple(facts), ("SR-49", "SR-55"))


# --- a player's cards ---------------------------------------------------------------------------------


def objective(asked: Asked, which: str) -> Info | None:
    say, seat = asked.say, asked.seat(which)
    if seat is None:
        return None
    row = asked.view.seats[seat].objective
    if row is None:
        some = asked.board.objectives[0]
        text = say(
            "Everyone has a secret objective: {value} points if at least {need} of their structures stand on"
            " its colour at the end. You will see this one then.",
            value=some.value, need=some.need,
        )  # fmt: skip
        return Info(say("Secret objective"), text, ((say("Owner"), asked.names[seat]),), ("SR-8", "SR-52"))
    card = next(card for card in asked.board.objectives if card.id == row.id)
    text = f"{say.name(card, 'text')} {say('It is all or nothing, and a secret until the end.')}"
    name = say("Objective: {name}", name=say.name(card))
    facts = ((asked.who(seat), asked.of(row.progress, row.need)), (say("Worth at the end"), str(row.value)))
    return Info(name, text, facts, ("SR-8", "SR-52"))


def wonder(asked: Asked, which: str) -> Info | None:
    say = asked.say
    card = next((card for card in asked.board.wonders if card.id == which), None)
    if card is None:
        return None
    text = say("A wonder beats every number. It takes effect once, when it is built.")
    owner = _owner(asked, which)
    facts = [(say("Initiative"), str(card.initiative))]
    if owner is not None:
        facts += [(say("Owner"), asked.who(owner)), *_effect(asked, card, owner)]
    clauses = ("SR-25", "SR-65", *wonder_clauses(card))
    return Info(say.name(card), f"{say.name(card, 'text')} {text}", tuple(facts), clauses)


def wonder_clauses(card: Wonder) -> tuple[str, ...]:
    own = f"SR-{FIRST_WONDER + card.number}"
    return ("SR-66", "SR-68", own) if card.effect == "hammer" else (own,)


def _owner(asked: Asked, card: str) -> int | None:
    """Who has a wonder card, if the viewer knows."""
    rows = asked.view.seats
    return next(
        (seat for seat, row in enumerate(rows) if card in (*(row.hand or ()), *(row.wonders or ()))), None
    )


def _effect(asked: Asked, card: Wonder, owner: int) -> Facts:
    """How a wonder's effect stands for its owner."""
    say = asked.say
    own = asked.view.seats[owner]
    figure = next((row for row in own.structures if row.wonder == card.id), None)
    if figure is not None and figure.state == "built":
        return [(say("Built on"), str(figure.neighbourhood))]
    count = _reached(asked, card, owner)
    if count is None:
        return []
    if card.effect == "feature_threshold":
        words = {
            "lake": say("Lakes touched so far"),
            "blimp": say("Blimps touched so far"),
            "windmill": say("Windmills touched so far"),
        }[card.feature or "lake"]
        return [(words, asked.of(count, card.need or 0))]
    words = {
        "per_bid": say("Bids in this auction"),
        "reveal_objective": say("Structures on the objective's colour"),
        "structures_on_centre": say("Structures on the central island"),
        "different_patrons": say("Different patron letters"),
        "patron_discs": say("Patron discs"),
        "own_tall": say("Tall buildings so far"),
        "structures_left": say("Structures left"),
        "score_control": say("Islands controlled"),
        "longest_chain": say("Longest chain so far"),
    }[card.effect]
    return [(words, str(count))]


def _reached(asked: Asked, card: Wonder, owner: int) -> int | None:
    """How much of what a wonder counts its owner has now; None if that depends on where it will be built."""
    board, view, effect = asked.board, asked.view, card.effect
    own = view.seats[owner]
    built = {
        name: row.structure.seat
        for name, row in view.neighbourhoods.items()
        if row.structure is not None and not row.structure.bid
    }
    standing = {name for name, seat in built.items() if seat == owner}
    if effect == "feature_threshold":
        return sum(not standing.isdisjoint(row.borders) for row in board.features(card.feature or "lake"))
    if effect == "per_bid":
        return sum(bid.number is not None for bid in view.auction.bids)
    if effect == "reveal_objective" and own.objective is not None:
        return own.objective.progress
    if effect == "structures_on_centre":
        return sum(cell.id in built for cell in board.islands[0].cell)
    if effect == "different_patrons":
        return sum(count > 0 for _, count in own.patrons.items())
    if effect == "patron_discs":
        return sum(count for _, count in own.patrons.items())
    if effect == "own_tall":
        return sum(control.tally[owner].tall for control in view.control.values())
    if effect == "structures_left":
        return own.left
    if effect == "score_control":
        return sum(owner in control.leaders for control in view.control.values())
    if effect == "longest_chain":
        return max([_longest_chain(asked, standing, [name]) for name in standing], default=0)
    return None


def _longest_chain(asked: Asked, members: set[str], path: list[str]) -> int:
    """The length of the longest chain that continues a path."""
    near = neighbours(asked.board, asked.view, asked.board.spot[path[-1]])
    ways = (members & {asked.board.cells[spot].id for spot in near}).difference(path)
    return max([len(path), *(_longest_chain(asked, members, [*path, name]) for name in ways)])


def prospects(position: Position, view: View, part: str, say: Translator) -> Facts:
    """What a wonder would score on the neighbourhoods of the current auction, if all others passed."""
    row = _wonder_at(view, part)
    if row is None or view.phase != "bid" or view.seats[row.seat].passed or row.seat == view.auction.bidder:
        return []
    board, owner = position.game.board, view.seats[row.seat]
    if board.wonder(row.wonder).effect == "reveal_objective" and owner.objective is None:
        return []
    position.state["to_act"] = row.seat
    found = []
    for action in position.legal():
        move = MOVES.move(board, action)
        if isinstance(move, PlaceWonder) and move.structure_id == row.id:
            built = position.clone()
            built.apply(action)
            follow(built, move.assumed())
            points = built.points(row.seat)["wonders"] - owner.points.wonders
            what = say("Built on {spot}", spot=board.cells[move.spot].id)
            found.append((what, say.many("{n} point", "{n} points", points)))
    return found


def _wonder_at(view: View, part: str) -> OwnedStructure | None:
    """The wonder that a part shows, if everyone knows its card and it is ready."""
    for row in (row for seat in view.seats for row in seat.structures if row.wonder is not None):
        names = [f"wonder-{row.wonder}", f"seat-{row.seat}-{row.id}"]
        if row.seat == view.seat:
            names.append(f"structure-{row.id}")
        if part in names and row.state == "ready":
            return row
    return None


# --- a player's area ----------------------------------------------------------------------------------


def seat(asked: Asked, which: str) -> Info | None:
    """`seat-1` is a player, `seat-1-yellow` a row, `seat-1-tall-2` a structure, `seat-1-items` the portrait,
    `seat-1-hand` hidden cards."""
    first, _, rest = which.partition("-")
    number = asked.seat(first)
    if number is None:
        return None
    if not rest:
        return _player(asked, number)
    if rest == "items":
        return _portrait(asked, number)
    if rest == "hand":
        return _hand(asked, number)
    if rest in COLOURS:
        return _row(asked, number, COLOURS[COLOURS.index(rest)])
    return _structure(asked, number, rest)


def own_row(asked: Asked, which: str) -> Info | None:
    if asked.view.seat < 0 or which not in COLOURS:
        return None
    return _row(asked, asked.view.seat, COLOURS[COLOURS.index(which)])


def own_structure(asked: Asked, which: str) -> Info | None:
    return None if asked.view.seat < 0 else _structure(asked, asked.view.seat, which)


def _player(asked: Asked, number: int) -> Info:
    say, view = asked.say, asked.view
    row = view.seats[number]
    text = say(
        "A player's area: structures that can still be bid, a row of discs for each colour, and what is left"
        " to build. The large number is the prestige so far; most of it is scored at the end."
    )
    sources = guide.sources(say, asked.board, view)
    facts = [(say("Points"), str(row.total))]
    if row.rank is None:
        facts.append((say("If it ended now"), str(row.if_ended.total)))
        facts.append((say("In the auction"), describe.standing_words(say, describe.standing(view, number))))
        facts.append((say("Built"), asked.of(row.built, len(row.structures))))
    counted = zip(SOURCES, row.if_ended.by_source, strict=True)
    facts += [(sources[source], str(points)) for source, points in counted if points]
    if row.initiative is not None:
        facts.append((say("Initiative"), str(row.initiative)))
    return Info(asked.names[number], text, tuple(facts), ("SR-12", "SR-24", "SR-51", "SR-58"))


def _row(asked: Asked, number: int, colour: Colour) -> Info:
    board, say = asked.board, asked.say
    own = asked.view.seats[number]
    discs, built, worth = len(own.rows[colour]), own.standing[colour], own.row_value[colour]
    text = say(
        "Discs of this colour go here. The row shows what each structure on this colour scores at the end:"
        " {values} with no disc to four. Further discs score {excess} each.",
        values=", ".join(str(step.value) for step in board.row.step),
        excess=board.row.excess_value,
    )
    facts = [
        (say("Owner"), asked.who(number)),
        (say("Discs"), str(discs + own.excess[colour])),
        (say("Each structure scores"), str(worth)),
        (say("Structures built"), str(built)),
        (say("Together"), f"{built} × {worth} = {built * worth}"),
    ]
    if discs + 1 < len(board.row.step):
        facts.append((say("With another disc"), str(board.row.step[discs + 1].value)))
    name = say("{colour} row", colour=capital(colour_text(board, colour, say)))
    return Info(name, text, tuple(facts), ("SR-32", "SR-33", "SR-54", "SR-57"))


def _portrait(asked: Asked, number: int) -> Info:
    board, say = asked.board, asked.say
    own = asked.view.seats[number]
    text = say(
        "Items on the portrait score at the end: patron discs the value of their tile, discs beyond a full"
        " row {excess} each, the key its value. Each commissions disc scores {value} for every item here.",
        excess=board.row.excess_value,
        value=board.commissions.per_item,
    )
    counts = [(disc_text(letter, say), count) for letter, count in own.patrons.items()]
    counts += [(disc_text(colour, say), count) for colour, count in own.excess.items()]
    counts.append((disc_text("commissions", say), own.commissions))
    facts = [(say("Owner"), asked.who(number)), (say("Items"), str(own.items))]
    facts += [(capital(what), str(count)) for what, count in counts if count]
    if own.key:
        facts.append(
            (say.name(board.keys, f"{own.key}_name"), str(dict(asked.view.keys.items())[own.key].value))
        )
    return Info(say("The portrait"), text, tuple(facts), ("SR-34", "SR-53", "SR-54", "SR-55", "SR-56"))


def _hand(asked: Asked, number: int) -> Info:
    say, own = asked.say, asked.view.seats[number]
    text = say(
        "Wonder cards that only their owner sees. At the end of the first era everyone chooses one of them in"
        " secret, with two players two; the others leave the game."
    )
    cards = own.hand_count + (own.wonders_chosen if own.wonders is None else 0)
    facts = ((say("Owner"), asked.who(number)), (say("Cards"), str(cards)))
    return Info(say("Hidden wonder cards"), text, facts, ("SR-7", "SR-14", "SR-43"))


def _structure(asked: Asked, number: int, which: str) -> Info | None:
    say = asked.say
    row = next((row for row in asked.view.seats[number].structures if row.id == which), None)
    if row is None:
        return None
    if row.wonder is not None:
        return wonder(asked, row.wonder)
    facts = [(say("Owner"), asked.who(number))]
    if row.number is None or row.height is None:
        text = say(
            "A wonder joins the game in the second era and beats every number. What it scores says the card"
            " that its owner chooses at the end of the first era."
        )
        return Info(say("Wonder"), text, tuple(facts), ("SR-12", "SR-25", "SR-43", "SR-45"))
    facts += [(say("Height"), height_text(asked.board, row.height, say)), (say("State"), _state(asked, row))]
    if row.state in ("ready", "bid"):
        facts.append((say("Higher numbers"), _stronger(asked, number, row.number)))
    text = say(
        "A building. As a bid its number counts: it must be higher than the latest bid. Once it is built,"
        " only its height counts, for the control of its island."
    )
    name = structure_text(asked.board, row, say)
    return Info(name, text, tuple(facts), ("SR-12", "SR-21", "SR-27", "SR-40"))


def _state(asked: Asked, row: OwnedStructure) -> str:
    say = asked.say
    return {
        "ready": say("ready"),
        "locked": say("from the second era on"),
        "bid": say("a bid on {spot}", spot=row.neighbourhood),
        "built": say("built on {spot}", spot=row.neighbourhood),
    }[row.state]


def _stronger(asked: Asked, number: int, least: int) -> str:
    """The other players who have a higher number ready."""
    say = asked.say
    found = [
        asked.who(seat)
        for seat, own in enumerate(asked.view.seats)
        if seat != number
        and any(
            row.state == "ready" and row.number is not None and row.number > least for row in own.structures
        )
    ]
    return say.list(found) or say("nobody")
