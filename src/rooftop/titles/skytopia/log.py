"""Skytopia: the log, events as sentences."""

from __future__ import annotations

from rooftop.engine.state import SEATS
from rooftop.game.title import Event
from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, slot_id
from rooftop.titles.skytopia.phrases import (
    ability_text,
    coins,
    gains,
    numbered,
    points,
    slot_name,
    tower_name,
)
from rooftop.titles.skytopia.schema import COLOURS, SIDES


def tell(board: Board, event: Event, names: list[str], say: Translator) -> str:
    """An event as a sentence. Nothing that happens in Skytopia is secret."""
    kind, a, b = event.kind, event.a or 0, event.b or 0
    player = names[event.seat]
    if kind in (n.COMPLETED, n.TAKEN):
        return _tell_card_taken(board, event, names, say)
    if kind == n.TOOK_TILE:
        return say("{player} takes ability tile {tile}.", player=player, tile=a + 1)
    if kind == n.CHOSE_SIDE:
        text = ability_text(board, say, f"{a + 1}{SIDES[b]}")
        return say("{player} chooses side {side}: {text}", player=player, side=SIDES[b], text=text)
    if kind == n.PLACED_FIRST:
        return say(
            "{player} places their first golem on {card}, face {face}.",
            player=player,
            card=numbered(board, say, a),
            face=b,
        )
    if kind == n.CLIMBED:
        return say("{player} activates the {tower}.", player=player, tower=tower_name(board, say, COLOURS[a]))
    if kind == n.TOWER_GAVE:
        return say("The tower gives {player} {gains}.", player=player, gains=gains(say, b))
    if kind == n.CARD_GAVE:
        return say(
            "{card} gives {player} {gains}.",
            card=capital(numbered(board, say, a)),
            player=player,
            gains=gains(say, b),
        )
    if kind == n.BOUGHT_POINTS:
        return say(
            "{player} pays {coins} for {points}.", player=player, coins=coins(say, a), points=points(say, b)
        )
    if kind == n.ROTATED:
        return say(
            "{player} rotates the golem on {card} from {old} to {new}.",
            player=player,
            card=numbered(board, say, a),
            old=b // 8,
            new=b % 8,
        )
    if kind == n.MOVED:
        return say(
            "{player} moves a golem from {card} to {other}.",
            player=player,
            card=numbered(board, say, a),
            other=numbered(board, say, b),
        )
    if kind == n.PLACED_FREE:
        return say(
            "{player} places a free golem on {card}, face {face}.",
            player=player,
            card=numbered(board, say, a),
            face=b,
        )
    if kind == n.ACTIVATED:
        return say(
            "{card} activates {other}.", card=capital(numbered(board, say, b)), other=numbered(board, say, a)
        )
    if kind == n.SKIPPED:
        if a == n.EMPTY:
            return say("{player} skips the ability.", player=player)
        return say("{player} skips the effect of {card}.", player=player, card=numbered(board, say, a))
    if kind == n.NO_EFFECT:
        if a < n.FOUNDATION and board.cards[a].kind == "laboratory":
            return say("{card} scores only at the end.", card=capital(numbered(board, say, a)))
        return say("{card} has no effect now.", card=capital(numbered(board, say, a)))
    if kind == n.PAID_ABILITY:
        ability = board.abilities[a].id
        return say(
            "{player} pays {coins} for ability {ability}.",
            player=player,
            coins=coins(say, b),
            ability=ability,
        )
    if kind == n.USED_ABILITY:
        return say(
            "Ability {ability} gives {player} {gains}.",
            ability=board.abilities[a].id,
            player=player,
            gains=gains(say, b),
        )
    if kind == n.RECALLED:
        return say("{player} recalls a golem from {card}.", player=player, card=numbered(board, say, a))
    if kind == n.ASSIGNED_TO:
        return say(
            "{player} assigns a golem to {card}, face {face}, for {coins}.",
            player=player,
            card=numbered(board, say, a),
            face=b // n.PRICES,
            coins=coins(say, b % n.PRICES),
        )
    if kind == n.TIE_BROKEN:
        return _tell_tie(event, names, say)
    return _tell_course(board, event, player, say)


def _tell_card_taken(board: Board, event: Event, names: list[str], say: Translator) -> str:
    card, packed = numbered(board, say, event.a or 0), event.b or 0
    player = names[event.seat]
    others = [
        names[seat] if sent == 1 else f"{names[seat]} (×{sent})"
        for seat, sent in sent_home(packed, len(names))
        if seat != event.seat
    ]
    if event.kind == n.COMPLETED:
        text = say("{player} completes {card}.", player=player, card=card)
    else:
        text = say(
            "{player} takes {card} into the city without activating its tower.", player=player, card=card
        )
    if not others:
        return text
    each = coins(say, board.rules.compensation_coins)
    return (
        text + " " + say("Golems go home with {coins} each: {players}.", coins=each, players=say.list(others))
    )


def _tell_tie(event: Event, names: list[str], say: Translator) -> str:
    """ST-85."""
    how, other = divmod(event.a or 0, SEATS)
    mine, theirs = divmod(event.b or 0, n.TIE_BITS)
    player, rival = names[event.seat], names[other]
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


def _tell_course(board: Board, event: Event, player: str, say: Translator) -> str:
    """Phase 3, rounds and the end."""
    kind, a, b = event.kind, event.a or 0, event.b or 0
    if kind == n.NOT_PLACED:
        return say("{player} cannot assign a golem anywhere.", player=player)
    if kind == n.NEW_CARD:
        slot = slot_name(board, say, slot_id(b))
        return say("New card in the market: {card} ({slot}).", card=numbered(board, say, a), slot=slot)
    if kind == n.DECK_EMPTY:
        sentence = say("The {colour} deck is empty.", colour=say.name(board.colours[a]))
        return f"{sentence} {say('The game ends after the next round.')}" if b else sentence
    if kind == n.NEXT_ROUND:
        return say(
            "Round {round}: face {face} is at the hammers, {player} goes first.",
            round=a,
            face=b,
            player=player,
        )
    if kind == n.LAST_ROUND:
        return say("This is the last round: everyone has one more turn.")
    if kind == n.FINAL_POINTS:
        return say(
            "{player}: {points} in the final scoring, {total} in total.",
            player=player,
            points=points(say, a),
            total=b,
        )
    return say("The game is over.")


def sent_home(packed: int, seats: int) -> list[tuple[int, int]]:
    """The seats whose golems an event sent home, and how many of each."""
    counts = [(seat, (packed >> (n.GOLEM_BITS * seat)) & 7) for seat in range(seats)]
    return [(seat, count) for seat, count in counts if count]
