"""Skyrise: what happens, in sentences."""

from __future__ import annotations

from rooftop.engine.state import SEATS
from rooftop.game.actions import Things
from rooftop.game.events import Events, Happened, Way
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.actions import COLOUR, SPOT, WONDER
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.phrases import colour_text, disc_kind_text, key_text, piece_text, spot_text
from rooftop.titles.skyrise.schema import COLOURS, DISCS, LETTERS
from rooftop.titles.skyrise.view import KEYS


class Pieces(Things[Board]):
    """Structures by the number of the building or of the wonder's card."""

    def id(self, board: Board, number: int) -> str:
        """The id of a building among its owner's. A card does not say which of two wonders it is."""
        if number >= n.PIECE_OF_CARD:
            return "wonder"
        own = next(rows for rows in board.buildings for row in rows if row.number == number)
        return board.structures[[row.number for row in own].index(number)]


PIECE = Pieces("piece", lambda board: board.structures)
DISC = Things[Board]("disc", lambda board: DISCS)
LETTER = Things[Board]("letter", lambda board: LETTERS)
KEY = Things[Board]("key", lambda board: [str(key) for key in KEYS])
ISLAND = Things[Board]("island", lambda board: [island.id for island in board.islands])
PANORAMA = Things[Board]("panorama", lambda board: [card.id for card in board.panoramas])
OBJECTIVE = Things[Board]("objective", lambda board: [card.id for card in board.objectives])

# Parts and drawings of the picture.
ON_MAP, POOL = "place-{neighbourhood}", "seat-{seat}-{piece}"
TO_PLAYER = Way(ON_MAP, "seat-{seat}-{disc}", "disc-{disc}")

EVENTS = Events[Board]()
Event = Happened[Board]


# --- the auction ------------------------------------------------------------------------------------


def placed(e: Event, say: Translator) -> dict[str, str]:
    """Who placed what and where."""
    structure, spot = piece_text(e.board, e.a, say), spot_text(e.board, e.b, say)
    return {"player": e.player, "structure": structure, "spot": spot}


@EVENTS.row(n.STARTED, PIECE, SPOT, sound="bid", way=Way(POOL, ON_MAP))
def started(e: Event, say: Translator) -> str:
    return say("{player} starts an auction: {structure} on {spot}.", **placed(e, say))


@EVENTS.row(n.OUTBID, PIECE, SPOT, sound="bid", way=Way(POOL, ON_MAP))
def outbid(e: Event, say: Translator) -> str:
    if e.a >= n.PIECE_OF_CARD:
        return say("{player} places {structure} on {spot}.", **placed(e, say))
    return say("{player} bids {structure} on {spot}.", **placed(e, say))


@EVENTS.row(n.PASSED, sound="pass")
def passed(e: Event, say: Translator) -> str:
    return say("{player} passes.", player=e.player)


@EVENTS.row(n.PASSED_OVER, sound="pass")
def passed_over(e: Event, say: Translator) -> str:
    return say("{player} cannot outbid and is passed over.", player=e.player)


@EVENTS.row(n.ENDED, "how")
def ended(e: Event, say: Translator) -> str:
    return {
        n.ALL_PASSED: say("Nobody bids higher."),
        n.NO_ROOM: say("There is no free neighbourhood next to the latest bid."),
        n.WONDER_PLACED: say("A wonder ends the auction."),
    }[e.a]


@EVENTS.row(n.WON, PIECE, SPOT, sound="build")
def won(e: Event, say: Translator) -> str:
    return say("{player} wins the auction and builds {structure} on {spot}.", **placed(e, say))


@EVENTS.row(n.RETURNED, "bids", sound="slide")
def returned(e: Event, say: Translator) -> str:
    return say.many("{n} bid returns to its owner.", "{n} bids return to their owners.", e.a)


@EVENTS.row(n.WONDER_RETURNED, WONDER, sound="slide")
def wonder_returned(e: Event, say: Translator) -> str:
    return say(
        "{player} takes back {card}: it was outbid and has no effect.",
        player=e.player,
        card=say.name(e.board.wonders[e.a]),
    )


# --- discs and wonders ------------------------------------------------------------------------------


@EVENTS.row(n.TOOK_DISC, DISC, SPOT, sound="coin", way=TO_PLAYER)
def took_disc(e: Event, say: Translator) -> str:
    return say("{player} takes the disc there: {disc}.", player=e.player, disc=disc_kind_text(e.a, say))


@EVENTS.row(n.TOOK_EXTRA, DISC, SPOT, sound="coin", way=TO_PLAYER)
def took_extra(e: Event, say: Translator) -> str:
    return say(
        "{player} takes a second disc from {spot}: {disc}.",
        player=e.player,
        spot=spot_text(e.board, e.b, say),
        disc=disc_kind_text(e.a, say),
    )


@EVENTS.row(n.DECLINED, sound="pass")
def declined(e: Event, say: Translator) -> str:
    return say("{player} takes no second disc.", player=e.player)


@EVENTS.row(n.MAY_LOOK, LETTER, "value", secret=True, sound="card")
def may_look(e: Event, say: Translator) -> str:
    if e.is_hidden:
        return say("{player} may look under the tile of that patron.", player=e.player)
    return say(
        "{player} may look under the tile of patron {letter}: {value}.",
        player=e.player,
        letter=LETTERS[e.a],
        value=e.b,
    )


@EVENTS.row(n.CHOSE_COLOUR, COLOUR, "on the portrait", sound="place")
def chose_colour(e: Event, say: Translator) -> str:
    colour = colour_text(e.board, COLOURS[e.a], say)
    if e.b == 1:
        return say(
            "{player} makes the wild disc {colour}; it goes on the portrait.", player=e.player, colour=colour
        )
    return say("{player} makes the wild disc {colour}.", player=e.player, colour=colour)


@EVENTS.row(n.WONDER_SCORED, WONDER, "points", sound="points")
def wonder_scored(e: Event, say: Translator) -> str:
    card = say.name(e.board.wonders[e.a])
    return say("{player} scores {points} for {card}.", player=e.player, points=e.b, card=card)


@EVENTS.row(n.SHOWED_OBJECTIVE, OBJECTIVE, sound="card")
def showed_objective(e: Event, say: Translator) -> str:
    objective = say.name(e.board.objectives[e.a])
    return say("{player} reveals the secret objective: {objective}.", player=e.player, objective=objective)


@EVENTS.row(n.BAN_LIFTED)
def ban_lifted(e: Event, say: Translator) -> str:
    return say("{player} has no other start, so the Hammer's ban is lifted this time.", player=e.player)


# --- the eras ---------------------------------------------------------------------------------------


@EVENTS.row(n.ERA_ENDED, "era", sound="end")
def era_ended(e: Event, say: Translator) -> str:
    if e.a == 1:
        return say("The first era ends: {player} has built everything.", player=e.player)
    return say("The second era ends: everything is built.")


@EVENTS.row(n.SCORED_CONTROL, ISLAND, "outcome", sound="points")
def scored_control(e: Event, say: Translator) -> str:
    """SR-40: who controls an island, and what decided it."""
    leaders = [name for seat, name in enumerate(e.names) if e.b >> seat & 1]
    values = {
        "island": say.name(e.board.islands[e.a]),
        "player": leaders[0],
        "points": e.board.control.value,
    }
    how = e.b >> SEATS
    if how == n.SHARED:
        return say(
            "{players} share {island}, tied in tall, medium and short buildings: {points} each.",
            players=say.list(leaders),
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


@EVENTS.row(n.SCORED_PANORAMA, PANORAMA, "points", sound="points")
def scored_panorama(e: Event, say: Translator) -> str:
    return say(
        "{player} scores {points} for the panorama {panorama}.",
        player=e.player,
        points=e.b,
        panorama=say.name(e.board.panoramas[e.a]),
    )


@EVENTS.row(n.CHOSE_CARD, WONDER, secret=True, sound="card")
def chose_card(e: Event, say: Translator) -> str:
    if e.is_hidden:
        return say("{player} chooses a wonder card.", player=e.player)
    return say("{player} chooses {card}.", player=e.player, card=say.name(e.board.wonders[e.a]))


@EVENTS.row(n.SHOWED_CARD, WONDER, "figure", sound="card")
def showed_card(e: Event, say: Translator) -> str:
    card = e.board.wonders[e.a]
    return say(
        "{player} shows {card}, initiative {initiative}.",
        player=e.player,
        card=say.name(card),
        initiative=card.initiative,
    )


@EVENTS.row(n.BEGINS, "initiative", "tied", sound="turn")
def begins(e: Event, say: Translator) -> str:
    if e.b == 1:
        return say(
            "The initiative is tied at {n}: {player} has the lowest single card and starts.",
            player=e.player,
            n=e.a,
        )
    return say("{player} has the lowest initiative ({n}) and starts.", player=e.player, n=e.a)


# --- the end ----------------------------------------------------------------------------------------


@EVENTS.row(n.FINISHED, "finished before")
def finished(e: Event, say: Translator) -> str:
    return say("{player} has built everything.", player=e.player)


@EVENTS.row(n.WON_KEY, KEY, "value", sound="win", way=Way("key-{key}", "seat-{seat}-items"))
def won_key(e: Event, say: Translator) -> str:
    return say("{player} gets {key}.", player=e.player, key=key_text(e.a, say))


@EVENTS.row(n.SCORED_OBJECTIVE, OBJECTIVE, "points", sound="points")
def scored_objective(e: Event, say: Translator) -> str:
    objective = say.name(e.board.objectives[e.a])
    if e.b == 0:
        return say(
            "{player} has not met the secret objective ({objective}).", player=e.player, objective=objective
        )
    return say(
        "{player} scores {points} for the secret objective ({objective}).",
        player=e.player,
        points=e.b,
        objective=objective,
    )


@EVENTS.row(n.SHOWED_TILES, "tiles of A and B", "tiles of C and D", sound="card")
def showed_tiles(e: Event, say: Translator) -> str:
    known = (*divmod(e.a, n.TILE_BASE), *divmod(e.b, n.TILE_BASE))
    tiles = ", ".join(f"{letter} {value}" for letter, value in zip(LETTERS, known, strict=True))
    return say("Patron tiles: {tiles}", tiles=tiles)


@EVENTS.row(n.SCORED_PATRONS, "discs", "points", sound="points")
def scored_patrons(e: Event, say: Translator) -> str:
    return say.many(
        "{player} scores {points} for {n} patron disc.",
        "{player} scores {points} for {n} patron discs.",
        e.a,
        player=e.player,
        points=e.b,
    )


@EVENTS.row(n.SCORED_EXCESS, "discs", "points", sound="points")
def scored_excess(e: Event, say: Translator) -> str:
    return say.many(
        "{player} scores {points} for {n} disc beyond a full row.",
        "{player} scores {points} for {n} discs beyond a full row.",
        e.a,
        player=e.player,
        points=e.b,
    )


@EVENTS.row(n.SCORED_KEY, KEY, "points", sound="points")
def scored_key(e: Event, say: Translator) -> str:
    return say("{player} scores {points} for {key}.", player=e.player, points=e.b, key=key_text(e.a, say))


@EVENTS.row(n.SCORED_COMMISSIONS, "discs", "points", sound="points")
def scored_commissions(e: Event, say: Translator) -> str:
    return say.many(
        "{player} scores {points} for {n} commissions disc.",
        "{player} scores {points} for {n} commissions discs.",
        e.a,
        player=e.player,
        points=e.b,
    )


@EVENTS.row(n.SCORED_STRUCTURES, "structures", "points", sound="points")
def scored_structures(e: Event, say: Translator) -> str:
    return say.many(
        "{player} scores {points} for {n} structure.",
        "{player} scores {points} for {n} structures.",
        e.a,
        player=e.player,
        points=e.b,
    )


@EVENTS.row(n.GAME_OVER, "tied", sound="end")
def game_over(e: Event, say: Translator) -> str:
    if e.a == 1:
        return say("The game is over: {player} wins the tie, having built everything first.", player=e.player)
    return say("The game is over: {player} wins.", player=e.player)
