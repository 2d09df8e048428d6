"""Tower Up: the market, the tray and the objectives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rooftop.game.parts import Fact, Seen
from rooftop.game.title import Info
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.registry import PARTS, Question
from rooftop.titles.tower_up.parts.words import card_text, colour_floors, floors, millions, source_names
from rooftop.titles.tower_up.schema import COLOURS, Card, Colour, Objective
from rooftop.titles.tower_up.view import ObjectiveInPlay

# --- the market -------------------------------------------------------------------------------------


@PARTS.part("market")
def explain_market(asked: Question) -> Info:
    say = asked.say
    text = say(
        "Three open cards with floors and machines. Instead of building, you may take one on your turn. A"
        " new card fills the gap at the end of the turn."
    )
    facts = [
        (say("Card {number}", number=slot + 1), card_text(asked.board, say, name))
        for slot, name in enumerate(asked.view.market)
        if name
    ]
    return Info(say("Market"), text, tuple(facts), ("TU-5", "TU-20", "TU-21", "TU-25"))


def card(board: Board, slot: int, card_id: str | None, say: Translator) -> Seen:
    shows = say("none") if card_id is None else card_text(board, say, card_id)
    return Seen(say("Card {number}", number=slot + 1), shows)


@PARTS.part("card-{slot}", slot=lambda asked: len(asked.view.market))
def explain_card(asked: Question, slot: int) -> Info:
    say, name = asked.say, asked.view.market[slot]
    seen = card(asked.board, slot, name, say)
    if name is None:
        return seen.info(say("This card was taken. A new one comes at the end of the turn."), (), ("TU-25",))
    row = asked.board.card(name)
    text = say("Take it instead of building: its floors come from the tray into your stock.")
    clauses = ["TU-20", "TU-21"]
    if "any" in row.floors:
        text += " " + say("For a floor of any colour, you choose the colour.")
        clauses.append("TU-22")
    if row.machines:
        text += " " + say("Each machine on it moves your machine of that colour one column.")
        clauses.append("TU-23")
    if _lacks(asked, row):
        text += " " + say("The tray lacks some of these floors: whoever takes this card begins the end.")
        clauses.append("TU-50")
    facts = _gains(row, say)
    if asked.view.seat >= 0:
        stock, limit = asked.view.seats[asked.view.seat].stock, asked.board.setup.stock_limit
        after = sum(stock) + len(row.floors)
        facts.append((say("Your stock after it"), asked.out_of(after, limit)))
        clauses.append("TU-26")
    return seen.info(text, facts, clauses)


def _gains(row: Card, say: Translator) -> list[Fact]:
    """The floors and machines of a card."""
    shown, driven = Counter(row.floors), Counter(row.machines)
    machines = source_names(say)
    facts = [(colour_floors(say, colour), str(shown[colour])) for colour in COLOURS if shown[colour]]
    if shown["any"]:
        facts.append((say("Floors of any colour"), str(shown["any"])))
    facts += [
        (machines[colour], say.many("{n} column", "{n} columns", driven[colour]))
        for colour in COLOURS
        if driven[colour]
    ]
    return facts


def _lacks(asked: Question, row: Card) -> bool:
    """TU-50, TU-51: whether the tray cannot fill the card."""
    shown, tray_now = Counter(row.floors), asked.view.tray
    return sum(tray_now) < len(row.floors) or any(shown[colour] > tray_now[colour] for colour in COLOURS)


@PARTS.part("pile")
def explain_pile(asked: Question) -> Info:
    say = asked.say
    text = say("The cards to come, face down. Everyone may know which they are, but not in which order.")
    return Info(say("Pile"), text, ((say("Cards"), str(asked.view.pile)),), ("TU-5", "TU-16", "TU-58"))


@PARTS.part("discards")
def explain_discards(asked: Question) -> Info:
    say = asked.say
    text = say("Cards that were taken. When the pile is empty, they are shuffled into a new one.")
    facts = ((say("Cards"), str(len(asked.view.discards))),)
    return Info(say("Discards"), text, facts, ("TU-21", "TU-58"))


@PARTS.part("tray")
def explain_tray(asked: Question) -> Info:
    say = asked.say
    facts = [(colour_floors(say, colour), str(asked.view.tray[colour])) for colour in COLOURS]
    return Info(say("Tray"), _tray_text(say), tuple(facts), ("TU-3", "TU-50"))


def tray(colour: Colour, count: int, say: Translator) -> Seen:
    return Seen(say("Tray"), floors(say, colour, count))


@PARTS.part("tray-{colour}", colour=COLOURS)
def explain_tray_colour(asked: Question, colour: Colour) -> Info:
    say, left = asked.say, asked.view.tray[colour]
    facts = ((say("Left"), asked.out_of(left, asked.board.components.floors_per_colour)),)
    return Info(tray(colour, left, say).label, _tray_text(say), facts, ("TU-3", "TU-50"))


def _tray_text(say: Translator) -> str:
    return say(
        "Floors that nobody has yet. Cards bring them into a stock, and floors that are too many come back."
        " When the tray lacks a floor that a card shows, the end begins."
    )


# --- objectives -------------------------------------------------------------------------------------

CLAUSES = {
    "each_colour": "TU-62", "each_district": "TU-63", "connected_group": "TU-64", "grey_districts": "TU-65",
    "colour_count": "TU-66", "site_flag_count": "TU-67", "roofs_per_building": "TU-68",
    "roof_levels": "TU-69", "border_pairs": "TU-71",
}  # fmt: skip


def objective(
    rule: Objective,
    row: ObjectiveInPlay,
    won: Sequence[int | None],
    names: Sequence[str],
    say: Translator,
) -> Seen:
    """An objective, the tokens left, and everyone's progress or token."""
    progress = [
        say("{player} has won {value}", player=name, value=token)
        if token
        else say("{player} {have} of {need}", player=name, have=have, need=row.total)
        for name, have, token in zip(names, row.progress, won, strict=True)
    ]
    left = say.list([str(value) for value in row.tokens]) or "0"
    return Seen(
        say.name(rule, "text"),
        say("tokens left: {left}; {progress}", left=left, progress=", ".join(progress)),
    )


@PARTS.part("objective-{slot}", slot=lambda asked: len(asked.view.objectives))
def explain_objective(asked: Question, slot: int) -> Info:
    say, row = asked.say, asked.view.objectives[slot]
    rule, won = asked.board.objective(row.id), [own.tokens[slot] for own in asked.view.seats]
    text = (
        _how(rule, say)
        + " "
        + say(
            "You are present in a building if one of your roofs lies in it, even a covered one. As soon as"
            " you meet the objective, you take its best token left."
        )
    )
    facts = [_tokens_left(row, say)]
    for seat, token in enumerate(won):
        value = millions(say, token) if token else asked.out_of(row.progress[seat], row.total)
        facts.append((asked.who(seat), say("has won {value}", value=value) if token else value))
    clause = "TU-70" if rule.flag == "park" else CLAUSES[rule.kind]
    seen = objective(rule, row, won, asked.names, say)
    return seen.info(text, facts, (clause, "TU-34", "TU-55", "TU-56"))


def _how(rule: Objective, say: Translator) -> str:
    """What an objective counts."""
    if rule.kind == "roofs_per_building":
        return say.many(
            "It counts the buildings that hold {n} roof of yours.",
            "It counts the buildings that hold {n} roofs of yours or more.",
            rule.roofs,
        )
    return {
        "each_colour": say("It counts the colours of the buildings in which you are present."),
        "each_district": say("It counts the districts in which you are present in a building."),
        "connected_group": say("It counts the largest group of buildings that streets join, with your"
                               " presence in each."),
        "grey_districts": say(
            "It counts the buildings in grey districts in which you are present, at most {first} in one and"
            " {second} in another.", first=rule.first, second=rule.second,
        ),
        "site_flag_count": say("It counts the buildings in which you are present by the lake, on sites with"
                               " a blue front.")
        if rule.flag == "lakeside"
        else say("It counts the buildings in which you are present in a park, on sites with a green front."),
        "colour_count": say("It counts the buildings of that colour in which you are present."),
        "roof_levels": say("It counts the levels on which you have laid a roof: the level is the height of"
                           " the building at that time."),
        "border_pairs": say("It counts the borders that a street of yours crosses: you are present in the"
                            " buildings at both its ends, and no building counts twice."),
    }[rule.kind]  # fmt: skip


@PARTS.part("tokens-{slot}", slot=lambda asked: len(asked.view.objectives))
def explain_rewards(asked: Question, slot: int) -> Info:
    say, row = asked.say, asked.view.objectives[slot]
    text = say(
        "The first player who meets the objective takes the best token, the next one what is left."
        " Everybody takes at most one. A token is worth its number in millions."
    )
    rule = asked.board.objective(row.id)
    facts = ((say("Objective"), say.name(rule, "text")), _tokens_left(row, say))
    return Info(say("Bonus tokens"), text, facts, ("TU-6", "TU-55", "TU-56"))


def _tokens_left(row: ObjectiveInPlay, say: Translator) -> Fact:
    return say("Tokens left"), ", ".join(map(str, row.tokens)) or say("none")
