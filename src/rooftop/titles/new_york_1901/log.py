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
    """An event as a sentence. All events are public."""
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
            "{player} builds {tile} on {squares}.",
            player=player,
            tile=tile_text(board, say, a),
            squares=placement_text(board, say, b),
        )
    if kind == n.WORKERS_BACK:
        return say.many("{player} gets {n} worker back.", "{player} gets {n} workers back.", a, player=player)
    if kind == n.WORKER_OUT:
        return say("{player} puts a worker on empty lot {lot}.", player=player, lot=board.lot_name(say, a))
    if kind == n.PRESTIGE_WON:
        return say(
            "{player} scores {points} for older neighbours ({challenge}).",
            player=player,
            points=points_text(say, a),
            challenge=say.name(board.challenges[n.PRESTIGE]),
        )
    if kind == n.UNLOCKED:
        table = board.tile_table.generation[a]
        return say(
            "{player} unlocks {generation}.",
            player=player,
            generation=say.name(table),
        )
    if kind == n.PLAYED:
        return say("{player} plays {card}.", player=player, card=action_name(board, say, a))
    if kind == n.SHIFTED:
        return say("The open cards go under the future market and are replaced.")
    if kind == n.RETURNED:
        return say("{player} gives back lot {lot}.", player=player, lot=lot_text(board, say, a))
    if kind == n.NEW_CARD:
        return say("New card in the open market: {card}.", card=kind_text(board, say, a))
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
            "Nobody has built for {n} round; {limit} in a row trigger the end.",
            "Nobody has built for {n} rounds; {limit} in a row trigger the end.",
            a,
            limit=board.rulings.stalemate_rounds,
        )
    if kind in (n.TIE_BY_FEET, n.TIE_BY_GOLD, n.TIE_SHARED):
        return _tell_tie(kind, player, names[a], b, say)
    return _tell_end(board, kind, a, b, player, names, say)


def _tell_ending(board: Board, how: int, player: str, say: Translator) -> str:
    if how == n.TILES_BUILT:
        return say.many(
            "{player} has only {n} unbuilt skyscraper left: everyone else gets one last turn.",
            "{player} has only {n} unbuilt skyscrapers left: everyone else gets one last turn.",
            board.end.unbuilt_left,
            player=player,
        )
    if how == n.CARDS_GONE:
        return say(
            "The lot cards run out on {player}'s turn: everyone else gets one last turn.", player=player
        )
    return say.many(
        "Nobody has built for {n} round: everyone but {player} gets one last turn.",
        "Nobody has built for {n} rounds: everyone but {player} gets one last turn.",
        board.rulings.stalemate_rounds,
        player=player,
    )


def _tell_end(board: Board, kind: int, a: int, b: int, player: str, names: list[str], say: Translator) -> str:
    tied = say.list([name for seat, name in enumerate(names) if b >> seat & 1])
    if kind == n.STREET_TIED:
        street = say.name(board.streets[a])
        if not b:
            return say("{street}: no skyscrapers, so nobody scores.", street=street)
        return say(
            "{street}: {players} are tied, so nobody scores.",
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
            "{challenge}: {players} are tied in {generation} skyscrapers, so nobody scores.",
            challenge=say.name(board.challenges[n.KING]),
            players=tied,
            generation=say.name(board.tile_table.generation[a]),
        )
    if kind == n.CHALLENGE_WON:
        return say(
            "{player} scores {points} for {challenge}.",
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
    """NY-73, NY-74: what broke a tie in points, or that nothing did."""
    if kind == n.TIE_BY_FEET:
        return say.many(
            "Tied on points: {player} beats {other} with the taller legendary skyscraper ({n} foot).",
            "Tied on points: {player} beats {other} with the taller legendary skyscraper ({n} feet).",
            number,
            player=player,
            other=other,
        )
    if kind == n.TIE_BY_GOLD:
        return say(
            "Tied on points: {player} beats {other} with more gold skyscrapers ({n}).",
            player=player,
            other=other,
            n=number,
        )
    return say(
        "{player} and {other} are tied on everything and share place {n}.",
        player=player,
        other=other,
        n=number,
    )
