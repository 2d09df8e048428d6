"""Skytopia: what happens, in sentences. Everyone may know all of it.

Golems are parts of the picture with ids of their own, so the page sees them move without a way.
"""

from __future__ import annotations

from rooftop.engine.state import SEATS
from rooftop.game.actions import Things
from rooftop.game.events import Events, Happened, Way
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.actions import COLOUR, SIDE, SLOT, TILE
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts.words import (
    ability_text,
    card_name,
    coins,
    gains,
    sent_home,
    slot_name,
    tower_name,
)
from rooftop.titles.skytopia.schema import COLOURS, SIDES

CARD = Things[Board]("card", lambda board: list(board.by_id))  # or a foundation
ABILITY = Things[Board]("ability", lambda board: [ability.id for ability in board.abilities])

EVENTS = Events[Board]()
Event = Happened[Board]


def card(e: Event, say: Translator) -> str:
    """The card that an event is about."""
    return card_name(e.board, say, CARD.id(e.board, e.a))


def other_card(e: Event, say: Translator) -> str:
    """The second one."""
    return card_name(e.board, say, CARD.id(e.board, e.b))


@EVENTS.row(n.TOOK_TILE, TILE, sound="card")
def took_tile(e: Event, say: Translator) -> str:
    return say("{player} takes ability tile {tile}.", player=e.player, tile=e.a + 1)


@EVENTS.row(n.CHOSE_SIDE, TILE, SIDE, sound="card")
def chose_side(e: Event, say: Translator) -> str:
    text = ability_text(e.board, say, f"{e.a + 1}{SIDES[e.b]}")
    return say("{player} chooses side {side}: {text}", player=e.player, side=SIDES[e.b], text=text)


@EVENTS.row(n.PLACED_FIRST, CARD, "face", sound="place")
def placed_first(e: Event, say: Translator) -> str:
    return say(
        "{player} places their first golem on {card}, face {face}.",
        player=e.player,
        card=card(e, say),
        face=e.b,
    )


@EVENTS.row(n.COMPLETED, CARD, "golems sent home", sound="build")
def completed(e: Event, say: Translator) -> str:
    return say("{player} completes {card}.", player=e.player, card=card(e, say)) + golems_home(e, say)


def golems_home(e: Event, say: Translator) -> str:
    """Whose golems went home with coins, as a second sentence; empty if nobody's."""
    others = [
        e.names[seat] if sent == 1 else f"{e.names[seat]} (×{sent})"
        for seat, sent in sent_home(e.b, len(e.names))
        if seat != e.seat
    ]
    if not others:
        return ""
    each = coins(say, e.board.rules.compensation_coins)
    return " " + say("Golems go home with {coins} each: {players}.", coins=each, players=say.list(others))


@EVENTS.row(n.CLIMBED, COLOUR)
def climbed(e: Event, say: Translator) -> str:
    return say(
        "{player} activates the {tower}.", player=e.player, tower=tower_name(e.board, say, COLOURS[e.a])
    )


@EVENTS.row(n.TOWER_GAVE, COLOUR, "gains", sound="points")
def tower_gave(e: Event, say: Translator) -> str:
    return say("The tower gives {player} {gains}.", player=e.player, gains=gains(say, e.b))


@EVENTS.row(n.CARD_GAVE, CARD, "gains", sound="points")
def card_gave(e: Event, say: Translator) -> str:
    return say(
        "{card} gives {player} {gains}.",
        card=capital(card(e, say)),
        player=e.player,
        gains=gains(say, e.b),
    )


@EVENTS.row(n.BOUGHT_POINTS, "coins", "points", sound="points")
def bought_points(e: Event, say: Translator) -> str:
    return say(
        "{player} pays {coins} for {points}.",
        player=e.player,
        coins=coins(say, e.a),
        points=points_text(say, e.b),
    )


@EVENTS.row(n.ROTATED, CARD, "faces", sound="slide")
def rotated(e: Event, say: Translator) -> str:
    return say(
        "{player} rotates the golem on {card} from {old} to {new}.",
        player=e.player,
        card=card(e, say),
        old=e.b // 8,
        new=e.b % 8,
    )


@EVENTS.row(n.MOVED, CARD, CARD, sound="walk")
def moved(e: Event, say: Translator) -> str:
    return say(
        "{player} moves a golem from {card} to {other}.",
        player=e.player,
        card=card(e, say),
        other=other_card(e, say),
    )


@EVENTS.row(n.PLACED_FREE, CARD, "face", sound="place")
def placed_free(e: Event, say: Translator) -> str:
    return say(
        "{player} places a free golem on {card}, face {face}.",
        player=e.player,
        card=card(e, say),
        face=e.b,
    )


@EVENTS.row(n.TAKEN, CARD, "golems sent home", sound="build")
def taken(e: Event, say: Translator) -> str:
    text = say(
        "{player} takes {card} into the city without activating its tower.",
        player=e.player,
        card=card(e, say),
    )
    return text + golems_home(e, say)


@EVENTS.row(n.ACTIVATED, CARD, CARD)
def activated(e: Event, say: Translator) -> str:
    return say("{card} activates {other}.", card=capital(other_card(e, say)), other=card(e, say))


@EVENTS.row(n.SKIPPED, CARD, sound="pass")
def skipped(e: Event, say: Translator) -> str:
    if e.a == n.EMPTY:
        return say("{player} skips the ability.", player=e.player)
    return say("{player} skips the effect of {card}.", player=e.player, card=card(e, say))


@EVENTS.row(n.NO_EFFECT, CARD)
def no_effect(e: Event, say: Translator) -> str:
    if e.board.by_id[CARD.id(e.board, e.a)].kind == "laboratory":
        return say("{card} scores only at the end.", card=capital(card(e, say)))
    return say("{card} has no effect now.", card=capital(card(e, say)))


@EVENTS.row(n.USED_ABILITY, ABILITY, "gains", sound="points")
def used_ability(e: Event, say: Translator) -> str:
    return say(
        "Ability {ability} gives {player} {gains}.",
        ability=ABILITY.id(e.board, e.a),
        player=e.player,
        gains=gains(say, e.b),
    )


@EVENTS.row(n.RECALLED, CARD, "face", sound="walk")
def recalled(e: Event, say: Translator) -> str:
    return say("{player} recalls a golem from {card}.", player=e.player, card=card(e, say))


@EVENTS.row(n.ASSIGNED_TO, CARD, "face and price", sound="place")
def assigned(e: Event, say: Translator) -> str:
    return say(
        "{player} assigns a golem to {card}, face {face}, for {coins}.",
        player=e.player,
        card=card(e, say),
        face=e.b // n.PRICES,
        coins=coins(say, e.b % n.PRICES),
    )


@EVENTS.row(n.NOT_PLACED, sound="pass")
def not_placed(e: Event, say: Translator) -> str:
    return say("{player} cannot assign a golem anywhere.", player=e.player)


# There is no part `deck-gold-2`, so `deck-gold` will do: the deck of the slot's colour.
@EVENTS.row(n.NEW_CARD, CARD, SLOT, sound="card", way=Way("deck-{slot}", "card-{slot}"))
def new_card(e: Event, say: Translator) -> str:
    colour, row = divmod(e.b, n.ROWS)
    slot = slot_name(e.board, say, COLOURS[colour], row + 1)
    return say("New card in the market: {card} ({slot}).", card=card(e, say), slot=slot)


@EVENTS.row(n.DECK_EMPTY, COLOUR, "1 if it triggers the end", sound="end")
def deck_empty(e: Event, say: Translator) -> str:
    sentence = say("The {colour} deck is empty.", colour=say.name(e.board.colours[e.a]))
    return f"{sentence} {say('The game ends after the next round.')}" if e.b else sentence


@EVENTS.row(n.NEXT_ROUND, "round", "face", sound="turn")
def next_round(e: Event, say: Translator) -> str:
    return say(
        "Round {round}: face {face} is at the hammers, {player} goes first.",
        round=e.a,
        face=e.b,
        player=e.player,
    )


@EVENTS.row(n.LAST_ROUND)
def last_round(e: Event, say: Translator) -> str:
    return say("This is the last round: everyone has one more turn.")


@EVENTS.row(n.FINAL_POINTS, "points at the end", "points", sound="points")
def final_points(e: Event, say: Translator) -> str:
    return say(
        "{player}: {points} in the final scoring, {total} in total.",
        player=e.player,
        points=points_text(say, e.a),
        total=e.b,
    )


@EVENTS.row(n.GAME_OVER, sound="end")
def game_over(e: Event, say: Translator) -> str:
    return say("The game is over.")


@EVENTS.row(n.PAID_ABILITY, ABILITY, "coins", sound="coin")
def paid_ability(e: Event, say: Translator) -> str:
    return say(
        "{player} pays {coins} for ability {ability}.",
        player=e.player,
        coins=coins(say, e.b),
        ability=ABILITY.id(e.board, e.a),
    )


@EVENTS.row(n.TIE_BROKEN, "how and against whom", "the numbers compared")
def tie_broken(e: Event, say: Translator) -> str:
    """ST-85."""
    how, other = divmod(e.a, SEATS)
    mine, theirs = divmod(e.b, n.TIE_BITS)
    player, rival = e.player, e.names[other]
    if how == n.BY_CARDS:
        return say(
            "Tie on points: {player} ranks above {rival} with fewer tower cards ({mine} to {theirs}).",
            player=player,
            rival=rival,
            mine=mine,
            theirs=theirs,
        )
    if how == n.BY_COINS:
        return say(
            "Tie on points and tower cards: {player} ranks above {rival} with more coins left over ({mine}"
            " to {theirs}).",
            player=player,
            rival=rival,
            mine=mine,
            theirs=theirs,
        )
    return say(
        "Tie on points, tower cards and coins: {player} and {rival} share their rank.",
        player=player,
        rival=rival,
    )
