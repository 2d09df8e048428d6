"""New York 1901: events as sentences."""

from __future__ import annotations

from rooftop.game.title import Event
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.phrases import (
    action_name,
    kind_text,
    lot_text,
    placement_text,
    points_text,
    tile_name,
    tile_text,
)


def tell(board: Board, event: Event, names: list[str], say: Translator) -> str:
    """What happened, as a sentence. Nothing in New York 1901 is secret once it has happened."""
    kind, a, b = event.kind, event.a or 0, event.b or 0
    player = names[event.seat]
    if kind == n.TOOK_CARD:
        return say("{player} takes a lot card: {card}.", player=player, card=kind_text(board, say, a))
    if kind == n.ACQUIRED:
        return say("{player} acquires lot {lot}.", player=player, lot=lot_text(board, say, a))
    if kind == n.DEMOLISHED:
        return say("{player} tears down {tile}.", player=player, tile=tile_name(board, say, a))
    if kind == n.BUILT:
        return say(
            "{player} builds {tile} on {place}.",
            player=player,
            tile=tile_text(board, say, a),
            place=placement_text(board, say, b),
        )
    if kind == n.WORKERS_BACK:
        return say.many(
            "{n} worker comes back to {player}.", "{n} workers come back to {player}.", a, player=player
        )
    if kind == n.WORKER_OUT:
        return say(
            "{player} puts a worker on the empty lot {lot}.", player=player, lot=board.lot_name(say, a)
        )
    if kind == n.PRESTIGE_WON:
        return say(
            "{player} wins {points} for older neighbours ({challenge}).",
            player=player,
            points=points_text(say, a),
            challenge=say.name(board.challenges[n.PRESTIGE]),
        )
    if kind == n.UNLOCKED:
        table = board.tile_table.generation[a]
        return say(
            "{player} may build {generation} now.",
            player=player,
            generation=say.name(table),
        )
    if kind == n.PLAYED:
        return say("{player} plays {card}.", player=player, card=action_name(board, say, a))
    if kind == n.SHIFTED:
        return say("The open cards go under the future market; new ones take their place.")
    if kind == n.RETURNED:
        return say("{player} gives back lot {lot}.", player=player, lot=lot_text(board, say, a))
    if kind == n.NEW_CARD:
        return say("A new card lies in the open market: {card}.", card=kind_text(board, say, a))
    if kind == n.FEW_LEFT:
        return say.many(
            "{player} has {n} unbuilt skyscraper left.",
            "{player} has {n} unbuilt skyscrapers left.",
            a,
            player=player,
        )
    if kind == n.NO_BUILD:
        return say("{player} does not build.", player=player)
    if kind == n.END_BEGINS:
        return _tell_ending(board, a, player, say)
    if kind == n.QUIET_ROUND:
        return say.many(
            "Nobody has built for {n} round; after {limit} the end begins.",
            "Nobody has built for {n} rounds; after {limit} the end begins.",
            a,
            limit=board.rulings.stalemate_rounds,
        )
    if kind in (n.TIE_BY_FEET, n.TIE_BY_GOLD, n.TIE_SHARED):
        return _tell_tie(kind, player, names[a], b, say)
    return _tell_end(board, kind, a, b, player, names, say)


def _tell_ending(board: Board, how: int, player: str, say: Translator) -> str:
    if how == n.TILES_BUILT:
        return say.many(
            "{player} has only {n} unbuilt skyscraper left: everyone else has one last turn.",
            "{player} has only {n} unbuilt skyscrapers left: everyone else has one last turn.",
            board.end.unbuilt_left,
            player=player,
        )
    if how == n.CARDS_GONE:
        return say(
            "The lot cards run out in the turn of {player}: everyone else has one last turn.", player=player
        )
    return say.many(
        "Nobody has built for {n} round: everyone but {player} has one last turn.",
        "Nobody has built for {n} rounds: everyone but {player} has one last turn.",
        board.rulings.stalemate_rounds,
        player=player,
    )


def _tell_end(board: Board, kind: int, a: int, b: int, player: str, names: list[str], say: Translator) -> str:
    tied = say.list([name for seat, name in enumerate(names) if b >> seat & 1])
    if kind == n.STREET_TIED:
        street = say.name(board.streets[a])
        if not b:
            return say("{street}: no skyscraper stands there, so nobody scores.", street=street)
        return say(
            "{street}: {players} have equally many skyscrapers, so nobody scores.",
            street=street,
            players=tied,
        )
    if kind == n.STREET_WON:
        return say(
            "{player} leads on {street}: {points}.",
            player=player,
            street=say.name(board.streets[a]),
            points=points_text(say, b),
        )
    if kind == n.GENERATION_TIED:
        return say(
            "{challenge}: {players} have equally many {generation} skyscrapers, so nobody scores.",
            challenge=say.name(board.challenges[n.KING]),
            players=tied,
            generation=say.name(board.tile_table.generation[a]),
        )
    if kind == n.CHALLENGE_WON:
        return say(
            "{player}: {points} for the challenge {challenge}.",
            player=player,
            points=points_text(say, b),
            challenge=say.name(board.challenges[a]),
        )
    if kind == n.CARDS_KEPT:
        return say.many(
            "{player} has {n} unused action card: {points}.",
            "{player} has {n} unused action cards: {points}.",
            a,
            player=player,
            points=points_text(say, b),
        )
    return say("The game is over.")


def _tell_tie(kind: int, player: str, other: str, number: int, say: Translator) -> str:
    """NY-73, NY-74: why equal points give different places, or the same."""
    if kind == n.TIE_BY_FEET:
        return say.many(
            "Equal points: {player} is ahead of {other} by the taller legendary skyscraper ({n} foot).",
            "Equal points: {player} is ahead of {other} by the taller legendary skyscraper ({n} feet).",
            number,
            player=player,
            other=other,
        )
    if kind == n.TIE_BY_GOLD:
        return say(
            "Equal points: {player} is ahead of {other} by more gold skyscrapers ({n}).",
            player=player,
            other=other,
            n=number,
        )
    return say(
        "{player} and {other} are equal in everything and share place {n}.",
        player=player,
        other=other,
        n=number,
    )
