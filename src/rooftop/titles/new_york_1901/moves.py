"""New York 1901: moves as notation and as words.

card 2             take the second card of the open market
lot Gb             put the worker on lot Gb
tile s4            choose skyscraper s4
place B2 C2        ... and build it on these squares, tearing down what is there
grab, boom, shift  play Land Grab, Construction Boom, Market Shift
return Gb          give lot Gb back
end                end the turn
"""

from __future__ import annotations

from collections.abc import Iterable

from rooftop.errors import MoveError
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator, capital
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.legality import (
    chosen_tile,
    demolished,
    emptied,
    land,
    may_acquire,
    may_build_any,
    may_rebuild_any,
)
from rooftop.titles.new_york_1901.phrases import (
    action_name,
    card_text,
    district_of,
    lot_list,
    lot_text,
    lots_text,
    placement_text,
    points_text,
    square_ids,
    tile_class,
    tile_name,
    tile_text,
    workers_text,
)
from rooftop.titles.new_york_1901.schema import ACTION_CARDS, GENERATIONS, ActionId
from rooftop.titles.new_york_1901.view import Card, View

CARDS: dict[int, ActionId] = {n.BOOM: "boom", n.SHIFT: "shift", n.GRAB: "grab"}


def names(board: Board, language: str) -> list[str]:
    """The names of seats whose players have none."""
    found = [player.name[language] for player in board.player_names[: board.players]]
    return [capital(name) for name in found]


# --- notation ----------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action in notation. Actions that this board does not have get a notation with a # too."""
    if action >= n.PLACE:
        placement = action - n.PLACE
        if placement >= len(board.placements):
            return f"place #{placement}"
        return "place " + " ".join(square_ids(board, placement))
    if action < n.LOT:
        return f"card {action - n.CARD + 1}"
    if action < n.RETURN:
        return f"lot {_lot(board, action - n.LOT)}"
    if action < n.TILE:
        return f"return {_lot(board, action - n.RETURN)}"
    if action < n.BOOM:
        tile = action - n.TILE
        return f"tile {board.tiles[tile].id}" if tile < len(board.tiles) else f"tile #{tile}"
    return CARDS.get(action, "end")


def _lot(board: Board, lot: int) -> str:
    return board.lots[lot].id if lot < len(board.lots) else f"#{lot}"


def parse(board: Board, text: str) -> int:
    """The action for a notation. Raises MoveError with an example of what moves look like."""
    words = text.split()
    verb = words[0].lower() if words else ""
    for action, word in (*CARDS.items(), (n.END, "end")):
        if verb == word and len(words) == 1:
            return action
    if verb == "card" and len(words) == 2:
        slots = [str(slot + 1) for slot in range(n.MARKET)]
        return n.CARD + slots.index(_one_of(text, words[1], slots, "card"))
    if verb in ("lot", "return") and len(words) == 2:
        lots = {lot.lower(): number for lot, number in board.lot_number.items()}
        lot = lots[_one_of(text, words[1].lower(), lots, "lot")]
        return (n.LOT if verb == "lot" else n.RETURN) + lot
    if verb == "tile" and len(words) == 2:
        return n.TILE + board.tile_number[_one_of(text, words[1].lower(), board.tile_number, "skyscraper")]
    if verb == "place" and len(words) > 1:
        known = {square.lower(): number for square, number in board.square_number.items()}
        squares = [known[_one_of(text, word.lower(), known, "building square")] for word in words[1:]]
        placement = board.placement_number.get(tuple(sorted(squares)))
        if placement is None:
            raise MoveError(
                f"{text!r}: no skyscraper fits these squares; they must have the shape of one, lie in"
                " one block and have a side on a street or park"
            )
        return n.PLACE + placement
    raise MoveError(
        f"{text!r} is not a move; moves look like 'card 1', 'lot Gb', 'tile s4', 'place B2 C2', 'grab',"
        " 'boom', 'shift', 'return Gb' and 'end'"
    )


def _one_of(text: str, word: str, known: Iterable[str], what: str) -> str:
    if word not in known:
        shown = list(known)
        some = ", ".join(shown[:12]) + (", ..." if len(shown) > 12 else "")
        raise MoveError(f"{text!r}: no {what} {word!r}; expected one of {some}")
    return word


# --- moves in words ----------------------------------------------------------------------------------


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action as a sentence."""
    if action >= n.PLACE:
        return _describe_placement(board, view, action - n.PLACE, say)
    if action < n.LOT:
        return _describe_card(board, view, action - n.CARD, say)
    if action < n.RETURN:
        return say("Put the worker on lot {lot}", lot=lot_text(board, say, action - n.LOT))
    if action < n.TILE:
        return say(
            "Give back lot {lot} and take its worker back", lot=lot_text(board, say, action - n.RETURN)
        )
    if action < n.BOOM:
        tile = tile_text(board, say, action - n.TILE)
        if view.phase == "turn" and may_acquire(view):
            return say("Demolish and rebuild with {tile}", tile=tile)
        if view.phase == "turn":
            return say("Build or rebuild with {tile}", tile=tile)
        return say("Build {tile}", tile=tile)
    if action in CARDS:
        number = ACTION_CARDS.index(CARDS[action])
        return say(
            "Play {card}: {text}",
            card=action_name(board, say, number),
            text=say.name(board.actions[number], "text"),
        )
    if view.phase in ("build", "turn"):
        return say("End the turn without building")
    return say("End the turn")


def _describe_card(board: Board, view: View, place: int, say: Translator) -> str:
    """A card of the market by what it shows, and by its place if another one shows the same."""
    card = view.market[place]
    assert card is not None
    shown = card_text(board, say, card)
    if view.market.count(card) > 1:
        return say("Take a lot card: {card} (no. {number} from the left)", card=shown, number=place + 1)
    return say("Take a lot card: {card}", card=shown)


def _describe_placement(board: Board, view: View, placement: int, say: Translator) -> str:
    where = placement_text(board, say, placement)
    torn = demolished(land(board, view), board.masks[placement])
    if torn:
        old = say.list([tile_name(board, say, board.tile_number[tile]) for tile in torn])
        return say("Tear down {old} and build on {squares}", old=old, squares=where)
    return say("Build on {squares}", squares=where)


def prompt(board: Board, view: View, say: Translator) -> str:
    """One line for the seat to act."""
    if view.phase == "turn":
        return _prompt_turn(board, view, say)
    if view.card is not None:
        return say("Put a worker on a free lot: {card}.", card=card_text(board, say, view.card))
    if view.phase == "place":
        return say("Choose the squares for {tile}.", tile=tile_name(board, say, chosen_tile(board, view)))
    if view.phase == "build" and not may_build_any(board, view):
        return say("No skyscraper fits on your land: end the turn, or play Land Grab if you can.")
    return {
        "build": say("Build a skyscraper on your land, or end the turn."),
        "after": say("Play an action card, or end the turn."),
        "grab": say("Land Grab: take a card for a two-square lot."),
        "boom": say("Construction Boom: choose a second skyscraper."),
        "blocked": say("You have no worker and nothing to build: give a lot back."),
        "done": say("Your turn is complete: end it, or undo."),
    }[view.phase]


def _prompt_turn(board: Board, view: View, say: Translator) -> str:
    if may_acquire(view):
        if may_rebuild_any(board, view):
            if view.is_last_turn:
                return say("Your last turn: take a lot card, or demolish and rebuild.")
            return say("Your turn: take a lot card, or demolish and rebuild.")
        if view.is_last_turn:
            return say("Your last turn: take a lot card. You cannot rebuild now.")
        return say("Your turn: take a lot card. You cannot rebuild now.")
    if not view.so_far.grabbed:
        return say("All your workers are on the map: choose a skyscraper to build.")
    if may_build_any(board, view) or may_rebuild_any(board, view):
        return say("Choose a skyscraper to build, or end the turn.")
    return say("No skyscraper fits on your land: end the turn.")


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in a list of moves."""
    if action >= n.PLACE:
        tile = tile_name(board, say, chosen_tile(board, view))
        lots = board.placements[action - n.PLACE].lots
        return say("Place {tile}", tile=tile), lots_text(board, say, lots)
    if action < n.LOT:
        return (say("Acquire land"),)
    if action < n.RETURN:
        return (say("Put a worker on a lot"),)
    if action < n.TILE:
        return (say("Give a lot back"),)
    if action < n.BOOM:
        rebuild = view.phase == "turn" and may_acquire(view)
        heading = say("Demolish and rebuild") if rebuild else say("Build")
        return heading, tile_class(board, say, action - n.TILE)
    if action in CARDS:
        return (say("Action cards"),)
    return (say("End"),)


# --- moves in the picture ----------------------------------------------------------------------------


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The ids of the parts of the picture that an action uses. A placement uses every square it covers."""
    if action >= n.PLACE:
        placement = action - n.PLACE
        if not _is_placement(board, placement):
            return ()
        return tuple(f"square-{square}" for square in square_ids(board, placement))
    if action < n.LOT:
        return (f"card-{action - n.CARD}",)
    if action < n.TILE:
        lot = (action - n.LOT) % n.LOTS
        return (f"lot-{board.lots[lot].id}",) if lot < len(board.lots) and board.lot_in_play(lot) else ()
    if action < n.BOOM:
        tile = action - n.TILE
        return (f"tile-{board.tiles[tile].id}",) if n.START_TILE < tile < len(board.tiles) else ()
    if action in CARDS:
        return (f"action-{CARDS[action]}",)
    return ()


def _is_placement(board: Board, placement: int) -> bool:
    """Whether the board has this placement, on lots that are in the game."""
    if placement >= len(board.placements):
        return False
    return all(board.lot_in_play(lot) for lot in board.placements[placement].lots)


def concerns(board: Board, view: View, action: int) -> bool:
    """Whether an action fits the chosen skyscraper: only placements of other shapes do not."""
    if view.phase != "place" or action < n.PLACE:
        return True
    return action - n.PLACE in board.shape_placements[board.tile_shape[chosen_tile(board, view)]]


# --- what a move would do ----------------------------------------------------------------------------


def prices(board: Board, before: View, after: View, action: int, say: Translator) -> list[Price]:
    """Workers, the action card that is played, and the skyscrapers that are built."""
    assert not before.over
    own, then = before.seats[before.to_act], after.seats[before.to_act]
    found = []
    for number, card in enumerate(ACTION_CARDS):
        if card in own.actions and card not in then.actions:
            found.append(Price(f"sign-{card}", -1, action_name(board, say, number)))
    built = [tile for tile, status in then.tiles.items() if own.tiles[tile] == "unbuilt" != status]
    if then.legendary and not own.legendary:
        built.append(then.legendary)
    for tile in built:
        number = board.tile_number[tile]
        row = board.tiles[number]
        metal = "legendary" if row.legendary else row.generation
        found.append(Price(f"sign-{metal}", -1, tile_name(board, say, number)))
    workers = then.workers - own.workers
    if workers:
        found.append(Price(f"worker-{own.id}", workers, workers_text(say, abs(workers))))
    return found


def preview(
    board: Board,
    before: View,
    after: View,
    action: int,
    events: list[Event],
    names: list[str],
    say: Translator,
) -> list[str]:
    """What a move tears down, empties and unlocks, and which streets it counts on."""
    assert not before.over
    own, then = before.seats[before.to_act], after.seats[before.to_act]
    lines = []
    if action >= n.PLACE:
        lines += _preview_placement(board, before, action - n.PLACE, say)
    if then.generation != own.generation and not after.over:  # not by the final scoring
        table = board.tile_table.generation[GENERATIONS.index(then.generation)]
        lines.append(say("Unlocks {generation}.", generation=say.name(table)))
    if action < n.LOT:
        card = before.market[action - n.CARD]
        assert card is not None
        lines += _preview_card(board, before, card, say)
    if n.LOT <= action < n.RETURN:
        lines += _preview_lot(board, before, action - n.LOT, say)
    if after.ending and before.ending is None:
        lines.append(say("Triggers the end: everyone else gets one more turn."))
    elif then.unbuilt != own.unbuilt and then.until_end <= 2 and before.ending is None:
        lines.append(
            say.many(
                "After that, your next skyscraper triggers the end.",
                "After that, {n} more of your skyscrapers trigger the end.",
                then.until_end,
            )
        )
    if action in CARDS:
        lines.append(
            say(
                "Unused, this card is worth {points} at the end.",
                points=points_text(say, board.final.unused_action_card),
            )
        )
    return lines


def _preview_placement(board: Board, before: View, placement: int, say: Translator) -> list[str]:
    own, mask, row = land(board, before), board.masks[placement], board.placements[placement]
    lines = []
    torn = [tile_name(board, say, board.tile_number[tile]) for tile in demolished(own, mask)]
    if torn:
        lines.append(say("Tears down {tiles}.", tiles=say.list(torn)))
    if out := emptied(board, own, mask):
        lines.append(
            say.many(
                "Lot {lots} becomes empty and takes {n} worker.",
                "Lots {lots} become empty and take {n} workers.",
                len(out),
                lots=lot_list(board, say, out),
            )
        )
    in_play = {street.code for street in before.streets}
    streets = [
        say.name(board.streets[street]) for street in row.streets if board.streets[street].code in in_play
    ]
    if streets:
        lines.append(say("Counts on {streets}.", streets=say.list(streets)))
    return lines


def _preview_card(board: Board, before: View, card: Card, say: Translator) -> list[str]:
    """The free lots that match the card."""
    free = [
        number
        for number, row in enumerate(board.lots)
        if board.kind_parts(board.kind(number)) == (district_of(board, card), card.size)
        and row.id in before.lots
        and before.lots[row.id].owner is None
    ]
    return [
        say.many(
            "{n} free lot matches: {lots}.",
            "{n} free lots match: {lots}.",
            len(free),
            lots=lot_list(board, say, free),
        )
    ]


def _preview_lot(board: Board, before: View, lot: int, say: Translator) -> list[str]:
    row = board.lots[lot]
    in_play = {street.code for street in before.streets}
    streets = [
        say.name(street)
        for street in board.streets
        if street.code in in_play and any(street.code in board.squares[k].streets for k in row.squares)
    ]
    lines = [say("Lies on {streets}.", streets=say.list(streets))] if streets else []
    if not any(board.squares[square].frontage for square in row.squares):
        lines.append(say("Has no side on a street or park."))
    return lines
