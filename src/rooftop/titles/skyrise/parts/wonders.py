"""Skyrise: the wonder cards, and how their effects stand."""

from __future__ import annotations

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skyrise.parts.registry import PARTS, Question
from rooftop.titles.skyrise.schema import Wonder
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
    count = _reached(asked, card, owner)
    if count is None:
        return []
    if card.effect == "feature_threshold":
        words = {
            "lake": say("Lakes touched so far"),
            "blimp": say("Blimps touched so far"),
            "windmill": say("Windmills touched so far"),
        }[card.feature or "lake"]
        return [(words, asked.out_of(count, card.need or 0))]
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


def _reached(asked: Question, card: Wonder, owner: int) -> int | None:
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


def _longest_chain(asked: Question, members: set[str], path: list[str]) -> int:
    """The length of the longest chain that continues a path."""
    near = neighbours(asked.board, asked.view, asked.board.spot[path[-1]])
    ways = (members & {asked.board.cells[spot].id for spot in near}).difference(path)
    return max([len(path), *(_longest_chain(asked, members, [*path, name]) for name in ways)])
