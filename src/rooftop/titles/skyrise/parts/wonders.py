"""Skyrise: the wonder cards, and how their effects stand."""

from __future__ import annotations

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.schema import Feature, Wonder
from rooftop.titles.skyrise.view import neighbours

FIRST = 69  # wonder n is explained in clause SR-(69 + n)


def wonder(card: Wonder, say: Translator) -> Seen:
    """A wonder card with its effect."""
    name = say("Wonder {number}, {name}", number=card.number, name=say.name(card))
    return Seen(name, say.name(card, "text"))


@PARTS.part("wonder-{name}")
def explain_wonder(asked: Question, name: str) -> Info | None:
    say = asked.say
    card = next((card for card in asked.board.wonders if card.id == name), None)
    if card is None:
        return None
    seen = wonder(card, say)
    text = say("A wonder beats every number. It takes effect once, when it is built.")
    owner = _owner(asked, name)
    facts = [(say("Initiative"), str(card.initiative))]
    if owner is not None:
        facts += [(say("Owner"), asked.who(owner)), *_effect(asked, card, owner)]
    return seen.info(f"{seen.shows} {text}", facts, ("SR-25", "SR-65", *clauses_of(card)))


def clauses_of(card: Wonder) -> tuple[str, ...]:
    """The clauses about a wonder."""
    own = f"SR-{FIRST + card.number}"
    return ("SR-66", "SR-68", own) if card.effect == "hammer" else (own,)


def _owner(asked: Question, card: str) -> int | None:
    """Who has a wonder card, if the viewer knows."""
    rows = asked.view.seats
    return next(
        (seat for seat, row in enumerate(rows) if card in (*(row.hand or ()), *(row.wonders or ()))), None
    )


def _effect(asked: Question, card: Wonder, owner: int) -> list[Fact]:
    """How a wonder's effect stands for its owner."""
    say = asked.say
    own = asked.view.seats[owner]
    figure = next((row for row in own.structures if row.wonder == card.id), None)
    if figure is not None and figure.state == "built":
        return [(say("Built on"), str(figure.neighbourhood))]
    reached = _reached(asked, card, owner)
    return [reached] if reached else []


def _reached(asked: Question, card: Wonder, owner: int) -> Fact | None:
    """What a wonder counts and how much of it its owner has now; None if that depends on where it will be
    built."""
    board, view, say, effect = asked.board, asked.view, asked.say, card.effect
    own = view.seats[owner]
    built = {
        name: row.structure.seat
        for name, row in view.neighbourhoods.items()
        if row.structure is not None and not row.structure.bid
    }
    standing = {name for name, seat in built.items() if seat == owner}
    if effect == "feature_threshold":
        return _touched(asked, card.feature or "lake", card.need or 0, standing)
    if effect == "per_bid":
        return say("Bids in this auction"), str(sum(bid.number is not None for bid in view.auction.bids))
    if effect == "reveal_objective" and own.objective is not None:
        return say("Structures on the objective's colour"), str(own.objective.progress)
    if effect == "structures_on_centre":
        centre = board.islands[0].cell
        return say("Structures on the central island"), str(sum(cell.id in built for cell in centre))
    if effect == "different_patrons":
        return say("Different patron letters"), str(sum(count > 0 for _, count in own.patrons.items()))
    if effect == "patron_discs":
        return say("Patron discs"), str(sum(count for _, count in own.patrons.items()))
    if effect == "own_tall":
        return say("Tall buildings so far"), str(sum(row.tally[owner].tall for row in view.control.values()))
    if effect == "structures_left":
        return say("Structures left"), str(own.left)
    if effect == "score_control":
        return say("Islands controlled"), str(sum(owner in row.leaders for row in view.control.values()))
    if effect == "longest_chain":
        longest = max([_longest_chain(asked, standing, [name]) for name in standing], default=0)
        return say("Longest chain so far"), str(longest)
    return None


def _touched(asked: Question, kind: Feature, need: int, standing: set[str]) -> Fact:
    """How many lakes, blimps or windmills a player's structures touch."""
    say = asked.say
    words = {
        "lake": say("Lakes touched so far"),
        "blimp": say("Blimps touched so far"),
        "windmill": say("Windmills touched so far"),
    }[kind]
    touched = sum(not standing.isdisjoint(row.borders) for row in asked.board.features(kind))
    return words, asked.out_of(touched, need)


def _longest_chain(asked: Question, members: set[str], path: list[str]) -> int:
    """The length of the longest chain that continues a path."""
    near = neighbours(asked.board, asked.view, asked.board.spot[path[-1]])
    ways = (members & {asked.board.cells[spot].id for spot in near}).difference(path)
    return max([len(path), *(_longest_chain(asked, members, [*path, name]) for name in ways)])
