"""Skytopia: checks of an edition. Each function yields a line for every problem."""

from __future__ import annotations

from collections.abc import Iterator

from rooftop.engine.state import SEATS
from rooftop.game.edition_tables import Named, duplicates, within
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.schema import (
    COLOURS,
    SIDES,
    Ability,
    CardRow,
    Chronometer,
    City,
    Effect,
    Final,
    Foundation,
    Guild,
    Rules,
    Setup,
    TowerColour,
)


def _one_of(path: str, name: str | None, known: list[str]) -> Iterator[str]:
    if name not in known:
        yield f"{path}: must be one of {', '.join(known)}, not {name!r}"


def chronometer_problems(chronometer: Chronometer) -> Iterator[str]:
    sequence = chronometer.hammer_sequence
    if sorted(sequence) != list(range(1, n.FACES + 1)):
        yield f"chronometer.hammer_sequence: must contain each face from 1 to {n.FACES} once"
    elif chronometer.start_die_face not in sequence[1:]:
        allowed = ", ".join(map(str, sorted(sequence[1:])))
        yield (
            f"chronometer.start_die_face: must be one of {allowed}, the faces not at the hammers in round 1,"
            " not"
            f" {chronometer.start_die_face}"
        )
    if len(chronometer.price) != n.FACES - 1:
        yield f"chronometer.price: has {len(chronometer.price)} rows, must have {n.FACES - 1}"
        return
    before = MOST_COINS
    for index, row in enumerate(chronometer.price):
        path = f"chronometer.price[{index}]"
        if row.rounds_left != index + 1:
            yield f"{path}.rounds_left: must be {index + 1}; rows are in order from 1 to {n.FACES - 1}"
        if index == n.FACES - 2 and row.coins != 0:
            yield f"{path}.coins: must be 0; the longest wait is free"
        elif not 0 <= row.coins <= before:
            yield f"{path}.coins: must be from 0 to {before}, not {row.coins}; a longer wait never costs more"
        before = min(before, max(row.coins, 0))


MOST_COINS = n.PRICES - 1  # for a golem


def number_problems(rules: Rules, final: Final) -> Iterator[str]:
    yield from within("rules.start_coins", rules.start_coins, 0, 50)
    yield from within("rules.golems_per_player", rules.golems_per_player, 2, n.GOLEMS)
    yield from within("rules.compensation_coins", rules.compensation_coins, 0, 20)
    yield from within("final.coins_per_pp", final.coins_per_pp, 1, 100)
    yield from within("final.pp_per_market_golem", final.pp_per_market_golem, 0, 20)


def setup_problems(setups: list[Setup], players: tuple[int, ...]) -> Iterator[str]:
    for index, setup in enumerate(setups):
        yield from within(f"setup[{index}].market_rows", setup.market_rows, 1, n.ROWS)
        yield from within(f"setup[{index}].tight_market_rows", setup.tight_market_rows, 0, setup.market_rows)
    if len(setups) != len(players):
        yield f"setup: has {len(setups)} tables, must have one for each of edition.players"
    for index, (setup, count) in enumerate(zip(setups, players, strict=False)):
        if setup.players != count:
            yield f"setup[{index}].players: must be {count}; the tables are in the order of edition.players"


def name_problems(colours: list[TowerColour], golems: list[Named], crests: list[Named]) -> Iterator[str]:
    if [row.id for row in colours] != list(COLOURS):
        yield f"tower_colour: must be {', '.join(COLOURS)}, in this order"
    if len({row.id for row in golems}) != SEATS or len(golems) != SEATS:
        yield f"golem_colour: there must be {SEATS} different colours"
    if len({row.id for row in crests}) != n.CRESTS or len(crests) != n.CRESTS:
        yield f"crest: there must be {n.CRESTS} different houses"


# The most that one effect may give, so that the gains of a whole tower fit into an event.
MOST_POINTS_GAINED, MOST_COINS_GAINED = 19, 9


def gain_problems(path: str, row: Foundation | Effect) -> Iterator[str]:
    yield from within(f"{path}.pp", row.pp, 0, MOST_POINTS_GAINED)
    yield from within(f"{path}.coins", row.coins, 0, MOST_COINS_GAINED)
    if row.kind in ("gain", "pay_for_pp") and row.pp + row.coins == 0:
        yield f"{path}.pp: {row.kind} must give pp or coins"


def _unused(path: str, row: Foundation | Effect | Ability | Guild, used_by: dict[str, str]) -> Iterator[str]:
    """Report keys that are not used for the row's kind; `used_by` maps each key to the kinds that use it."""
    for key, kinds in used_by.items():
        if getattr(row, key) and row.kind not in kinds.split():
            yield f"{path}.{key}: not used for {row.kind}, only for {', '.join(kinds.split())}"


def city_problems(
    foundations: list[Foundation], cities: list[City], golems: list[Named], crests: list[Named]
) -> Iterator[str]:
    if sorted(row.colour for row in foundations) != sorted(COLOURS):
        yield f"foundation: there must be one for each of {', '.join(COLOURS)}"
    for index, row in enumerate(foundations):
        path = f"foundation[{index}]"
        yield from gain_problems(path, row)
        yield from within(f"{path}.pay", row.pay, 0, 20)
        yield from _unused(path, row, {"pay": "pay_for_pp"})
        if row.kind == "pay_for_pp" and row.coins:
            yield f"{path}.coins: not used for pay_for_pp"
        if row.kind != "free_golem" and row.die_from != "supply":
            yield f"{path}.die_from: not used for {row.kind}, only for free_golem"
    yield from duplicates("city", [row.id for row in cities])
    if [row.golem_colour for row in cities] != [row.id for row in golems]:
        yield "city: there must be one for each golem_colour, in the same order"
    houses = [row.id for row in crests]
    for index, city in enumerate(cities):
        if sorted(city.crests) != sorted(COLOURS):
            yield f"city[{index}].crests: must name {', '.join(COLOURS)}"
        for colour, crest in city.crests.items():
            yield from _one_of(f"city[{index}].crests.{colour}", crest, houses)


TIMING = {
    "golem_sent_home": ("any_time", "each_time"),
    "no_coins": ("end_phase_1", "once_per_turn"),
    "paid_exactly": ("end_phase_2", "once_per_turn"),
    "other_golem_arrives": ("any_time", "each_time"),
    "same_crest": ("end_phase_2", "once_per_turn"),
    "pay_rotate": ("end_phase_1", "once_per_turn"),
    "cards_added": ("end_phase_1", "once_per_turn"),
    "all_home": ("end_phase_1", "once_per_turn"),
}
GIVING = " ".join(kind for kind in TIMING if kind != "pay_rotate")


def ability_problems(abilities: list[Ability]) -> Iterator[str]:
    wanted = [(tile, side) for tile in range(1, n.TILES + 1) for side in SIDES]
    if len(abilities) != len(wanted):
        yield f"ability: there must be {n.TILES} tiles with two sides each"
        return
    colour_of: dict[int, str] = {}
    for index, (row, (tile, side)) in enumerate(zip(abilities, wanted, strict=True)):
        path = f"ability[{index}]"
        if row.tile != tile:
            yield f"{path}.tile: must be {tile}; the rows are 1A, 1B, 2A and so on"
        if row.side != side:
            yield f"{path}.side: must be {side}; the rows are 1A, 1B, 2A and so on"
        if row.id != f"{row.tile}{row.side}":
            yield f"{path}.id: must be {row.tile}{row.side}, not {row.id!r}"
        if colour_of.setdefault(tile, row.colour) != row.colour:
            yield f"{path}.colour: both sides of a tile must have the same colour"
        if (row.timing, row.uses) != TIMING[row.kind]:
            yield f"{path}: {row.kind} must have timing and uses {' and '.join(TIMING[row.kind])}"
        for key in ("pp", "coins", "cost", "count", "pay"):
            yield from within(f"{path}.{key}", getattr(row, key), 0, 20)
        if row.kind == "pay_rotate":
            yield from within(f"{path}.steps", row.steps, 1, n.STEPS)
        used_by = {"cost": "paid_exactly", "count": "same_crest cards_added", "pay": "pay_rotate"}
        yield from _unused(path, row, used_by | {"steps": "pay_rotate", "pp": GIVING, "coins": GIVING})
    if len(set(colour_of.values())) != n.TILES:
        yield "ability: every tile must have a different colour"


def guild_problems(guilds: list[Guild], crests: list[Named]) -> Iterator[str]:
    yield from duplicates("guild", [row.id for row in guilds])
    if not n.IN_PLAY <= len(guilds) <= n.GUILDS:
        yield f"guild: there must be {n.IN_PLAY} to {n.GUILDS} tiles"
    for stack in range(1, n.IN_PLAY + 1):
        if stack not in {row.stack for row in guilds}:
            yield f"guild: stack {stack} is empty; all {n.IN_PLAY} stacks need a tile"
    for index, row in enumerate(guilds):
        path = f"guild[{index}]"
        yield from within(f"{path}.pp", row.pp, 0, 50)
        yield from within(f"{path}.stack", row.stack, 1, n.IN_PLAY)
        if row.kind == "tall_towers":
            yield from within(f"{path}.min_cards", row.min_cards, 1, n.LEVELS)
        if row.kind == "pairs" and len(set(row.colours)) != 2:
            yield f"{path}.colours: must be two different colours"
        if row.kind == "crests_in_tower" and row.colour is None:
            yield f"{path}.colour: missing"
        if row.kind == "crest_cards":
            yield from _one_of(f"{path}.crest", row.crest, [crest.id for crest in crests])
        used_by = {"min_cards": "tall_towers", "colours": "pairs", "colour": "crests_in_tower"}
        yield from _unused(path, row, used_by | {"crest": "crest_cards"})


def effect_problems(effects: list[Effect]) -> Iterator[str]:
    yield from duplicates("effect", [row.id for row in effects])
    for index, row in enumerate(effects):
        path = f"effect[{index}]"
        yield from gain_problems(path, row)
        yield from within(f"{path}.pp_end", row.pp_end, 0, 50)
        if row.kind == "rotate":
            yield from within(f"{path}.steps", row.steps, 1, n.STEPS)
        if row.kind == "build_card":
            yield from within(f"{path}.max_rounds_left", row.max_rounds_left, 1, n.FACES - 1)
        used_by = {"steps": "rotate", "max_rounds_left": "build_card", "pp_end": "laboratory"}
        yield from _unused(path, row, used_by)
        if row.kind == "laboratory" and row.pp + row.coins > 0:
            yield f"{path}.{'pp' if row.pp else 'coins'}: a Laboratory gives nothing during the game"


def card_problems(
    cards: list[CardRow], effects: list[Effect], crests: list[Named], setups: list[Setup]
) -> Iterator[str]:
    yield from duplicates("card", [row.id for row in cards])
    known = {row.id: row for row in effects}
    for index, card in enumerate(cards):
        yield from _one_of(f"card[{index}].effect", card.effect, list(known))
        yield from _one_of(f"card[{index}].crest", card.crest, [crest.id for crest in crests])
    sound = [card for card in cards if card.effect in known]
    chains = sum(known[card.effect].kind in ("activate_top", "activate_row") for card in sound)
    if chains > n.STACK - 2:
        yield f"card: {chains} cards activate others; at most {n.STACK - 2} may"
    for colour in COLOURS:
        of_colour = [card for card in sound if known[card.effect].colour == colour]
        if len(of_colour) != n.PER_COLOUR:
            yield f"card: {len(of_colour)} cards have a {colour} effect, {n.PER_COLOUR} must"
        for setup in setups:
            used = sum(setup.three_plus_cards or not card.three_plus for card in of_colour)
            if used <= setup.market_rows:
                yield f"card: with {setup.players} players, no {colour} card is left for the deck"
