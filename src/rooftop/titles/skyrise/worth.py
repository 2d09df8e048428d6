"""What a wonder counts now, and would score on a neighbourhood, computed from a view.

`wonders.py` scores a wonder when it is built. Tests compare the two.
"""

from __future__ import annotations

from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.schema import FEATURES, LETTERS, Feature, Panorama, Wonder
from rooftop.titles.skyrise.view import View, neighbours


class Now:
    """The structures on the map; bids do not count."""

    def __init__(self, board: Board, view: View, seat: int) -> None:
        self.board, self.view = board, view
        self.seat, self.row = seat, view.seats[seat]
        owners = {
            name: row.structure.seat
            for name, row in view.neighbourhoods.items()
            if row.structure is not None and not row.structure.bid
        }
        self.built = {*owners}
        self.own = {name for name, owner in owners.items() if owner == seat}

    def on(self, island: str, spots: set[str]) -> set[str]:
        return {name for name in spots if self.view.neighbourhoods[name].island == island}

    def near(self, spot: str, bridges: bool = True) -> set[str]:
        if not bridges:
            return set(self.board.cells[self.board.spot[spot]].neighbours)
        found = neighbours(self.board, self.view, self.board.spot[spot])
        return {self.board.cells[other].id for other in found}

    def touched(self, kind: Feature, own: set[str], need: int) -> int:
        """How many lakes, blimps or windmills touch at least `need` of these neighbourhoods."""
        return sum(len(own & set(feature.borders)) >= need for feature in self.board.features(kind))


class After(Now):
    """The map after the wonder is built on `spot`: the bids are gone and its disc is taken. A wild disc
    counts as the neighbourhood's colour."""

    def __init__(self, board: Board, view: View, seat: int, card: Wonder, spot: str) -> None:
        super().__init__(board, view, seat)
        self.card, self.spot = card, spot
        self.built.add(spot)
        self.own.add(spot)
        here = view.neighbourhoods[spot]
        self.island, self.colour, self.disc = here.island, here.colour, here.disc

    def letters(self) -> list[int]:
        """The number of patron discs of each letter."""
        return [self.row.patrons[letter] + (self.disc == letter) for letter in LETTERS]


def wonder_worth(board: Board, view: View, seat: int, card: Wonder, spot: str) -> int:
    """SR-65..89: the prestige that `seat` would score for a wonder on the neighbourhood."""
    after = After(board, view, seat, card, spot)
    if card.effect == "structures_left":
        left = after.row.left - 1
        return card.scale[left] if card.scale and left < len(card.scale) else 0
    if card.effect == "score_panoramas":
        cards = {row.id: row for row in board.panoramas}
        return sum(_on_island(after, cards[row.id]) * row.value for row in view.panoramas)
    return (card.value or 0) * _count(after)


def reached(board: Board, view: View, seat: int, card: Wonder) -> int | None:
    """How much of what a wonder counts its owner has now; None if that depends on where it will be built."""
    now, effect = Now(board, view, seat), card.effect
    row = now.row
    if effect == "feature_threshold":
        return now.touched(card.feature or FEATURES[0], now.own, 1)
    if effect == "per_bid":
        return sum(bid.number is not None for bid in view.auction.bids)
    if effect == "reveal_objective" and row.objective is not None:
        return row.objective.progress
    if effect == "structures_on_centre":
        return len(now.on(board.islands[0].id, now.built))
    if effect == "different_patrons":
        return sum(count > 0 for _, count in row.patrons.items())
    if effect == "patron_discs":
        return sum(count for _, count in row.patrons.items())
    if effect == "own_tall":
        return sum(control.tally[seat].tall for control in view.control.values())
    if effect == "structures_left":
        return row.left
    if effect == "score_control":
        return sum(seat in control.leaders for control in view.control.values())
    if effect == "longest_chain":
        return max([_longest(now, [name]) for name in now.own], default=0)
    return None


def _count(after: After) -> int:
    """How often a wonder scores its value."""
    view, card, own = after.view, after.card, after.own
    effect = card.effect
    if effect == "per_bid":
        numbered = [row for row in view.auction.bids if row.number is not None]
        return len(numbered) + bool(card.counts_itself)
    if effect == "feature_threshold":
        return int(after.touched(card.feature or FEATURES[0], own, 1) >= (card.need or 0))
    if effect == "adjacent_structures":
        return len(after.near(after.spot) & after.built)
    if effect == "adjacent_empty":
        return len(after.near(after.spot) - after.built)
    if effect == "reveal_objective" and after.row.objective is not None:
        colour = after.row.objective.colour
        return sum(view.neighbourhoods[name].colour == colour for name in own)
    if effect == "discs_of_colour":
        held = len(after.row.rows[after.colour]) + after.row.excess[after.colour]
        return held + (after.disc in (after.colour, "wild"))
    if effect == "structures_on_centre":
        return len(after.on(after.board.islands[0].id, after.built))
    if effect == "different_patrons":
        return sum(count > 0 for count in after.letters())
    if effect == "patron_discs":
        return sum(after.letters())
    if effect == "tall_on_island":
        return sum(tally.tall for tally in view.control[after.island].tally)
    if effect == "own_tall":
        return 1 + sum(row.tally[after.seat].tall for row in view.control.values())
    if effect == "different_colours":
        return len({view.neighbourhoods[name].colour for name in after.on(after.island, own)})
    if effect == "score_control":
        return sum(after.seat in row.leaders for row in view.control.values())
    if effect == "longest_chain":
        return max(_longest(after, [name]) for name in own)
    return int(effect in ("hammer", "capital"))


def _longest(now: Now, path: list[str]) -> int:
    """SR-89: the length of the longest chain that continues a path."""
    ways = (now.near(path[-1]) & now.own).difference(path)
    return max([len(path), *(_longest(now, [*path, name]) for name in ways)])


def _on_island(after: After, card: Panorama) -> int:
    """SR-79: how often a panorama is fulfilled on the wonder's island."""
    here = after.on(after.island, after.own)
    if card.feature == "bridge":
        return sum(
            {row.a, row.b} <= after.own and not here.isdisjoint((row.a, row.b)) for row in after.view.bridges
        )
    if card.feature == "chain":
        return int(any(len(_group(after, here, name)) >= card.need for name in here))
    return after.touched(card.feature, here, card.need)


def _group(after: After, members: set[str], start: str) -> set[str]:
    """The members that are connected to one by borders."""
    group, edge = {start}, {start}
    while edge:
        edge = {near for name in edge for near in after.near(name, bridges=False)} & members - group
        group |= edge
    return group
