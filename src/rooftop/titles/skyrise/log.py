"""The log: each event as a sentence."""

from __future__ import annotations

from rooftop.engine.state import SEATS
from rooftop.game.title import Event
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import (
    colour_text,
    disc_kind_text,
    key_text,
    piece_text,
    spot_text,
)
from rooftop.titles.skyrise.schema import COLOURS, LETTERS


def tell(board: Board, event: Event, names: list[str], say: Translator) -> str:
    """An event as a sentence. Fields that are None are hidden from the reader."""
    kind, a, b, player = event.kind, event.a or 0, event.b or 0, names[event.seat]
    if kind <= n.WONDER_RETURNED:
        return _tell_auction(board, kind, a, b, player, say)
    if kind <= n.CHOSE_COLOUR:
        return _tell_disc(board, event, player, say)
    if kind == n.WONDER_SCORED:
        return say(
            "{player} scores {points} for {card}.",
            player=player,
            points=b,
            card=say.name(board.wonders[a]),
        )
    if kind == n.SHOWED_OBJECTIVE:
        return say(
            "{player} reveals the secret objective: {objective}.",
            player=player,
            objective=say.name(board.objectives[a]),
        )
    if kind == n.BAN_LIFTED:
        return say("{player} has no other start, so the Hammer's ban is lifted this time.", player=player)
    if kind == n.SCORED_CONTROL:
        return _tell_control(board, a, b, names, say)
    if kind <= n.WON_KEY:
        return _tell_era(board, event, player, say)
    return _tell_scoring(board, kind, a, b, player, say)


def _tell_auction(board: Board, kind: int, a: int, b: int, player: str, say: Translator) -> str:
    if kind == n.PASSED:
        return say("{player} passes.", player=player)
    if kind == n.PASSED_OVER:
        return say("{player} cannot outbid and is passed over.", player=player)
    if kind == n.ENDED:
        return {
            n.ALL_PASSED: say("Nobody bids higher."),
            n.NO_ROOM: say("There is no free neighbourhood next to the latest bid."),
            n.WONDER_PLACED: say("A wonder ends the auction."),
        }[a]
    if kind == n.RETURNED:
        return say.many("{n} bid returns to its owner.", "{n} bids return to their owners.", a)
    if kind == n.WONDER_RETURNED:
        return say(
            "{player} takes back {card}: it was outbid and has no effect.",
            player=player,
            card=say.name(board.wonders[a]),
        )
    values = {"player": player, "structure": piece_text(board, a, say), "spot": spot_text(board, b, say)}
    if kind == n.STARTED:
        return say("{player} starts an auction: {structure} on {spot}.", **values)
    if kind == n.OUTBID and a >= n.PIECE_OF_CARD:
        return say("{player} places {structure} on {spot}.", **values)
    if kind == n.OUTBID:
        return say("{player} bids {structure} on {spot}.", **values)
    return say("{player} wins the auction and builds {structure} on {spot}.", **values)


def _tell_disc(board: Board, event: Event, player: str, say: Translator) -> str:
    kind, a, b = event.kind, event.a or 0, event.b or 0
    if kind == n.TOOK_DISC:
        return say("{player} takes the disc there: {disc}.", player=player, disc=disc_kind_text(a, say))
    if kind == n.TOOK_EXTRA:
        return say(
            "{player} takes a second disc from {spot}: {disc}.",
            player=player,
            spot=spot_text(board, b, say),
            disc=disc_kind_text(a, say),
        )
    if kind == n.DECLINED:
        return say("{player} takes no second disc.", player=player)
    if kind == n.MAY_LOOK:
        if event.a is None:
            return say("{player} may look under the tile of that patron.", player=player)
        return say(
            "{player} may look under the tile of patron {letter}: {value}.",
            player=player,
            letter=LETTERS[a],
            value=b,
        )
    colour = colour_text(board, COLOURS[a], say)
    if b == 1:
        return say(
            "{player} makes the wild disc {colour}; it goes on the portrait.", player=player, colour=colour
        )
    return say("{player} makes the wild disc {colour}.", player=player, colour=colour)


def _tell_era(board: Board, event: Event, player: str, say: Translator) -> str:
    kind, a, b = event.kind, event.a or 0, event.b or 0
    if kind == n.ERA_ENDED:
        if a == 1:
            return say("The first era ends: {player} has built everything.", player=player)
        return say("The second era ends: everything is built.")
    if kind == n.SCORED_PANORAMA:
        return say(
            "{player} scores {points} for the panorama {panorama}.",
            player=player,
            points=b,
            panorama=say.name(board.panoramas[a]),
        )
    if kind == n.CHOSE_CARD:
        if event.a is None:
            return say("{player} chooses a wonder card.", player=player)
        return say("{player} chooses {card}.", player=player, card=say.name(board.wonders[a]))
    if kind == n.SHOWED_CARD:
        return say(
            "{player} shows {card}, initiative {initiative}.",
            player=player,
            card=say.name(board.wonders[a]),
            initiative=board.wonders[a].initiative,
        )
    if kind == n.BEGINS:
        if b == 1:
            return say(
                "The initiative is tied at {n}: {player} has the lowest single card and starts.",
                player=player,
                n=a,
            )
        return say("{player} has the lowest initiative ({n}) and starts.", player=player, n=a)
    if kind == n.FINISHED:
        return say("{player} has built everything.", player=player)
    return say("{player} gets {key}.", player=player, key=key_text(a, say))


def _tell_control(board: Board, island: int, outcome: int, names: list[str], say: Translator) -> str:
    """SR-40: who controls an island, and what decided it."""
    how = outcome >> SEATS
    leaders = [name for seat, name in enumerate(names) if outcome >> seat & 1]
    values = {
        "island": say.name(board.islands[island]),
        "player": leaders[0],
        "points": board.control.value,
    }
    if how == n.SHARED:
        players = say.list(leaders)
        return say(
            "{players} share {island}, tied in tall, medium and short buildings: {points} each.",
            players=players,
            **values,
        )
    return {
        n.TALL: say("{player} controls {island} with the most tall buildings: {points}.", **values),
        n.MEDIUM: say("{player} controls {island} with the most medium buildings: {points}.", **values),
        n.SHORT: say("{player} controls {island} with the most short buildings: {points}.", **values),
        n.MEDIUM + n.BROKEN: say(
            "{player} controls {island}; medium buildings break the tie: {points}.", **values
        ),
        n.SHORT + n.BROKEN: say(
            "{player} controls {island}; short buildings break the tie: {points}.", **values
        ),
    }[how]


def _tell_scoring(board: Board, kind: int, a: int, b: int, player: str, say: Translator) -> str:
    if kind == n.SCORED_OBJECTIVE:
        name = say.name(board.objectives[a])
        if b == 0:
            return say(
                "{player} has not met the secret objective ({objective}).", player=player, objective=name
            )
        return say(
            "{player} scores {points} for the secret objective ({objective}).",
            player=player,
            points=b,
            objective=name,
        )
    if kind == n.SHOWED_TILES:
        known = (*divmod(a, n.TILE_BASE), *divmod(b, n.TILE_BASE))
        tiles = ", ".join(f"{letter} {value}" for letter, value in zip(LETTERS, known, strict=True))
        return say("Patron tiles: {tiles}", tiles=tiles)
    values = {"player": player, "points": b}
    if kind == n.SCORED_PATRONS:
        return say.many(
            "{player} scores {points} for {n} patron disc.",
            "{player} scores {points} for {n} patron discs.",
            a,
            **values,
        )
    if kind == n.SCORED_EXCESS:
        return say.many(
            "{player} scores {points} for {n} disc beyond a full row.",
            "{player} scores {points} for {n} discs beyond a full row.",
            a,
            **values,
        )
    if kind == n.SCORED_KEY:
        return say("{player} scores {points} for {key}.", key=key_text(a, say), **values)
    if kind == n.SCORED_COMMISSIONS:
        return say.many(
            "{player} scores {points} for {n} commissions disc.",
            "{player} scores {points} for {n} commissions discs.",
            a,
            **values,
        )
    if kind == n.SCORED_STRUCTURES:
        return say.many(
            "{player} scores {points} for {n} structure.",
            "{player} scores {points} for {n} structures.",
            a,
            **values,
        )
    if a == 1:
        return say("The game is over: {player} wins the tie, having built everything first.", player=player)
    return say("The game is over: {player} wins.", player=player)
