"""The picture in words, for screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Card
from rooftop.titles.skytopia.scene import effects
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import Ability, Colour, Foundation, Guild
from rooftop.titles.skytopia.view import DialFace, MarketGolem, Points, View


def picture(canvas: Canvas, view: View, names: Sequence[str]) -> tuple[str, str]:
    """The title and the description of the whole picture."""
    say = canvas.say
    title = say.many(
        "Skytopia, {n} player, round {round}",
        "Skytopia, {n} players, round {round}",
        view.players,
        round=view.round,
    )
    points = say.list(
        [
            say("{player} {points}", player=name, points=row.total)
            for name, row in zip(names, view.seats, strict=True)
        ]
    )
    sentences = [status(canvas, view, names) + ".", wheel(view.dial.hammers, view.round, say) + "."]
    sentences.append(say("Prestige points: {points}.", points=points))
    if view.ending is not None or view.over:
        sentences.append(ending(view, say) + ".")
    return title, " ".join(sentences)


def status(canvas: Canvas, view: View, names: Sequence[str], short: bool = False) -> str:
    """Who does what now, in a few words."""
    say = canvas.say
    if view.over:
        winners = [name for name, row in zip(names, view.seats, strict=True) if row.rank == 1]
        if not winners:  # the players agreed on an end without a winner
            return say("The game is over")
        return say.many("{players} wins", "{players} win", len(winners), players=say.list(winners))
    player = names[view.to_act]
    if view.phase == "effect":
        return say("{player} resolves {card}", player=player, card=_effect_name(canvas, view, short))
    match view.phase:
        case "draft":
            return say("{player} chooses an ability tile", player=player)
        case "side":
            return say("{player} chooses a side of the tile", player=player)
        case "preliminary":
            return say("{player} places the first golem", player=player)
        case "complete":
            return say("{player} builds finished cards", player=player)
        case "towers":
            return say("{player} chooses a tower to activate", player=player)
        case "ability":
            return say("{player} may use an ability", player=player)
        case "recall":
            return say("{player} recalls a golem", player=player)
        case "assign":
            return say("{player} assigns a golem", player=player)
        case "assigned":
            return say("{player} has assigned a golem", player=player)
    return say("{player} ends the turn", player=player)


def _effect_name(canvas: Canvas, view: View, short: bool) -> str:
    """The card whose effect asks, and what it does."""
    row = canvas.board.by_id[view.effect.card]
    if isinstance(row, Foundation):
        name = canvas.say("{colour} foundation", colour=_colour(canvas, row.colour))
    else:
        name = canvas.named(row)
    return name if short else f"{name}: {effects.words(row, canvas.board, canvas.say)}"


def _colour(canvas: Canvas, colour: Colour) -> str:
    return canvas.named(canvas.board.colour(colour))


def steps(say: Translator) -> tuple[str, str, str]:
    """The three parts of a turn."""
    return say("1 build"), say("2 assign"), say("3 refill")


def ending(view: View, say: Translator) -> str:
    """The banner of the last rounds and the end."""
    if view.over:
        return say("The game is over")
    if view.ending == "final":
        return say("The last round")
    return say("One more round to go")


def when(rounds: int | None, too_late: bool, say: Translator) -> str:
    """When a golem's owner takes the card."""
    if too_late or rounds is None:
        return say("comes too late")
    if rounds == 0:
        return say("takes it this round")
    if rounds == 1:
        return say("takes it next round")
    return say.many("takes it in {n} round", "takes it in {n} rounds", rounds)


def wheel(hammers: int, round_number: int, say: Translator) -> str:
    return say(
        "Chronometer in round {round}: face {face} is at the hammers", round=round_number, face=hammers
    )


def price(rounds: int, cost: int, say: Translator) -> str:
    """A price on the rim."""
    return say.many(
        "Finishing in {n} round costs {coins}",
        "Finishing in {n} rounds costs {coins}",
        rounds,
        coins=effects.coins(cost, say),
    )


def face(canvas: Canvas, row: DialFace, waiting: tuple[tuple[int, int], ...], names: Sequence[str]) -> str:
    """A face of the dial: its price and when it is done."""
    say = canvas.say
    if row.price is None:
        words = say("Face {face}: at the hammers, not available", face=row.face)
    else:
        words = say.many(
            "Face {face}: costs {coins}, done in {n} round",
            "Face {face}: costs {coins}, done in {n} rounds",
            row.rounds,
            face=row.face,
            coins=effects.coins(row.price, say),
        )
    then = [
        say.many("{player} takes {n} card", "{player} takes {n} cards", count, player=names[seat])
        for seat, count in waiting
    ]
    return "; ".join([words, *then])


def card_words(canvas: Canvas, card: Card) -> str:
    """Name, colour, crest and effect."""
    house = next(canvas.named(crest) for crest in canvas.board.crests if crest.id == card.crest)
    text = canvas.named(canvas.board.effects[card.effect], "text")
    return f"{canvas.named(card)}, {_colour(canvas, card.colour)}, {house}: {text}"


def slot(canvas: Canvas, colour: Colour, row: int, card: str | None) -> str:
    """A slot of the market and its card."""
    say = canvas.say
    where = say("{colour} column, row {row}", colour=_colour(canvas, colour), row=row)
    if card is None:
        return say("{slot}: no card", slot=where)
    return f"{where}: {card_words(canvas, canvas.board.card(card))}"


def taker(canvas: Canvas, name: str | None, rounds: int | None, too_late: bool) -> str:
    """Who takes the card of a slot, and when; `name` is None while nobody works there."""
    if name is None:
        return canvas.say("nobody works here")
    return canvas.say("{player} {when}", player=name, when=when(rounds, too_late, canvas.say))


def golem(canvas: Canvas, row: MarketGolem, slot: str, card: str | None, player: str) -> str:
    return canvas.say.many(
        "Golem {number} of {player}: face {face}, {n} round left, on {card}",
        "Golem {number} of {player}: face {face}, {n} rounds left, on {card}",
        row.rounds,
        number=row.golem,
        player=player,
        face=row.face,
        card=canvas.named(canvas.board.card(card)) if card else slot,
    )


def tower(canvas: Canvas, colour: Colour, height: int) -> str:
    name = canvas.named(canvas.board.colour(colour), "tower")
    return canvas.say.many(
        "{tower}: {n} card on its foundation", "{tower}: {n} cards on its foundation", height, tower=name
    )


def floor(canvas: Canvas, row: Card | Foundation, crest: str, level: int) -> str:
    if isinstance(row, Card):
        return canvas.say("Level {level}: {card}", level=level, card=card_words(canvas, row))
    house = next(canvas.named(one) for one in canvas.board.crests if one.id == crest)
    name = canvas.say("{colour} foundation", colour=_colour(canvas, row.colour))
    return f"{name}, {house}: {canvas.named(row, 'text')}"


def ability(canvas: Canvas, row: Ability) -> str:
    return canvas.say("Ability {name}: {text}", name=row.id, text=canvas.named(row, "text"))


def guild(canvas: Canvas, row: Guild) -> str:
    """A guild master."""
    return f"{canvas.named(row)}: {canvas.named(row, 'text')}"


def guild_scores(canvas: Canvas, row: Guild, scores: Sequence[int], names: Sequence[str]) -> str:
    """What everyone would get from a guild master now."""
    say = canvas.say
    now = say.list(
        [
            say("{player} {points}", player=name, points=score)
            for name, score in zip(names, scores, strict=True)
        ]
    )
    return say("{guild} now: {points}", guild=canvas.named(row), points=now)


class Facts(NamedTuple):
    """What a player's area says about its owner."""

    total: int
    forecast: int
    rank: int | None
    coins: int
    home: int


def player(canvas: Canvas, row: Facts, turn: bool, first: bool, name: str) -> str:
    """A player's area; its towers have words of their own."""
    say = canvas.say
    parts = [
        say.many("{player}: {n} prestige point", "{player}: {n} prestige points", row.total, player=name)
    ]
    if row.rank:
        parts.append(say("rank {rank}", rank=row.rank))
    else:
        parts.append(say("{n} if it ended now", n=row.forecast))
    if turn:
        parts.append(say("to act"))
    if first:
        parts.append(say("first player"))
    parts.append(say("has {coins}", coins=effects.coins(row.coins, say)))
    parts.append(at_home(row.home, say))
    return "; ".join(parts)


def points(total: int, say: Translator) -> str:
    return say.many("{n} prestige point", "{n} prestige points", total)


def at_home(count: int, say: Translator) -> str:
    return say.many("{n} golem at home", "{n} golems at home", count)


def sources(say: Translator) -> list[tuple[str, bool]]:
    """The sources of points, and whether they belong to the final scoring."""
    return [
        (say("towers"), False),
        (say("ability"), False),
        (say("guilds"), True),
        (say("laboratories"), True),
        (say("coins"), True),
        (say("golems at work"), True),
    ]


def amounts(points: Points) -> tuple[int, ...]:
    """Points from these sources."""
    return (
        points.cards + points.foundations, points.ability, points.guilds, points.laboratories, points.coins,
        points.golems,
    )  # fmt: skip
