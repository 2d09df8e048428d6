"""Tower Up: moves as notation and in words.

card 2            take the second card of the market
build T5 black    put a black building on T5 (before the first turn: a starting floor)
roof T1           lay the roof on T1
floor white       choose a white floor
floor none        decline a floor that the tray lacks
return grey       return a grey floor to the tray
end               end the turn, or decline an extra one
"""

from __future__ import annotations

from collections import Counter

from rooftop.errors import MoveError
from rooftop.game.notation import one_of
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.phrases import (
    building,
    card_text,
    colour_name,
    columns,
    floors,
    machine,
    may_build,
    price,
    price_text,
    site_text,
    starting_floor,
)
from rooftop.titles.tower_up.schema import COLOURS
from rooftop.titles.tower_up.view import View


def names(board: Board, language: str) -> list[str]:
    """The default names of the seats."""
    return [player.name[language] for player in board.player_names[: board.players]]


# --- notation ---------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action in notation; `#49` stands for a site that this map does not have."""
    if action < n.ROOF:
        site, colour = divmod(action - n.BUILD, n.COLOURS)
        return f"build {_site_id(board, site)} {COLOURS[colour]}"
    if action < n.CARD:
        return f"roof {_site_id(board, action - n.ROOF)}"
    if action < n.FLOOR:
        return f"card {action - n.CARD + 1}"
    if action < n.NO_FLOOR:
        return f"floor {COLOURS[action - n.FLOOR]}"
    if action == n.NO_FLOOR:
        return "floor none"
    if action < n.END:
        return f"return {COLOURS[action - n.RETURN]}"
    return "end"


def _site_id(board: Board, site: int) -> str:
    return board.sites[site].id if site < len(board.sites) else f"#{site}"


def parse(board: Board, text: str) -> int:
    """The action that a notation stands for. Raises MoveError."""
    words = text.split()
    verb = words[0].lower() if words else ""
    if verb == "end" and len(words) == 1:
        return n.END
    if verb == "card" and len(words) == 2:
        slots = [str(slot + 1) for slot in range(board.setup.market_size)]
        return n.CARD + slots.index(one_of(text, words[1], slots, "card"))
    if verb == "floor" and len(words) == 2:
        colours = (*COLOURS, "none")
        return n.FLOOR + colours.index(one_of(text, words[1].lower(), colours, "colour"))
    if verb == "return" and len(words) == 2:
        return n.RETURN + _parse_colour(text, words[1])
    if verb == "roof" and len(words) == 2:
        return n.ROOF + _parse_site(board, text, words[1])
    if verb == "build" and len(words) == 3:
        return n.BUILD + _parse_site(board, text, words[1]) * n.COLOURS + _parse_colour(text, words[2])
    raise MoveError(
        f"{text!r} is not a move; moves look like 'card 1', 'build T5 black', 'roof T5', 'floor white',"
        " 'floor none', 'return grey' and 'end'"
    )


def _parse_colour(text: str, word: str) -> int:
    colours: tuple[str, ...] = COLOURS
    return colours.index(one_of(text, word.lower(), colours, "colour"))


def _parse_site(board: Board, text: str, word: str) -> int:
    ids = [site.id for site in board.sites]
    exact = next((site_id for site_id in ids if site_id.lower() == word.lower()), word)
    return ids.index(one_of(text, exact, ids, "site"))


# --- moves in words ---------------------------------------------------------------------------------


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action in words."""
    if action < n.ROOF:
        return _describe_building(board, view, action - n.BUILD, say)
    if action < n.CARD:
        return _describe_roof(board, view, action - n.ROOF, say)
    if action < n.FLOOR:
        card = view.market[action - n.CARD]
        assert card is not None  # an empty slot is not legal
        return say("Take the card: {gains}", gains=card_text(board, say, card))
    if action < n.NO_FLOOR:
        return say("Take {floors}", floors=floors(say, COLOURS[action - n.FLOOR], 1))
    if action == n.NO_FLOOR:
        return say("Take no replacement")
    if action < n.END:
        return say("Return {floors}", floors=floors(say, COLOURS[action - n.RETURN], 1))
    return say("Decline the extra turn") if view.phase == "turn" else say("End the turn")


def _describe_building(board: Board, view: View, number: int, say: Translator) -> str:
    site, colour = number // n.COLOURS, COLOURS[number % n.COLOURS]
    where = site_text(board, say, site)
    if view.phase == "starter":
        return say("Place a {floor} on {site}", floor=starting_floor(say, colour), site=where)
    return say(
        "Build on {site} in {colour} for {price}",
        site=where,
        colour=colour_name(say, colour),
        price=price_text(say, price(board, view, site) + Counter({colour: 1})),
    )


def _describe_roof(board: Board, view: View, site: int, say: Translator) -> str:
    row = view.buildings[board.sites[site].id]
    column = view.actor.track[row.colour]
    columns = min(row.height, len(board.track.values) - 1 - column)  # TU-38
    if columns == 0:
        return say(
            "Lay the roof on {site}, level {level}: {machine} is at the end of its track",
            site=site_text(board, say, site),
            level=row.height,
            machine=machine(say, row.colour),
        )
    return say.many(
        "Lay the roof on {site}, level {level}: {machine} moves {n} column",
        "Lay the roof on {site}, level {level}: {machine} moves {n} columns",
        columns,
        site=site_text(board, say, site),
        level=row.height,
        machine=machine(say, row.colour),
    )


def prompt(board: Board, view: View, say: Translator) -> str:
    """What the seat to act decides now."""
    phase, own = view.phase, view.actor
    if phase == "turn":
        return _prompt_turn(board, view, say)
    if phase == "floor":
        return _prompt_floor(view, say)
    if phase == "compensation":
        return say.many(
            "Later players start with more: choose {n} floor from the tray.",
            "Later players start with more: choose {n} floors from the tray, one by one.",
            _floors_to_choose(view),
        )
    if phase == "return":
        return say.many(
            "You have too many floors: return {n}.",
            "You have too many floors: return {n}, one by one.",
            sum(own.stock) - board.setup.stock_limit,
        )
    if phase == "starter":
        return say("Place a starting floor on an empty site.")
    if phase == "roof":
        return say("Lay a roof on one of the floors you have just laid.")
    return say("End your turn, or undo your moves.")


def _prompt_turn(board: Board, view: View, say: Translator) -> str:
    if may_build(board, view):
        if view.extra_turn:
            return say("Extra turn: take a card, build, or decline it.")
        if view.last_turns:
            return say("Your last turn: take a card or build.")
        return say("Your turn: take a card or build.")
    if view.extra_turn:
        asked = say("Extra turn: take a card or decline it.")
    elif view.last_turns:
        asked = say("Your last turn: take a card.")
    else:
        asked = say("Your turn: take a card.")
    if view.actor.roofs == 0:
        return f"{asked} {say('You have no roofs left, so you cannot build.')}"
    return f"{asked} {say('You cannot build now.')}"


def _prompt_floor(view: View, say: Translator) -> str:
    if view.replacements:
        return say.many(
            "The tray lacks a colour on your card: take {n} floor of another colour, or decline.",
            "The tray lacks a colour on your card: take {n} floors of other colours, or decline.",
            _floors_to_choose(view),
        )
    return say.many(
        "Choose {n} floor from the tray.",
        "Choose {n} floors from the tray, one by one.",
        _floors_to_choose(view),
    )


def _floors_to_choose(view: View) -> int:
    """The choices that are left, but no more than the tray can give (TU-51)."""
    return min(view.free_floors, sum(view.tray[colour] for colour in COLOURS))


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in a list of moves."""
    if action < n.ROOF:
        site = site_text(board, say, (action - n.BUILD) // n.COLOURS)
        if view.phase == "starter":
            return say("Place a starting floor"), site
        return say("Build"), site
    if action < n.CARD:
        return (say("Lay a roof"),)
    if action < n.FLOOR:
        return (say("Take a card"),)
    if action <= n.NO_FLOOR:
        return (say("Take a floor"),)
    if action < n.END:
        return (say("Return a floor"),)
    return (say("End"),)


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The ids of the elements in the picture that choose an action. A building needs a site and a colour.
    Colours are chosen on one's own stock; a floor that comes from the tray can be chosen there, too."""
    if action < n.CARD:
        site, colour = divmod(action - n.BUILD, n.COLOURS) if action < n.ROOF else (action - n.ROOF, None)
        if site >= len(board.sites):
            return ()
        site_part = f"site-{board.sites[site].id}"
        return (site_part,) if colour is None else (site_part, f"stock-{COLOURS[colour]}")
    if action < n.FLOOR:
        slot = action - n.CARD
        return (f"card-{slot}",) if slot < board.setup.market_size else ()
    if action < n.NO_FLOOR:
        return (f"stock-{COLOURS[action - n.FLOOR]}", f"tray-{COLOURS[action - n.FLOOR]}")
    if n.RETURN <= action < n.END:
        return (f"stock-{COLOURS[action - n.RETURN]}",)
    return ()


def concerns(board: Board, view: View, action: int) -> bool:
    """Whether the current phase is about this kind of action: a site is for a building or for a roof."""
    if action < n.ROOF:
        return view.phase in ("starter", "turn")
    if action < n.CARD:
        return view.phase == "roof"
    if action < n.FLOOR:
        return view.phase == "turn"
    if action <= n.NO_FLOOR:
        return view.phase in ("compensation", "floor")
    if action < n.END:
        return view.phase == "return"
    return view.phase in ("turn", "end")


# --- previews ---------------------------------------------------------------------------------------


def prices(board: Board, before: View, after: View, action: int, say: Translator) -> list[Price]:
    """Floors of the seat's stock, floors to choose, columns of its machines, and roofs."""
    seat = before.to_act
    assert seat is not None
    own, then = before.seats[seat], after.seats[seat]
    found = []
    for colour in COLOURS:
        change = then.stock[colour] - own.stock[colour]
        found.append(Price(f"slab-{colour}", change, floors(say, colour, abs(change))))
    if after.phase == "floor" and before.phase != "floor" and after.to_act == seat:
        chosen = _floors_to_choose(after)
        found.append(Price("slab-any", chosen, floors(say, "any", chosen)))
    for colour in COLOURS:
        change = then.track[colour] - own.track[colour]
        found.append(Price(f"machine-{colour}", change, columns(say, colour, change)))
    change = then.roofs - own.roofs
    found.append(Price(f"roof-{own.id}", change, say.many("{n} roof", "{n} roofs", abs(change))))
    return [price for price in found if price.change]


def preview(
    board: Board,
    before: View,
    after: View,
    action: int,
    events: list[Event],
    names: list[str],
    say: Translator,
) -> list[str]:
    """What a move covers and closes, in short lines without points and prices."""
    seat = before.to_act
    assert seat is not None
    lines = []
    if after.phase == "return" and before.phase != "return":
        surplus = sum(after.seats[seat].stock) - board.setup.stock_limit
        lines.append(say.many("You must return {n} floor.", "You must return {n} floors.", surplus))
    lines += _preview_covered(before, after, names, say)
    if after.extra_turn_earned and not before.extra_turn_earned:
        lines.append(say("It earns an extra turn."))
    if any(event.kind == n.END_BEGINS for event in events):
        lines.append(say("It triggers the end of the game."))
    if action < n.ROOF and before.phase == "turn":
        lines += _preview_closed(board, after, (action - n.BUILD) // n.COLOURS, say)
    return lines


def _preview_covered(before: View, after: View, names: list[str], say: Translator) -> list[str]:
    """The visible roofs that would be covered."""
    return [
        say("It covers a roof of {player} on {site}.", player=names[owner], site=site)
        for site, row in before.buildings.items()
        if (owner := row.roofs[-1]) is not None and after.buildings[site].roofs[-1] is None
    ]


def _preview_closed(board: Board, after: View, site: int, say: Translator) -> list[str]:
    """The empty sites next to a new building: its colour is no longer possible there."""
    colour = after.buildings[board.sites[site].id].colour
    around = [board.sites[other].id for other in board.neighbours[site]]
    closed = [other for other in around if other not in after.buildings]
    if not closed:
        return []
    return [
        say(
            "No {building} can be built on {sites} any more.",
            building=building(say, colour),
            sites=say.list(closed),
        )
    ]
