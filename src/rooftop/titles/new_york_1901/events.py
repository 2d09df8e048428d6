"""New York 1901: what happens, in sentences. Everyone may know all of it."""

from __future__ import annotations

from rooftop.game.actions import Things
from rooftop.game.events import Events, Happened, Way
from rooftop.game.translation import Translator, points_text
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.actions import LOT, TILE
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.parts.words import (
    action_name,
    kind_text,
    lot_text,
    placement_text,
    tile_name,
    tile_text,
)
from rooftop.titles.new_york_1901.schema import CHALLENGES, GENERATIONS

KIND = Things[Board]("kind", lambda board: board.kind_ids)
SLOT = Things[Board]("slot", lambda board: [str(slot) for slot in range(n.MARKET)])
GENERATION = Things[Board]("generation", lambda board: GENERATIONS)
ACTION = Things[Board]("action", lambda board: [action.id for action in board.actions])
STREET = Things[Board]("street", lambda board: [street.code for street in board.streets])
CHALLENGE = Things[Board]("challenge", lambda board: CHALLENGES)

# Parts and drawings of the picture.
WORKERS, ON_LOT, WORKER = "workers-{seat}", "lot-{lot}", "worker-{mark}"

EVENTS = Events[Board]()
Event = Happened[Board]


@EVENTS.row(n.TOOK_CARD, KIND, SLOT, sound="card")
def took_card(e: Event, say: Translator) -> str:
    return say("{player} takes a lot card: {card}.", player=e.player, card=kind_text(e.board, say, e.a))


@EVENTS.row(n.ACQUIRED, LOT, sound="place", way=Way(WORKERS, ON_LOT, WORKER))
def acquired(e: Event, say: Translator) -> str:
    return say("{player} acquires lot {lot}.", player=e.player, lot=lot_text(e.board, say, e.a))


@EVENTS.row(n.DEMOLISHED, TILE, "placement", sound="slide")
def demolished(e: Event, say: Translator) -> str:
    return say("{player} tears down {tile}.", player=e.player, tile=tile_name(e.board, say, e.a))


@EVENTS.row(n.BUILT, TILE, "placement", sound="build", way=Way("seat-{seat}", "built-{seat}-{skyscraper}"))
def built(e: Event, say: Translator) -> str:
    return say(
        "{player} builds {tile} on {squares}.",
        player=e.player,
        tile=tile_text(e.board, say, e.a),
        squares=placement_text(e.board, say, e.b),
    )


@EVENTS.row(n.WORKERS_BACK, "workers", sound="walk")
def workers_back(e: Event, say: Translator) -> str:
    return say.many("{player} gets {n} worker back.", "{player} gets {n} workers back.", e.a, player=e.player)


@EVENTS.row(n.WORKER_OUT, LOT, sound="walk", way=Way(WORKERS, ON_LOT, WORKER))
def worker_out(e: Event, say: Translator) -> str:
    lot = e.board.lot_name(say, e.a)
    return say("{player} puts a worker on empty lot {lot}.", player=e.player, lot=lot)


@EVENTS.row(n.PRESTIGE_WON, "points", sound="points")
def prestige(e: Event, say: Translator) -> str:
    return say(
        "{player} scores {points} for older neighbours ({challenge}).",
        player=e.player,
        points=points_text(say, e.a),
        challenge=say.name(e.board.challenges[n.PRESTIGE]),
    )


@EVENTS.row(n.UNLOCKED, GENERATION, sound="points")
def unlocked(e: Event, say: Translator) -> str:
    generation = say.name(e.board.tile_table.generation[e.a])
    return say("{player} unlocks {generation}.", player=e.player, generation=generation)


@EVENTS.row(n.PLAYED, ACTION, sound="card")
def played(e: Event, say: Translator) -> str:
    return say("{player} plays {card}.", player=e.player, card=action_name(e.board, say, e.a))


@EVENTS.row(n.SHIFTED, "cards", sound="shuffle", way=Way("market", "pile"))
def shifted(e: Event, say: Translator) -> str:
    return say("The open cards go under the future market and are replaced.")


@EVENTS.row(n.RETURNED, LOT, sound="walk", way=Way(ON_LOT, WORKERS, WORKER))
def returned(e: Event, say: Translator) -> str:
    return say("{player} gives back lot {lot}.", player=e.player, lot=lot_text(e.board, say, e.a))


@EVENTS.row(n.NEW_CARD, KIND, SLOT, sound="card", way=Way("pile", "card-{slot}"))
def new_card(e: Event, say: Translator) -> str:
    return say("New card in the open market: {card}.", card=kind_text(e.board, say, e.a))


@EVENTS.row(n.FEW_LEFT, "skyscrapers")
def few_left(e: Event, say: Translator) -> str:
    return say.many(
        "{player} has {n} unbuilt skyscraper left.",
        "{player} has {n} unbuilt skyscrapers left.",
        e.a,
        player=e.player,
    )


@EVENTS.row(n.NO_BUILD, sound="pass")
def no_build(e: Event, say: Translator) -> str:
    return say("{player} does not build.", player=e.player)


@EVENTS.row(n.END_BEGINS, "cause", sound="end")
def end_begins(e: Event, say: Translator) -> str:
    if e.a == n.TILES_BUILT:
        return say.many(
            "{player} has only {n} unbuilt skyscraper left: everyone else gets one last turn.",
            "{player} has only {n} unbuilt skyscrapers left: everyone else gets one last turn.",
            e.board.end.unbuilt_left,
            player=e.player,
        )
    if e.a == n.CARDS_GONE:
        return say(
            "The lot cards run out on {player}'s turn: everyone else gets one last turn.", player=e.player
        )
    return say.many(
        "Nobody has built for {n} round: everyone but {player} gets one last turn.",
        "Nobody has built for {n} rounds: everyone but {player} gets one last turn.",
        e.board.rulings.stalemate_rounds,
        player=e.player,
    )


@EVENTS.row(n.STREET_WON, STREET, "points", sound="points")
def street_won(e: Event, say: Translator) -> str:
    return say(
        "{player} leads on {street}: {points}.",
        player=e.player,
        street=say.name(e.board.streets[e.a]),
        points=points_text(say, e.b),
    )


@EVENTS.row(n.STREET_TIED, STREET, "seats")
def street_tied(e: Event, say: Translator) -> str:
    street = say.name(e.board.streets[e.a])
    if e.b == 0:
        return say("{street}: no skyscrapers, so nobody scores.", street=street)
    return say("{street}: {players} are tied, so nobody scores.", street=street, players=tied(e, say))


@EVENTS.row(n.CHALLENGE_WON, CHALLENGE, "points", sound="points")
def challenge_won(e: Event, say: Translator) -> str:
    return say(
        "{player} scores {points} for {challenge}.",
        player=e.player,
        points=points_text(say, e.b),
        challenge=say.name(e.board.challenges[e.a]),
    )


@EVENTS.row(n.CARDS_KEPT, "cards", "points", sound="points")
def cards_kept(e: Event, say: Translator) -> str:
    return say.many(
        "{player} has {n} unused action card: {points}.",
        "{player} has {n} unused action cards: {points}.",
        e.a,
        player=e.player,
        points=points_text(say, e.b),
    )


@EVENTS.row(n.GAME_OVER, sound="end")
def game_over(e: Event, say: Translator) -> str:
    return say("The game is over.")


@EVENTS.row(n.QUIET_ROUND, "rounds")
def quiet_round(e: Event, say: Translator) -> str:
    return say.many(
        "Nobody has built for {n} round; {limit} in a row trigger the end.",
        "Nobody has built for {n} rounds; {limit} in a row trigger the end.",
        e.a,
        limit=e.board.rulings.stalemate_rounds,
    )


@EVENTS.row(n.GENERATION_TIED, GENERATION, "seats")
def generation_tied(e: Event, say: Translator) -> str:
    return say(
        "{challenge}: {players} are tied in {generation} skyscrapers, so nobody scores.",
        challenge=say.name(e.board.challenges[n.KING]),
        players=tied(e, say),
        generation=say.name(e.board.tile_table.generation[e.a]),
    )


@EVENTS.row(n.TIE_BY_FEET, "seat", "feet")
def tie_by_feet(e: Event, say: Translator) -> str:
    """NY-73."""
    return say.many(
        "Tied on points: {player} beats {other} with the taller legendary skyscraper ({n} foot).",
        "Tied on points: {player} beats {other} with the taller legendary skyscraper ({n} feet).",
        e.b,
        player=e.player,
        other=e.names[e.a],
    )


@EVENTS.row(n.TIE_BY_GOLD, "seat", "skyscrapers")
def tie_by_gold(e: Event, say: Translator) -> str:
    """NY-74."""
    return say(
        "Tied on points: {player} beats {other} with more gold skyscrapers ({n}).",
        player=e.player,
        other=e.names[e.a],
        n=e.b,
    )


@EVENTS.row(n.TIE_SHARED, "seat", "rank")
def tie_shared(e: Event, say: Translator) -> str:
    """NY-74."""
    return say(
        "{player} and {other} are tied on everything and share place {n}.",
        player=e.player,
        other=e.names[e.a],
        n=e.b,
    )


def tied(e: Event, say: Translator) -> str:
    """The names of a set of seats in `b`."""
    return say.list([name for seat, name in enumerate(e.names) if e.b >> seat & 1])
