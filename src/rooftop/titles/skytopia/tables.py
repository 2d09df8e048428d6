"""Skytopia: fills the table record, which the rules read, from a board."""

from __future__ import annotations

import numpy as np

from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.checks import TIMING
from rooftop.titles.skytopia.schema import COLOURS, Guild

KINDS = {
    "gain": n.GAIN, "pay_for_pp": n.PAY_FOR_POINTS, "rotate": n.ROTATE_GOLEM, "move": n.MOVE_GOLEM,
    "build_card": n.BUILD_CARD, "free_golem": n.FREE_GOLEM, "activate_top": n.ACTIVATE_TOP,
    "activate_row": n.ACTIVATE_ROW, "activate_crest": n.ACTIVATE_CREST, "laboratory": n.LABORATORY,
}  # fmt: skip
GUILD_KINDS = ("tallest", "tall_towers", "pairs", "crests_in_tower", "crest_cards")


def fill(board: Board, rows: Array) -> None:
    """Write the board into the table record `rows[0]`."""
    t = rows[0]
    clock, crests = board.chronometer, [row.id for row in board.crests]
    for steps, face in enumerate(clock.hammer_sequence):
        t["arrives"][face] = steps
        t["face"][steps] = face
        t["faces"][[steps, steps + n.FACES]] = face
    t["price"][1:] = [row.coins for row in clock.price]
    t["start_face"] = clock.start_die_face
    t["rotate_up_to"] = board.rules.rulings.rotate_up_to
    t["start_coins"] = board.rules.start_coins
    t["golems"] = board.rules.golems_per_player
    t["compensation"] = board.rules.compensation_coins
    t["rows"] = board.setup.market_rows
    t["tight_rows"] = board.setup.tight_market_rows
    for number, card in enumerate(board.cards):
        colour = COLOURS.index(card.colour)
        t["crest"][number] = crests.index(card.crest)
        if board.in_use(card):
            t["cards"] |= 1 << number
            t["cards_of"][colour] |= 1 << number
        limit = card.steps + card.max_rounds_left + card.pp_end  # each kind uses at most one of these
        _fill_effect(t, number, card.kind, card.pp, card.coins, limit)
    for colour, foundation in enumerate(board.foundations):
        number = n.FOUNDATION + colour
        limit = foundation.pay + (foundation.die_from == "supply_or_market")
        _fill_effect(t, number, foundation.kind, foundation.pp, foundation.coins, limit)
    for seat in range(SEATS):
        t["foundation_crest"][seat] = [crests.index(board.crest(seat, colour)) for colour in COLOURS]
    for number, ability in enumerate(board.abilities):
        t["tile_colour"][number // n.SIDES] = COLOURS.index(ability.colour)
        t["ability_kind"][number] = list(TIMING).index(ability.kind)
        t["ability_points"][number] = ability.pp
        t["ability_coins"][number] = ability.coins
        t["ability_need"][number] = ability.cost + ability.count + ability.pay
        t["ability_steps"][number] = ability.steps
    t["guilds"] = len(board.guilds)
    for number, guild in enumerate(board.guilds):
        t["guild_stack"][number] = guild.stack - 1
        t["guild_kind"][number] = GUILD_KINDS.index(guild.kind)
        t["guild_worth"][number] = guild.pp
        t["guild_a"][number], t["guild_b"][number] = _guild_numbers(guild, crests)
    t["coins_per_point"] = board.final.coins_per_pp
    t["golem_points"] = board.final.pp_per_market_golem
    t["max_plies"] = 30000  # never reached: golems wait at most five rounds, so the decks run out long before


def _fill_effect(t: np.void, number: int, kind: str, points: int, coins: int, limit: int) -> None:
    t["effect_kind"][number] = KINDS[kind]
    t["effect_points"][number] = points
    t["effect_coins"][number] = coins
    t["effect_limit"][number] = limit
    if kind != "pay_for_pp" and points + coins > 0:
        t["giving"] |= 1 << number


def _guild_numbers(guild: Guild, crests: list[str]) -> tuple[int, int]:
    if guild.kind == "pairs":
        return COLOURS.index(guild.colours[0]), COLOURS.index(guild.colours[1])
    if guild.colour is not None:
        return COLOURS.index(guild.colour), 0
    return (guild.min_cards if guild.crest is None else crests.index(guild.crest)), 0
