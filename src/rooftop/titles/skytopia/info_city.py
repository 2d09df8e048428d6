"""Skytopia: what a city is, with its points, coins, towers and ability, and what guild masters count."""

from __future__ import annotations

from collections import Counter

from rooftop.game.title import Info
from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia import guide
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import as_colour
from rooftop.titles.skytopia.info_cards import Asked, Facts
from rooftop.titles.skytopia.phrases import coins, gains, tower_name
from rooftop.titles.skytopia.phrases import points as points_of
from rooftop.titles.skytopia.schema import SIDES, Ability
from rooftop.titles.skytopia.view import SOURCES, Seat

GUILDS = {
    "builders": "ST-70", "architects": "ST-71", "mechanics": "ST-72", "engineers": "ST-73",
    "aeronauts": "ST-74", "merchants": "ST-75", "scientists": "ST-76", "chroniclers": "ST-77",
    "priests": "ST-78", "craftsmen": "ST-79", "artists": "ST-80", "alchemists": "ST-81",
}  # fmt: skip
ABILITIES = {
    "golem_sent_home": "ST-58", "no_coins": "ST-59", "paid_exactly": "ST-60", "other_golem_arrives": "ST-61",
    "same_crest": "ST-62", "pay_rotate": "ST-63", "cards_added": "ST-64", "all_home": "ST-65",
}  # fmt: skip


# --- the guild masters ------------------------------------------------------------------------------


def guild(asked: Asked, name: str) -> Info | None:
    say = asked.say
    if int(name) >= len(asked.view.guilds):
        return None
    master = asked.view.guilds[int(name)]
    row = asked.board.guild(master.id)
    facts = [
        (player, f"{score // row.pp} × {row.pp} = {score}")
        for player, score in zip(asked.names, master.scores, strict=True)
    ]
    text = "{} {}".format(
        say.name(row, "text"),
        say("Everyone scores this at the end of the game; the numbers are what it would be now."),
    )
    return Info(say.name(row), text, tuple(facts), ("ST-69", GUILDS.get(row.id, "ST-5")))


# --- a player ---------------------------------------------------------------------------------------


def _seat(asked: Asked, name: str) -> tuple[Seat, str] | None:
    seat = int(name)
    return (asked.view.seats[seat], asked.names[seat]) if seat < asked.view.players else None


def seat(asked: Asked, name: str) -> Info | None:
    say, found = asked.say, _seat(asked, name)
    if found is None:
        return None
    row, player = found
    facts = [(say("Points"), str(row.total))]
    if row.rank is None:
        facts.append((say("If it ended now"), str(row.if_ended.total)))
    else:
        facts.append((say("Rank"), str(row.rank)))
    facts += [
        (say("Coins"), str(row.coins)),
        (say("Golems at home"), str(row.home)),
        (say("Golems on the market"), str(len(row.golems) - row.home)),
        (say("Cards in the city"), str(row.cards)),
    ]
    if asked.view.seat == int(name):
        text = say(
            "This is your city: your coins, your golems at home, your ability, and four towers that grow from"
            " their foundations."
        )
    else:
        text = say(
            "A player's city: coins, golems at home, the ability, and four towers that grow from their"
            " foundations."
        )
    return Info(player, text, tuple(facts), ("ST-6", "ST-7", "ST-68"))


def points(asked: Asked, name: str) -> Info | None:
    say, found = asked.say, _seat(asked, name)
    if found is None:
        return None
    row, player = found
    sources = guide.sources(say, asked.board, asked.view)
    counted = row.if_ended if row.rank is None else row.points
    facts = [(sources[source], str(getattr(counted, source.replace("-", "_")))) for source in SOURCES]
    if row.rank is None:
        text = say(
            "Prestige points decide the game. {won} won so far; with the guild masters, laboratories, coins"
            " and golems of the final scoring it would be {total} if the game ended now.",
            won=points_of(say, row.total),
            total=points_of(say, row.if_ended.total),
        )
    else:
        text = say("Prestige points decide the game: {total} in all.", total=points_of(say, row.total))
    clauses = ("ST-68", "ST-69", "ST-82", "ST-83", "ST-84")
    return Info(say("Points: {player}", player=player), text, tuple(facts), clauses)


def money(asked: Asked, name: str) -> Info | None:
    say, board, found = asked.say, asked.board, _seat(asked, name)
    if found is None:
        return None
    row, player = found
    text = say(
        "Coins make golems faster. Gold cards bring them, and so does a golem that another player overtakes:"
        " {compensation}. At the end {coins} are worth 1 point.",
        compensation=coins(say, board.rules.compensation_coins),
        coins=coins(say, board.final.coins_per_pp),
    )
    facts = (
        (say("Coins"), str(row.coins)),
        (say("At the end"), points_of(say, row.coins // board.final.coins_per_pp)),
    )
    return Info(say("Coins: {player}", player=player), text, facts, ("ST-7", "ST-20", "ST-26", "ST-83"))


def home(asked: Asked, name: str) -> Info | None:
    say, found = asked.say, _seat(asked, name)
    if found is None:
        return None
    row, player = found
    text = say(
        "Golems at home wait for work. Each turn one of them goes to a card of the market; if none is at"
        " home, one must be recalled first. A golem that is still on the market at the end scores {points}.",
        points=points_of(say, asked.board.final.pp_per_market_golem),
    )
    facts = (
        (say("Golems at home"), str(row.home)),
        (say("Golems on the market"), str(len(row.golems) - row.home)),
    )
    return Info(say("Golems: {player}", player=player), text, facts, ("ST-7", "ST-32", "ST-33", "ST-84"))


def first_player(asked: Asked) -> Info | None:
    say, view = asked.say, asked.view
    if view.over:
        return None
    text = say(
        "Whoever has this cogwheel takes the first turn of the round. It passes on anticlockwise after each"
        " round."
    )
    return Info(say("First player"), text, ((say("Now"), asked.names[view.first]),), ("ST-16", "ST-17"))


# --- towers -----------------------------------------------------------------------------------------


def tower(asked: Asked, seat_name: str | None, colour_name: str) -> Info | None:
    """A tower by its colour; without a seat, one of the seat to act."""
    board, say, number = asked.board, asked.say, asked.seat(seat_name)
    if number is None:
        return None
    colour, row = as_colour(colour_name), asked.view.seats[number]
    crests = {row.crests[colour], *(board.card(card).crest for card in row.towers[colour])}
    text = say(
        "When a finished card joins a tower, the whole tower works once, from the foundation to the top. A"
        " tall tower works many times over. What this colour brings: {what}.",
        what=say.name(board.colour(colour), "text").lower(),
    )
    facts = (
        (say("Cards on the foundation"), str(len(row.towers[colour]))),
        (say("Different crests"), str(len(crests))),
        (say("City"), asked.names[number]),
    )
    name = capital(tower_name(board, say, colour))
    return Info(name, text, facts, ("ST-23", "ST-27", "ST-28", "ST-29"))


# --- abilities --------------------------------------------------------------------------------------


def own_ability(asked: Asked, name: str) -> Info | None:
    say, found = asked.say, _seat(asked, name)
    if found is None:
        return None
    row, player = found
    if row.ability is None:
        text = say("This player has no ability yet. Abilities are chosen before the first round.")
        return Info(say("Ability"), text, (), ("ST-8", "ST-12", "ST-57"))
    ability = asked.board.ability(row.ability)
    facts = [(say("City"), player), *_timing(ability, say), *_standing(asked, ability, row, int(name))]
    if ability.pp:
        facts.append((say("Points so far"), str(row.points.ability)))
    return _told(ability, facts, say)


def _told(row: Ability, facts: Facts, say: Translator) -> Info:
    name = say("Ability {name}", name=row.id)
    return Info(name, _ability(row, say), tuple(facts), ("ST-57", ABILITIES[row.kind]))


def _ability(row: Ability, say: Translator) -> str:
    """An ability in a sentence, with its numbers."""
    gained = gains(say, row.pp * n.COINS_BITS + row.coins)
    return {
        "golem_sent_home": say(
            "You gain {gains} each time another player or the effect of a card sends one of your golems home."
            " Your own finished cards and recalls do not count.",
            gains=gained,
        ),
        "no_coins": say("You gain {gains} after taking finished cards if you have no coins.", gains=gained),
        "paid_exactly": say(
            "You gain {gains} after assigning a golem for exactly {coins}.",
            gains=gained,
            coins=coins(say, row.cost),
        ),
        "other_golem_arrives": say(
            "You gain {gains} each time another player's golem comes to a card on which one of yours works.",
            gains=gained,
        ),
        "same_crest": say.many(
            "You gain {gains} after assigning a golem if your golems work on at least {n} card with the same"
            " crest.",
            "You gain {gains} after assigning a golem if your golems work on at least {n} cards with the same"
            " crest.",
            row.count,
            gains=gained,
        ),
        "pay_rotate": say.many(
            "After taking finished cards, you may pay {coins} to bring one of your golems {n} round closer to"
            " the hammers.",
            "After taking finished cards, you may pay {coins} to bring one of your golems {n} rounds closer"
            " to the hammers.",
            row.steps,
            coins=coins(say, row.pay),
        ),
        "cards_added": say.many(
            "You gain {gains} if at least {n} card joined your city in this turn.",
            "You gain {gains} if at least {n} cards joined your city in this turn.",
            row.count,
            gains=gained,
        ),
        "all_home": say(
            "You gain {gains} after taking finished cards if all your golems are at home.", gains=gained
        ),
    }[row.kind]


def _timing(row: Ability, say: Translator) -> Facts:
    when = {
        "any_time": say("at any time, also in the turns of others"),
        "end_phase_1": say("once a turn, before assigning a golem"),
        "end_phase_2": say("once a turn, after assigning a golem"),
    }[row.timing]
    return [(say("When"), when)]


def _standing(asked: Asked, ability: Ability, row: Seat, number: int) -> Facts:
    """How far an ability is from working now."""
    say, view = asked.say, asked.view
    if ability.kind == "same_crest":
        cards = {slot.card for slot in view.market for golem in slot.golems if golem.seat == number}
        crests = Counter(asked.board.card(card).crest for card in cards if card)
        most = max(crests.values(), default=0)
        return [(say("Cards with the same crest now"), say("{have} of {all}", have=most, all=ability.count))]
    if ability.kind == "all_home":
        return [(say("Golems at home"), say("{have} of {all}", have=row.home, all=len(row.golems)))]
    if ability.kind == "cards_added" and view.to_act == number:
        return [(say("Cards in this turn"), say("{have} of {all}", have=view.added, all=ability.count))]
    return (
        [(say("Coins"), str(row.coins))] if ability.kind in ("no_coins", "paid_exactly", "pay_rotate") else []
    )


def tile(asked: Asked, name: str) -> Info | None:
    """A tile to choose, with the sides in use."""
    say, board, view = asked.say, asked.board, asked.view
    used = SIDES if view.sides == "choice" else (view.sides,)
    rows = [row for row in board.abilities if row.tile == int(name) and row.side in used]
    if not rows:
        return None
    told = (
        [f"{row.side}: {_ability(row, say)}" for row in rows] if len(rows) > 1 else [_ability(rows[0], say)]
    )
    facts = [(say("First golem"), tower_name(board, say, rows[0].colour))]
    clauses = ("ST-9", "ST-12", "ST-57", *(ABILITIES[row.kind] for row in rows))
    return Info(say("Ability tile {n}", n=name), " ".join(told), tuple(facts), clauses)


def side(asked: Asked, name: str) -> Info | None:
    """A side of the tile of the seat to act."""
    view = asked.view
    if view.phase != "side" or view.over:
        return None
    row = next(row for row in asked.board.abilities if (row.tile, row.side) == (view.own.tile, name))
    told = _told(row, _timing(row, asked.say), asked.say)
    return told._replace(clauses=("ST-13", *told.clauses))
