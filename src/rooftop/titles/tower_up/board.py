"""Tower Up: one edition for one number of players."""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.errors import EditionError
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader
from rooftop.titles.tower_up import checks
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.schema import (
    BORDERS,
    TABLES,
    Bonus,
    Card,
    Components,
    Cone,
    District,
    Map,
    Objective,
    Player,
    Setup,
    Site,
    Track,
)


@dataclass(frozen=True)
class Board:
    """What the edition says for this number of players. The rules number sites, cards and objectives by
    their index in these lists."""

    players: int
    components: Components
    setup: Setup
    track: Track
    cone: Cone
    tokens: list[int]
    objectives: list[Objective]
    cards: list[Card]
    city: Map
    player_names: list[Player]  # the seats' first
    site_number: dict[str, int]
    neighbours: list[list[int]]

    @property
    def sites(self) -> list[Site]:
        return self.city.sites

    def district(self, site: int) -> District:
        """The district of a site."""
        return next(area for area in self.city.district if area.id == self.sites[site].district)

    def card(self, card_id: str) -> Card:
        return next(card for card in self.cards if card.id == card_id)

    def objective(self, objective_id: str) -> Objective:
        return next(objective for objective in self.objectives if objective.id == objective_id)

    def objective_total(self, objective: Objective) -> int:
        """The progress that meets an objective."""
        return {
            "each_colour": n.COLOURS,
            "each_district": len(self.city.district),
            "connected_group": objective.count,
            "grey_districts": objective.first + objective.second,
            "site_flag_count": objective.count,
            "colour_count": objective.count,
            "roofs_per_building": objective.buildings,
            "roof_levels": len(objective.levels),
            "border_pairs": BORDERS,
        }[objective.kind]

    def cone_value(self, visible: int) -> int:
        """TU-49: the value of this number of visible roofs."""
        return self.cone.values[min(visible, len(self.cone.values)) - 1] if visible else 0


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition. An EditionError has a line for each problem."""
    reader = Reader(edition)
    one, all_of, problems = reader.one, reader.all_of, reader.problems
    components, setup = one(Components, "components"), one(Setup, "setup")
    track, cone, bonus = one(Track, "track"), one(Cone, "cone"), one(Bonus, "bonus")
    player_names = all_of(Player, "player")
    objectives, cards, maps = all_of(Objective, "objective"), all_of(Card, "card"), all_of(Map, "map")
    reader.no_others("Tower Up", TABLES)
    reader.settle()

    fitting = [index for index, city in enumerate(maps) if players in city.players]
    if len(fitting) != 1:
        problem = f"map: exactly one map must be for {players} players, not {len(fitting)}"
        raise EditionError(edition.name, [problem])
    where, city = f"map[{fitting[0]}]", maps[fitting[0]]
    site_number = {site.id: index for index, site in enumerate(city.sites)}
    problems += checks.numbers(players, components, setup, track, cone, bonus)
    problems += checks.players(player_names)
    problems += checks.cards(cards, components, setup)
    problems += checks.objectives(objectives, components, setup)
    problems += checks.city(where, city, site_number, setup)
    reader.settle()

    neighbours = _neighbours(city, site_number)
    problems += checks.network(where, city, neighbours)
    problems += checks.reachable_objectives(where, city, objectives)
    reader.settle()
    return Board(
        players,
        components,
        setup,
        track,
        cone,
        bonus.per_players[players],
        objectives,
        cards,
        city,
        player_names,
        site_number,
        neighbours,
    )


def _neighbours(city: Map, site_number: dict[str, int]) -> list[list[int]]:
    """The neighbours of each site, in order."""
    neighbours: list[list[int]] = [[] for _ in city.sites]
    for a, b in city.streets:
        neighbours[site_number[a]].append(site_number[b])
        neighbours[site_number[b]].append(site_number[a])
    return [sorted(around) for around in neighbours]
