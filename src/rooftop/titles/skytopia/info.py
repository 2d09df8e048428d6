"""Skytopia: what every part of the picture is and does, its numbers now, and its clauses.

This module explains the table: the game, the turn, the chronometer and the market. What lies in a city is in
`info_city`, cards and golems are in `info_cards`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.skytopia import guide, info_cards, info_city
from rooftop.titles.skytopia.board import Board, as_colour
from rooftop.titles.skytopia.info_cards import Asked, Facts
from rooftop.titles.skytopia.phrases import card_name, cards, coins, colour_name, rounds
from rooftop.titles.skytopia.view import Phase, View

COLOUR = "(blue|gold|red|purple)"


def explain(board: Board, view: View, part: str, names: list[str], say: Translator) -> Info | None:
    """What a part of the picture is, as the seat of the view sees it; None if there is no such part."""
    asked = Asked(board, view, tuple(names), say)
    for pattern, tell in KINDS:
        if found := pattern.fullmatch(part):
            return tell(asked, *found.groups())
    return None


# --- the game and the turn --------------------------------------------------------------------------


def _game(asked: Asked) -> Info:
    say, view = asked.say, asked.view
    least = min(view.decks)
    facts = [(say("Round"), str(view.round)), (say("Smallest deck"), cards(say, least))]
    facts += [
        (name, say("{points}, {n} if it ended now", points=row.total, n=row.if_ended.total))
        if row.rank is None
        else (name, say("{points}, rank {rank}", points=row.total, rank=row.rank))
        for name, row in zip(asked.names, view.seats, strict=True)
    ]
    text = say(
        "Your golems build towers among the clouds. In your turn you take the cards that your golems have"
        " finished and send one golem to a card of the market. When a deck runs out, the round is finished"
        " and one more is played; then the player with the most prestige points (PP) wins."
    )
    return Info("Skytopia", text, tuple(facts), ("ST-18", "ST-66", "ST-68", "ST-69", "ST-85"))


def _status(asked: Asked) -> Info:
    say, view = asked.say, asked.view
    if view.over:
        return _ending(asked) or _game(asked)
    facts = [(say("To act"), asked.names[view.to_act]), (say("Round"), str(view.round))]
    text = _phase(view.phase, say)
    if view.asking is not None:
        card = view.asking.card
        facts.append((say("Effect of"), card_name(asked.board, say, card)))
        text = f"{text} {info_cards.effect(asked, asked.board.by_id[card])}"
    return Info(say("What happens now"), text, tuple(facts), guide.clauses(asked.board, view))


def _phase(phase: Phase, say: Translator) -> str:
    return {
        "draft": say("Each player chooses an ability tile for the whole game, the last player first."),
        "side": say("Each player chooses a side of their ability tile for the whole game."),
        "preliminary": say("Before the first round, each player puts a golem on a card of their choice."),
        "complete": say(
            "Several cards of the same colour are finished. The one that is added first lies lower in the"
            " tower and works first."
        ),
        "towers": say("Several towers have grown. Each works once, in an order that the player chooses."),
        "ability": say("The player may use their ability now, or skip it."),
        "recall": say("No golem is at home, so one must be recalled from the market before it is assigned."),
        "assign": say(
            "The player chooses a card of the market and a face of the chronometer for one golem, and pays"
            " the price of the face. Then the card works once."
        ),
        "assigned": say("A golem has been assigned; its card works now."),
        "effect": say("The effect of a card or foundation is being used. The player may also skip it."),
        "end": say("Everything is done: the player ends the turn or takes something back."),
        "refill": say("New cards replace those that were taken."),
        "over": say("The game is over."),
    }[phase]


def _steps(asked: Asked) -> Info:
    say = asked.say
    text = say(
        "First you take the cards that your golems have finished, and their towers work. Then you assign one"
        " golem to a card, which works once. At the end of the turn new cards come to the market."
    )
    return Info(say("A turn"), text, (), ("ST-18", "ST-23", "ST-27", "ST-32", "ST-36", "ST-38"))


def _ending(asked: Asked) -> Info | None:
    """The banner of the last rounds."""
    say, view = asked.say, asked.view
    clauses = ("ST-66", "ST-67", "ST-69")
    if view.over:
        totals = ((name, str(row.total)) for name, row in zip(asked.names, view.seats, strict=True))
        text = say(
            "The most points win. If there is a tie, fewer tower cards decide, then more coins left over."
        )
        return Info(say("The game is over"), text, tuple(totals), ("ST-68", "ST-69", "ST-85"))
    if view.ending == "final":
        text = say(
            "After this round the game is over. Golems that still work then score 1 point each, but their"
            " cards stay where they are."
        )
        return Info(say("The last round"), text, (), (*clauses, "ST-84"))
    if view.ending == "last-but-one":
        text = say("A deck has run out: this round is finished, and one more is played.")
        return Info(say("One more round to go"), text, (), clauses)
    return None


def _skip(asked: Asked) -> Info | None:
    say = asked.say
    if asked.view.phase not in ("effect", "ability"):
        return None
    return Info(say("Skip"), say("You need not use an effect: skip it, and nothing happens."), (), ("ST-30",))


def _use(asked: Asked) -> Info | None:
    say, effect = asked.say, asked.view.asking
    if effect is None or effect.kind not in ("gain", "pay_for_pp"):
        return None
    row = asked.board.by_id[effect.card]
    name = say("Gain") if effect.kind == "gain" else say("Pay")
    return Info(name, info_cards.effect(asked, row), (), info_cards.effect_clauses(row))


# --- the chronometer --------------------------------------------------------------------------------


def _wheel(asked: Asked) -> Info:
    say, dial = asked.say, asked.view.dial
    facts = (
        (say("At the hammers"), say("face {face}", face=dial.hammers)),
        (say("Next"), say("face {face}", face=dial.faces[1].face)),
    )
    text = say(
        "The clock of the game. After every round the wheel turns by one step and brings the next face to the"
        " hammers: golems that show this face are finished. The sooner a face gets there, the more a golem"
        " with it costs."
    )
    return Info(say("The chronometer"), text, facts, ("ST-17", "ST-19", "ST-20"))


def _face(asked: Asked, name: str) -> Info | None:
    say, view = asked.say, asked.view
    row = next((row for row in view.dial.faces if row.face == int(name)), None)
    if row is None:
        return None
    facts: Facts = []
    if row.price is None:
        text = say(
            "This face is at the hammers: golems that show it are finished in this round. No golem can be"
            " placed with it now."
        )
    else:
        text = say(
            "A golem with this face finishes {rounds} and costs {coins}. Two golems on the same card never"
            " show the same face.",
            rounds=rounds(say, row.rounds),
            coins=coins(say, row.price),
        )
        facts += [(say("Price"), str(row.price)), (say("Rounds"), str(row.rounds))]
        if view.seat >= 0:
            facts.append((say("Your coins"), str(view.seats[view.seat].coins)))
    takers = Counter(slot.taker for slot in view.market if slot.rounds == row.rounds and not slot.too_late)
    facts += [
        (
            say("Then"),
            say.many("{player} takes {n} card", "{player} takes {n} cards", count, player=asked.names[seat]),
        )
        for seat, count in sorted((seat, count) for seat, count in takers.items() if seat is not None)
    ]
    return Info(say("Face {face}", face=row.face), text, tuple(facts), ("ST-19", "ST-20", "ST-21"))


def _price(asked: Asked, name: str) -> Info | None:
    say, count = asked.say, int(name)
    if count not in (row.rounds_left for row in asked.board.chronometer.price):
        return None
    price = asked.board.price(count)
    text = say(
        "A golem that finishes {rounds} costs {coins}. The wheel turns and the prices stay, so every face"
        " becomes more expensive from round to round.",
        rounds=rounds(say, count),
        coins=coins(say, price),
    )
    facts = (
        (say("Price"), str(price)),
        (say("Face now"), str(asked.view.dial.faces[count].face)),
    )
    return Info(say("Price of a golem"), text, facts, ("ST-19", "ST-20"))


def _round(asked: Asked) -> Info:
    say, view = asked.say, asked.view
    text = say(
        "In a round everyone takes one turn. Then the chronometer turns by one step and the next round"
        " begins."
    )
    facts = [(say("First player"), asked.names[view.first])]
    if not view.over:
        facts.append((say("To act"), asked.names[view.to_act]))
    return Info(say("Round {n}", n=view.round), text, tuple(facts), ("ST-16", "ST-17"))


def _hammers(asked: Asked) -> Info:
    say = asked.say
    text = say(
        "The face under the hammers is due: everyone takes the cards of their golems that show it, at the"
        " beginning of their turn in this round."
    )
    facts = ((say("At the hammers"), say("face {face}", face=asked.view.dial.hammers)),)
    return Info(say("The hammers"), text, facts, ("ST-17", "ST-19", "ST-23"))


# --- the market -------------------------------------------------------------------------------------


def _market(asked: Asked) -> Info:
    say, view = asked.say, asked.view
    text = say(
        "The cards that can be built, a column for each colour. You may put a golem on any of them, even"
        " where others work: the golem that finishes first takes the card."
    )
    facts = []
    if view.seat >= 0:
        row = view.seats[view.seat]
        facts.append((say("Your golems here"), str(len(row.golems) - row.home)))
    return Info(say("The market"), text, tuple(facts), ("ST-3", "ST-35", "ST-38"))


def _row(asked: Asked, name: str) -> Info | None:
    say = asked.say
    if not 1 <= int(name) <= asked.view.rows:
        return None
    text = say(
        "Some purple cards activate another card of their own row. In a city, the lowest cards on the"
        " foundations are the first row."
    )
    return Info(say("Row {n}", n=name), text, (), ("ST-3", "ST-50"))


def _deck(asked: Asked, name: str) -> Info:
    say, colour = asked.say, as_colour(name)
    left = asked.view.decks[colour]
    text = say(
        "Face-down cards that refill this column. What they bring: {what}. When the first deck runs out, the"
        " round is finished and one more is played.",
        what=say.name(asked.board.colour(colour), "text").lower(),
    )
    title = say("Deck: {colour}", colour=colour_name(asked.board, say, colour))
    return Info(title, text, ((say("Cards left"), str(left)),), ("ST-2", "ST-3", "ST-10", "ST-66"))


# --- all parts --------------------------------------------------------------------------------------

KINDS: tuple[tuple[re.Pattern[str], Callable[..., Info | None]], ...] = tuple(
    (re.compile(pattern), tell)
    for pattern, tell in (
        ("scene", _game),
        ("status", _status),
        ("steps", _steps),
        ("ending", _ending),
        ("skip", _skip),
        ("use", _use),
        ("wheel", _wheel),
        (r"face-(\d)", _face),
        (r"price-(\d)", _price),
        ("round|turn", _round),
        ("hammers", _hammers),
        ("market", _market),
        (r"row-(\d)", _row),
        (f"deck-{COLOUR}", _deck),
        (rf"card-{COLOUR}-(\d)", info_cards.market_card),
        (rf"foot-{COLOUR}-(\d)", info_cards.taker),
        (r"golem-(?:(\d)-)?(\d)", info_cards.golem),
        (rf"floor-(\d)-{COLOUR}-(\d+)", info_cards.floor),
        (rf"spot-(){COLOUR}-(\d+)", info_cards.floor),
        (r"guild-(\d)(?:-scores)?", info_city.guild),
        (r"seat-(\d)", info_city.seat),
        (r"seat-(\d)-points", info_city.points),
        (r"seat-(\d)-coins", info_city.money),
        (r"seat-(\d)-home", info_city.home),
        ("first-player", info_city.first_player),
        (rf"tower-(?:(\d)-)?{COLOUR}", info_city.tower),
        (r"ability-(\d)", info_city.own_ability),
        (r"tile-(\d)", info_city.tile),
        ("side-([AB])", info_city.side),
    )
)
