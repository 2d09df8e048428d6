"""New York 1901 in words: actions as notation and sentences, events as sentences, and how a move is found.

card 2             take the second card of the open market
lot Gb             put the worker on lot Gb
tile s4            choose the skyscraper s4
place B2 C2        ... and put it on these squares; what stands there is torn down
grab, boom, shift  play Land Grab, Construction Boom, Market Shift
return Gb          give lot Gb back
end                end the turn
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rooftop.errors import MoveError
from rooftop.game.title import Event, View
from rooftop.game.translation import Translator, capital
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import ACTION_CARDS, GENERATIONS, Board
from rooftop.titles.new_york_1901.legality import demolished, emptied, freed, land, may_acquire
from rooftop.titles.new_york_1901.reasons import why_not
from rooftop.titles.new_york_1901.schema import District

__all__ = [
    "concerns",
    "describe",
    "group",
    "names",
    "notation",
    "parse",
    "parts",
    "preview",
    "prompt",
    "tell",
    "why_not",
]  # fmt: skip

CARDS_IN_ORDER = {n.BOOM: "boom", n.SHIFT: "shift", n.GRAB: "grab"}


def names(board: Board, language: str) -> list[str]:
    """What the seats are called as long as nobody has a name."""
    found = [getattr(player, f"name_{language}") for player in board.player_names[: board.players]]
    return [capital(name) for name in found]


# --- notation ----------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action as it is written down. Numbers without a meaning on this board have a notation too."""
    if action >= n.PLACE:
        place = action - n.PLACE
        if place >= len(board.placements):
            return f"place #{place}"
        return "place " + " ".join(_squares(board, place))
    if action < n.LOT:
        return f"card {action - n.CARD + 1}"
    if action < n.RETURN:
        return f"lot {_lot(board, action - n.LOT)}"
    if action < n.TILE:
        return f"return {_lot(board, action - n.RETURN)}"
    if action < n.BOOM:
        tile = action - n.TILE
        return f"tile {board.tiles[tile].id}" if tile < len(board.tiles) else f"tile #{tile}"
    return CARDS_IN_ORDER.get(action, "end")


def _lot(board: Board, lot: int) -> str:
    return board.lots[lot].id if lot < len(board.lots) else f"#{lot}"


def _squares(board: Board, place: int) -> list[str]:
    return [board.squares[square].id for square in board.placements[place].squares]


def parse(board: Board, text: str) -> int:
    """The action that a notation means, or a MoveError that says what a move looks like."""
    said = text.split()
    verb = said[0].lower() if said else ""
    for action, word in (*CARDS_IN_ORDER.items(), (n.END, "end")):
        if verb == word and len(said) == 1:
            return action
    if verb == "card" and len(said) == 2:
        places = [str(place + 1) for place in range(n.MARKET)]
        return n.CARD + places.index(_one_of(text, said[1], places, "place in the market"))
    if verb in ("lot", "return") and len(said) == 2:
        lots = {lot.lower(): number for lot, number in board.lot_number.items()}
        lot = lots[_one_of(text, said[1].lower(), lots, "lot")]
        return (n.LOT if verb == "lot" else n.RETURN) + lot
    if verb == "tile" and len(said) == 2:
        return n.TILE + board.tile_number[_one_of(text, said[1].lower(), board.tile_number, "skyscraper")]
    if verb == "place" and len(said) > 1:
        known = {square.lower(): number for square, number in board.square_number.items()}
        squares = [known[_one_of(text, word.lower(), known, "building square")] for word in said[1:]]
        place = board.placement_number.get(tuple(sorted(squares)))
        if place is None:
            raise MoveError(
                f"{text!r}: no skyscraper can stand on these squares; they must have the shape of one, lie in"
                " one block and have a side on a street or park"
            )
        return n.PLACE + place
    raise MoveError(
        f"{text!r} is not a move; moves look like 'card 1', 'lot Gb', 'tile s4', 'place B2 C2', 'grab',"
        " 'boom', 'shift', 'return Gb' and 'end'"
    )


def _one_of(text: str, word: str, known: Iterable[str], what: str) -> str:
    if word not in known:
        shown = list(known)
        some = ", ".join(shown[:12]) + (", ..." if len(shown) > 12 else "")
        raise MoveError(f"{text!r}: there is no {what} {word!r}; there are {some}")
    return word


# --- things in words ---------------------------------------------------------------------------------


def squares_text(say: Translator, count: int) -> str:
    return say.many("{n} square", "{n} squares", count)


def points_text(say: Translator, count: int) -> str:
    return say.many("{n} point", "{n} points", count)


def kind_text(board: Board, say: Translator, kind: int) -> str:
    """What a lot card shows: 'green, 2 squares'."""
    district, size = board.kind_parts(kind)
    return f"{say.name(district)}, {squares_text(say, size)}"


def card_text(board: Board, say: Translator, card: dict[str, Any]) -> str:
    return f"{say.name(_district(board, card))}, {squares_text(say, card['size'])}"


def _district(board: Board, card: dict[str, Any]) -> District:
    return next(row for row in board.districts if row.id == card["district"])


def lot_text(board: Board, say: Translator, lot: int) -> str:
    """'Gb (green, 2 squares)'."""
    return f"{board.lot_name(say, lot)} ({kind_text(board, say, board.kind(lot))})"


def tile_name(board: Board, say: Translator, tile: int) -> str:
    return say.name(board.tiles[tile])


def tile_text(board: Board, say: Translator, tile: int) -> str:
    """'Empire Building (silver, 3 squares, 4 points)'."""
    row = board.tiles[tile]
    generation = board.tile_table.generation[GENERATIONS.index(row.generation)]
    kind = say("legendary") if row.legendary else say.name(generation)
    parts = [kind, squares_text(say, row.squares), points_text(say, row.points)]
    return f"{tile_name(board, say, tile)} ({', '.join(parts)})"


def action_name(board: Board, say: Translator, card: int) -> str:
    return say.name(board.actions[card])


def place_text(board: Board, say: Translator, place: int) -> str:
    """'B2, C2 (lot Gb; Broadway)': squares, lots, named streets."""
    row = board.placements[place]
    lots = say.many("lot {lots}", "lots {lots}", len(row.lots), lots=_lots_text(board, say, row.lots))
    streets = [say.name(board.streets[street]) for street in row.streets]
    return f"{', '.join(_squares(board, place))} ({'; '.join([lots, *streets])})"


def _lots_text(board: Board, say: Translator, lots: Iterable[int]) -> str:
    return say.list([board.lot_name(say, lot) for lot in lots])


# --- actions in words --------------------------------------------------------------------------------


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action as a sentence."""
    if action >= n.PLACE:
        return _describe_place(board, view, action - n.PLACE, say)
    if action < n.LOT:
        card = card_text(board, say, view["market"][action - n.CARD])
        return say("Take card {place}: {card}", place=action - n.CARD + 1, card=card)
    if action < n.RETURN:
        return say("Put the worker on lot {lot}", lot=lot_text(board, say, action - n.LOT))
    if action < n.TILE:
        return say("Give back lot {lot} and take its worker", lot=lot_text(board, say, action - n.RETURN))
    if action < n.BOOM:
        tile = tile_text(board, say, action - n.TILE)
        if view["phase"] == "turn" and may_acquire(board, view):
            return say("Demolish and rebuild with {tile}", tile=tile)
        if view["phase"] == "turn":
            return say("Build, or rebuild with, {tile}", tile=tile)
        return say("Build {tile}", tile=tile)
    if action in CARDS_IN_ORDER:
        number = ACTION_CARDS.index(CARDS_IN_ORDER[action])
        return say(
            "Play {card}: {text}",
            card=action_name(board, say, number),
            text=say.name(board.actions[number], "text"),
        )
    if view["phase"] in ("build", "turn"):
        return say("End the turn without building")
    return say("End the turn")


def _describe_place(board: Board, view: View, place: int, say: Translator) -> str:
    where = place_text(board, say, place)
    torn = demolished(land(board, view), board.masks[place])
    if torn:
        old = say.list([tile_name(board, say, board.tile_number[tile]) for tile in torn])
        return say("Tear down {old} and build on {place}", old=old, place=where)
    return say("Build on {place}", place=where)


# --- finding a move ----------------------------------------------------------------------------------


def prompt(board: Board, view: View, say: Translator) -> str:
    """One line for the seat to act."""
    phase = view["phase"]
    if phase == "turn":
        if may_acquire(board, view) and view["is_last_turn"]:
            return say("Your last turn: take a lot card, or demolish and rebuild.")
        if may_acquire(board, view):
            return say("Your turn: take a lot card, or demolish and rebuild.")
        if view["so_far"]["grabbed"]:
            return say("Choose a skyscraper to build, or end the turn.")
        return say("All your workers are out: choose a skyscraper to build.")
    if phase == "lot":
        return say("Put a worker on a free lot: {card}.", card=card_text(board, say, view["card"]))
    if phase == "place":
        tile = tile_name(board, say, board.tile_number[view["tile"]])
        return say("Choose the squares for {tile}.", tile=tile)
    return {
        "build": say("Build a skyscraper on your land, or end the turn."),
        "after": say("Play an action card, or end the turn."),
        "grab": say("Land Grab: take a card for a lot of two squares."),
        "boom": say("Construction Boom: choose a second skyscraper."),
        "blocked": say("You have no worker and nothing to build: give a lot back."),
        "done": say("Your turn is complete: end it, or take something back."),
    }[phase]


def ending_text(view: View, say: Translator) -> str:
    """NY-46: that the end has begun, and how many last turns are left."""
    if view["to_act"] is None:
        return say("The game is over")
    if view["is_last_turn"]:
        return say.many("This is the last turn", "The end has begun: {n} last turns left", view["last_turns"])
    return say.many(
        "The end has begun: {n} last turn follows",
        "The end has begun: {n} last turns follow",
        view["last_turns"],
    )


def quiet_text(board: Board, view: View, say: Translator) -> str:
    """NY-82: for how many rounds nobody has built, once they are many; else nothing."""
    if view["quiet_rounds"] is None:
        return ""
    return say.many(
        "no skyscraper for {n} of {limit} rounds",
        "no skyscraper for {n} of {limit} rounds",
        view["quiet_rounds"],
        limit=board.rulings.stalemate_rounds,
    )


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in a list of moves."""
    if action >= n.PLACE:
        place = board.placements[action - n.PLACE]
        tile = tile_name(board, say, board.tile_number[view["tile"]])
        lots = say.many("lot {lots}", "lots {lots}", len(place.lots), lots=_lots_text(board, say, place.lots))
        return say("Place {tile}", tile=tile), lots
    if action < n.LOT:
        return (say("Acquire land"),)
    if action < n.RETURN:
        return (say("Put a worker on a lot"),)
    if action < n.TILE:
        return (say("Give a lot back"),)
    if action < n.BOOM:
        row = board.tiles[action - n.TILE]
        generation = board.tile_table.generation[GENERATIONS.index(row.generation)]
        kind = say("legendary") if row.legendary else say.name(generation)
        rebuild = view["phase"] == "turn" and may_acquire(board, view)
        return say("Demolish and rebuild") if rebuild else say("Build"), kind
    if action in CARDS_IN_ORDER:
        return (say("Action cards"),)
    return (say("End"),)


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The things in the picture that an action is about: a placement is all the squares it covers."""
    if action >= n.PLACE:
        place = action - n.PLACE
        return (
            tuple(f"square-{square}" for square in _squares(board, place)) if _is_place(board, place) else ()
        )
    if action < n.LOT:
        return (f"card-{action - n.CARD}",)
    if action < n.TILE:
        lot = (action - n.LOT) % n.LOTS
        return (f"lot-{board.lots[lot].id}",) if lot < len(board.lots) and board.lot_in_play(lot) else ()
    if action < n.BOOM:
        tile = action - n.TILE
        return (f"tile-{board.tiles[tile].id}",) if n.START_TILE < tile < len(board.tiles) else ()
    if action in CARDS_IN_ORDER:
        return (f"action-{CARDS_IN_ORDER[action]}",)
    return ()


def _is_place(board: Board, place: int) -> bool:
    """Whether there is such a placement, on lots that are in the game."""
    if place >= len(board.placements):
        return False
    return all(board.lot_in_play(lot) for lot in board.placements[place].lots)


def concerns(board: Board, view: View, action: int) -> bool:
    """With a skyscraper chosen, the places of its shape; every other action fits."""
    if view["phase"] != "place" or action < n.PLACE:
        return True
    return action - n.PLACE in board.shape_places[board.tile_shape[board.tile_number[view["tile"]]]]


def preview(
    board: Board,
    before: View,
    after: View,
    action: int,
    events: list[Event],
    names: list[str],
    say: Translator,
) -> list[str]:
    """What a move tears down, frees and needs, where it counts, and what it opens, beside points."""
    seat = before["to_act"]
    own, then = before["seats"][seat], after["seats"][seat]
    lines = []
    if action >= n.PLACE:
        lines += _outlook_place(board, before, action - n.PLACE, say)
    if then["generation"] != own["generation"] and after["to_act"] is not None:  # not by the final scoring
        table = board.tile_table.generation[GENERATIONS.index(then["generation"])]
        lines.append(say("It unlocks {generation}.", generation=say.name(table)))
    if action < n.LOT:
        lines += _outlook_card(board, before, before["market"][action - n.CARD], say)
    if n.LOT <= action < n.RETURN:
        lines += _outlook_lot(board, before, action - n.LOT, say)
    if after["ending"] and before["ending"] is None:
        lines.append(say("It brings on the end: everyone else has one more turn."))
    elif then["unbuilt"] != own["unbuilt"] and then["until_end"] <= 2 and before["ending"] is None:
        lines.append(
            say.many(
                "Then {n} more skyscraper of yours brings on the end.",
                "Then {n} more skyscrapers of yours bring on the end.",
                then["until_end"],
            )
        )
    if action in CARDS_IN_ORDER:
        lines.append(
            say(
                "The card would be worth {points} at the end.",
                points=points_text(say, board.final.unused_action_card),
            )
        )
    return lines


def _outlook_place(board: Board, before: View, place: int, say: Translator) -> list[str]:
    own, mask, row = land(board, before), board.masks[place], board.placements[place]
    lines = []
    torn = [tile_name(board, say, board.tile_number[tile]) for tile in demolished(own, mask)]
    if torn:
        lines.append(say("It tears down {tiles}.", tiles=say.list(torn)))
    back, out = len(freed(board, own, mask)), emptied(board, own, mask)
    if back:
        lines.append(say.many("{n} worker comes back.", "{n} workers come back.", back))
    if out:
        lines.append(
            say.many(
                "Lot {lots} is left empty and takes {n} worker.",
                "Lots {lots} are left empty and take {n} workers.",
                len(out),
                lots=_lots_text(board, say, out),
            )
        )
    in_play = {street["code"] for street in before["streets"]}
    streets = [
        say.name(board.streets[street]) for street in row.streets if board.streets[street].code in in_play
    ]
    if streets:
        lines.append(say("It counts on {streets}.", streets=say.list(streets)))
    return lines


def _outlook_card(board: Board, before: View, card: dict[str, Any], say: Translator) -> list[str]:
    """Which lots the card could stand for."""
    free = [
        number
        for number, row in enumerate(board.lots)
        if board.kind_parts(board.kind(number)) == (_district(board, card), card["size"])
        and row.id in before["lots"]
        and before["lots"][row.id]["owner"] is None
    ]
    return [
        say.many(
            "{n} lot of this kind is free: {lots}.",
            "{n} lots of this kind are free: {lots}.",
            len(free),
            lots=_lots_text(board, say, free),
        )
    ]


def _outlook_lot(board: Board, before: View, lot: int, say: Translator) -> list[str]:
    row = board.lots[lot]
    in_play = {street["code"] for street in before["streets"]}
    streets = [
        say.name(street)
        for street in board.streets
        if street.code in in_play and any(street.code in board.squares[k].streets for k in row.squares)
    ]
    lines = [say("It lies on {streets}.", streets=say.list(streets))] if streets else []
    if not any(board.squares[square].frontage for square in row.squares):
        lines.append(say("It has no side on a street or park of its own."))
    return lines


# --- events in words ---------------------------------------------------------------------------------


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
            place=place_text(board, say, b),
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
