"""Skyrise: what a wonder would score on a neighbourhood if it won there, from what a player sees.

The rules count when a wonder is built (`wonders.py`); this is for players who think about it before. Tests
compare the two."""

from __future__ import annotations

from rooftop.game.title import View
from rooftop.titles.skyrise.board import LETTERS, Board
from rooftop.titles.skyrise.schema import FEATURES, Panorama, Wonder
from rooftop.titles.skyrise.view import neighbours


class Standing:
    """The map as it would be: the bids gone, the wonder built on `place`, its disc taken. A wild disc counts
    as one of the neighbourhood's colour."""

    def __init__(self, board: Board, view: View, seat: int, card: Wonder, place: str) -> None:
        self.board, self.view, self.card, self.place = board, view, card, place
        self.seat, self.row = seat, view["seats"][seat]
        built = {name: row["structure"] for name, row in view["places"].items() if row["structure"]}
        built = {name: row for name, row in built.items() if not row["bid"]}
        self.built = {*built, place}
        self.own = {place, *(name for name, row in built.items() if row["seat"] == seat)}
        self.island = view["places"][place]["island"]
        self.colour = view["places"][place]["colour"]
        self.disc = view["places"][place]["disc"]

    def on(self, island: str, places: set[str]) -> set[str]:
        return {name for name in places if self.view["places"][name]["island"] == island}

    def near(self, place: str, bridges: bool = True) -> set[str]:
        if not bridges:
            return set(self.board.cells[self.board.place_number[place]].neighbours)
        found = neighbours(self.board, self.view, self.board.place_number[place])
        return {self.board.cells[other].id for other in found}

    def touched(self, kind: str, own: set[str], need: int) -> int:
        """How many lakes, blimps or windmills touch so many of these places."""
        return sum(len(own & set(feature.borders)) >= need for feature in self.board.features(kind))

    def letters(self) -> dict[str, int]:
        """Patron discs by letter."""
        return {letter: self.row["patrons"][letter] + (self.disc == letter) for letter in LETTERS}


def wonder_worth(board: Board, view: View, seat: int, card: Wonder, place: str) -> int:
    """SR-65..89: the prestige of a wonder of `seat` on the neighbourhood."""
    there = Standing(board, view, seat, card, place)
    if card.effect == "structures_left":
        left = there.row["left"] - 1
        return card.scale[left] if card.scale and left < len(card.scale) else 0
    if card.effect == "score_panoramas":
        cards = {row.id: row for row in board.panoramas}
        return sum(_on_island(there, cards[row["id"]]) * row["value"] for row in view["panoramas"])
    return (card.value or 0) * _count(there)


def _count(there: Standing) -> int:
    """How often a wonder scores its value."""
    view, card, own = there.view, there.card, there.own
    effect = card.effect
    if effect == "per_bid":
        numbered = [row for row in view["auction"]["bids"] if row["number"] is not None]
        return len(numbered) + bool(card.counts_itself)
    if effect == "feature_threshold":
        return int(there.touched(card.feature or FEATURES[0], own, 1) >= (card.need or 0))
    if effect == "adjacent_structures":
        return len(there.near(there.place) & there.built)
    if effect == "adjacent_empty":
        return len(there.near(there.place) - there.built)
    if effect == "reveal_objective":
        colour = there.row["objective"]["colour"]
        return sum(view["places"][name]["colour"] == colour for name in own)
    if effect == "discs_of_colour":
        held = len(there.row["rows"][there.colour]) + there.row["excess"][there.colour]
        return held + (there.disc in (there.colour, "wild"))
    if effect == "structures_on_centre":
        return len(there.on(there.board.islands[0].id, there.built))
    if effect == "different_patrons":
        return sum(count > 0 for count in there.letters().values())
    if effect == "patron_discs":
        return sum(there.letters().values())
    if effect == "tall_on_island":
        return sum(row["tall"] for row in view["control"][there.island]["tally"])
    if effect == "own_tall":
        return 1 + sum(row["tally"][there.seat]["tall"] for row in view["control"].values())
    if effect == "different_colours":
        return len({view["places"][name]["colour"] for name in there.on(there.island, own)})
    if effect == "score_control":
        return sum(there.seat in row["leaders"] for row in view["control"].values())
    if effect == "longest_chain":
        return max(_longest(there, [name]) for name in own)
    return int(effect in ("hammer", "capital"))


def _longest(there: Standing, path: list[str]) -> int:
    """SR-89: the longest line that goes on from a path."""
    ways = (there.near(path[-1]) & there.own).difference(path)
    return max([len(path), *(_longest(there, [*path, name]) for name in ways)])


def _on_island(there: Standing, card: Panorama) -> int:
    """SR-79: how often a panorama is fulfilled on the wonder's island."""
    here = there.on(there.island, there.own)
    if card.feature == "bridge":
        return sum(
            {row["a"], row["b"]} <= there.own and not here.isdisjoint((row["a"], row["b"]))
            for row in there.view["bridges"]
        )
    if card.feature == "chain":
        return int(any(len(_group(there, here, name)) >= card.need for name in here))
    return there.touched(card.feature, here, card.need)


def _group(there: Standing, members: set[str], start: str) -> set[str]:
    """Which of the places hang together with one, by borders."""
    group, edge = {start}, {start}
    while edge:
        edge = {near for name in edge for near in there.near(name, bridges=False)} & members - group
        group |= edge
    return group
