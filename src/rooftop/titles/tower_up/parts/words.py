"""Tower Up: the words for things on the table."""

from __future__ import annotations

from collections import Counter

from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.schema import COLOURS, CardFloor, Colour, District, Objective
from rooftop.titles.tower_up.view import View


def millions(say: Translator, number: int) -> str:
    return say.many("{n} million", "{n} million", number)


def floors(say: Translator, colour: CardFloor, count: int) -> str:
    """'2 white floors'."""
    if colour == "white":
        return say.many("{n} white floor", "{n} white floors", count)
    if colour == "grey":
        return say.many("{n} grey floor", "{n} grey floors", count)
    if colour == "brown":
        return say.many("{n} brown floor", "{n} brown floors", count)
    if colour == "black":
        return say.many("{n} black floor", "{n} black floors", count)
    return say.many("{n} floor of any colour", "{n} floors of any colour", count)


def colour_floors(say: Translator, colour: Colour) -> str:
    return {
        "white": say("White floors"),
        "grey": say("Grey floors"),
        "brown": say("Brown floors"),
        "black": say("Black floors"),
    }[colour]


def colour_name(say: Translator, colour: Colour) -> str:
    return {
        "white": say("white"),
        "grey": say("grey"),
        "brown": say("brown"),
        "black": say("black"),
    }[colour]


def machine(say: Translator, colour: Colour) -> str:
    return {
        "white": say("the white machine"),
        "grey": say("the grey machine"),
        "brown": say("the brown machine"),
        "black": say("the black machine"),
    }[colour]


def starting_floor(say: Translator, colour: Colour) -> str:
    return {
        "white": say("white starting floor"),
        "grey": say("grey starting floor"),
        "brown": say("brown starting floor"),
        "black": say("black starting floor"),
    }[colour]


def building(say: Translator, colour: Colour) -> str:
    return {
        "white": say("white building"),
        "grey": say("grey building"),
        "brown": say("brown building"),
        "black": say("black building"),
    }[colour]


def columns(say: Translator, colour: Colour, count: int) -> str:
    """'2 columns for the white machine'."""
    return say.many(
        "{n} column for {machine}", "{n} columns for {machine}", count, machine=machine(say, colour)
    )


def card_text(board: Board, say: Translator, card_id: str) -> str:
    """What a card gives: '2 black floors and 2 white floors'."""
    card = board.card(card_id)
    gains = [floors(say, colour, count) for colour, count in Counter(card.floors).items()]
    gains += [columns(say, colour, count) for colour, count in Counter(card.machines).items()]
    return say.list(gains)


def site_text(board: Board, say: Translator, site: int) -> str:
    """'T5 (Old Town)'."""
    return f"{board.sites[site].id} ({say.name(board.district(site))})"


def district_name(area: District, say: Translator, name: str = "") -> str:
    """'Old Town' or 'Foundry (grey)', because objective D counts grey districts. `name` replaces the name."""
    name = name or say.name(area)
    return say("{district} (grey)", district=name) if area.grey else name


def objective_name(rule: Objective, say: Translator) -> str:
    """A short name for a column of results, where the whole text has no room."""
    if rule.kind == "colour_count":
        return say.name(rule, "text")
    if rule.kind == "connected_group":
        return say.many("{n} building joined up", "{n} buildings joined up", rule.count)
    if rule.kind == "roof_levels":
        return say.many("Roofs on {n} level", "Roofs on {n} levels", len(rule.levels))
    return {
        "each_colour": say("All four colours"),
        "each_district": say("All districts"),
        "grey_districts": say("Grey districts"),
        "site_flag_count": say("By the lake") if rule.flag == "lakeside" else say("In a park"),
        "roofs_per_building": say("Several roofs in one"),
        "border_pairs": say("Across two borders"),
    }[rule.kind]


def price(board: Board, view: View, site: int) -> Counter[Colour]:
    """The floors that a new building adds to its neighbours."""
    around = (view.buildings.get(board.sites[other].id) for other in board.neighbours[site])
    return Counter(neighbour.colour for neighbour in around if neighbour)


def price_text(say: Translator, cost: Counter[Colour]) -> str:
    """'2 white floors and 1 black floor'."""
    return say.list([floors(say, colour, cost[colour]) for colour in COLOURS if cost[colour]])


# --- the game, its points and its players ----------------------------------------------------------


def blurb(say: Translator) -> str:
    return say("Every new building raises its neighbours. Crown the right towers with your roofs.")


def source_names(say: Translator, board: Board | None = None, view: View | None = None) -> dict[str, str]:
    """The sources of points in words; given a view, tokens are named after its objectives."""
    tokens = [say("First objective"), say("Second objective"), say("Third objective")]
    if board is not None and view is not None:
        tokens = [objective_name(board.objective(row.id), say) for row in view.objectives]
    return {
        "white": say("White machine"),
        "grey": say("Grey machine"),
        "brown": say("Brown machine"),
        "black": say("Black machine"),
        "cone": say("Visible roofs"),
        **{f"token-{number}": name for number, name in enumerate(tokens, 1)},
    }
