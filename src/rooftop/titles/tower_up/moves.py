"""Tower Up in words: actions as notation and sentences, events as sentences, and why something cannot be.

card 2            take the second card of the market
build T5 black    found a black building on T5 (before the first turn: a starting floor)
roof T1           lay the roof on T1
floor white       take a white floor of free choice
floor none        go without a floor that the tray lacks
return grey       give a grey floor back
end               end the turn, or decline an extra one
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from rooftop.errors import MoveError
from rooftop.game.notation import one_of
from rooftop.game.title import Event, View
from rooftop.game.translation import Translator, capital
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import COLOURS, Board, District


def names(board: Board, language: str) -> list[str]:
    """What the seats are called as long as nobody has a name."""
    return [getattr(player, f"name_{language}") for player in board.player_names[: board.players]]


# --- notation ---------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action as it is written down. Numbers without a meaning on this map have a notation too."""
    if action < n.ROOF:
        site, colour = divmod(action - n.BUILD, n.COLOURS)
        return f"build {_site(board, site)} {COLOURS[colour]}"
    if action < n.CARD:
        return f"roof {_site(board, action - n.ROOF)}"
    if action < n.FLOOR:
        return f"card {action - n.CARD + 1}"
    if action < n.NO_FLOOR:
        return f"floor {COLOURS[action - n.FLOOR]}"
    if action == n.NO_FLOOR:
        return "floor none"
    if action < n.END:
        return f"return {COLOURS[action - n.RETURN]}"
    return "end"


def _site(board: Board, site: int) -> str:
    return board.sites[site].id if site < len(board.sites) else f"#{site}"


def parse(board: Board, text: str) -> int:
    """The action that a notation means, or a MoveError that says what a move looks like."""
    said = text.split()
    verb = said[0].lower() if said else ""
    if verb == "end" and len(said) == 1:
        return n.END
    if verb == "card" and len(said) == 2:
        places = [str(place + 1) for place in range(board.setup.market_size)]
        return n.CARD + places.index(one_of(text, said[1], places, "place in the market"))
    if verb == "floor" and len(said) == 2:
        return n.FLOOR + (*COLOURS, "none").index(one_of(text, said[1].lower(), (*COLOURS, "none"), "colour"))
    if verb == "return" and len(said) == 2:
        return n.RETURN + COLOURS.index(one_of(text, said[1].lower(), COLOURS, "colour"))
    if verb == "roof" and len(said) == 2:
        return n.ROOF + _site_number(board, text, said[1])
    if verb == "build" and len(said) == 3:
        site = _site_number(board, text, said[1])
        return n.BUILD + site * n.COLOURS + COLOURS.index(one_of(text, said[2].lower(), COLOURS, "colour"))
    raise MoveError(
        f"{text!r} is not a move; moves look like 'card 1', 'build T5 black', 'roof T5', 'floor white',"
        " 'floor none', 'return grey' and 'end'"
    )


def _site_number(board: Board, text: str, word: str) -> int:
    for number, site in enumerate(board.sites):
        if site.id.lower() == word.lower():
            return number
    known = ", ".join(site.id for site in board.sites)
    raise MoveError(f"{text!r}: there is no site {word!r} on this map; there are {known}")


# --- colours and counts in words --------------------------------------------------------------------


def floors(say: Translator, colour: str, count: int) -> str:
    if colour == "white":
        return say.many("{n} white floor", "{n} white floors", count)
    if colour == "grey":
        return say.many("{n} grey floor", "{n} grey floors", count)
    if colour == "brown":
        return say.many("{n} brown floor", "{n} brown floors", count)
    if colour == "black":
        return say.many("{n} black floor", "{n} black floors", count)
    return say.many("{n} floor of any colour", "{n} floors of any colour", count)


def machine(say: Translator, colour: str) -> str:
    return {
        "white": say("the white machine"),
        "grey": say("the grey machine"),
        "brown": say("the brown machine"),
        "black": say("the black machine"),
    }[colour]


def starting_floor(say: Translator, colour: str) -> str:
    return {
        "white": say("white starting floor"),
        "grey": say("grey starting floor"),
        "brown": say("brown starting floor"),
        "black": say("black starting floor"),
    }[colour]


def building(say: Translator, colour: str) -> str:
    return {
        "white": say("white building"),
        "grey": say("grey building"),
        "brown": say("brown building"),
        "black": say("black building"),
    }[colour]


def card_text(board: Board, say: Translator, card: str) -> str:
    """What a card gives: '2 black floors and 2 white floors'."""
    row = next(row for row in board.cards if row.id == card)
    gains = [floors(say, colour, count) for colour, count in Counter(row.floors).items()]
    for colour, steps in Counter(row.machines).items():
        gains.append(
            say.many(
                "{machine} by {n} column", "{machine} by {n} columns", steps, machine=machine(say, colour)
            )
        )
    return say.list(gains)


def place_text(board: Board, say: Translator, site: int) -> str:
    """'T5 (Old Town)'."""
    area = board.district(site)
    return f"{board.sites[site].id} ({say.name(area)})"


def district_name(area: District, say: Translator, name: str = "") -> str:
    """'Old Town', 'Foundry (grey)', or another form of the name: what objective D asks for can be read."""
    name = name or say.name(area)
    return say("{district} (grey)", district=name) if area.grey else name


def price(board: Board, view: View, site: int) -> Counter[str]:
    """The floors that a new building costs its founder, one for every neighbour."""
    around = (view["buildings"].get(board.sites[other].id) for other in board.neighbours[site])
    return Counter(other["colour"] for other in around if other)


def price_text(say: Translator, cost: Counter[str]) -> str:
    return say.list([floors(say, colour, cost[colour]) for colour in COLOURS if cost[colour]])


# --- actions in words -------------------------------------------------------------------------------


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action as a sentence."""
    if action < n.ROOF:
        site, colour = divmod(action - n.BUILD, n.COLOURS)
        place = place_text(board, say, site)
        if view["phase"] == "starter":
            return say("Place a {floor} on {place}", floor=starting_floor(say, COLOURS[colour]), place=place)
        return say(
            "Found a {building} on {place}; it costs {price}",
            building=building(say, COLOURS[colour]),
            place=place,
            price=price_text(say, price(board, view, site) + Counter({COLOURS[colour]: 1})),
        )
    if action < n.CARD:
        return _describe_roof(board, view, action - n.ROOF, say)
    if action < n.FLOOR:
        return say("Take the card: {gains}", gains=card_text(board, say, view["market"][action - n.CARD]))
    if action < n.NO_FLOOR:
        return say("Take {floors}", floors=floors(say, COLOURS[action - n.FLOOR], 1))
    if action == n.NO_FLOOR:
        return say("Go without a replacement")
    if action < n.END:
        return say("Give back {floors}", floors=floors(say, COLOURS[action - n.RETURN], 1))
    return say("Decline the extra turn") if view["phase"] == "turn" else say("End the turn")


def _describe_roof(board: Board, view: View, site: int, say: Translator) -> str:
    row = view["buildings"][board.sites[site].id]
    place, moved = place_text(board, say, site), machine(say, row["colour"])
    column = view["seats"][view["to_act"]]["track"][row["colour"]]
    steps = min(row["height"], len(board.track.values) - 1 - column)  # TU-38
    if steps == 0:
        return say(
            "Lay the roof on {place}, level {level}: {machine} is at the end of its track",
            place=place,
            level=row["height"],
            machine=moved,
        )
    return say.many(
        "Lay the roof on {place}, level {level}: {machine} moves by {n} column",
        "Lay the roof on {place}, level {level}: {machine} moves by {n} columns",
        steps,
        place=place,
        level=row["height"],
        machine=moved,
    )


def prompt(board: Board, view: View, say: Translator) -> str:
    """What the seat to act decides now."""
    phase, own = view["phase"], view["seats"][view["to_act"]]
    if phase == "turn":
        return _prompt_turn(view, own["roofs"] > 0, say)
    if phase == "floor":
        return _prompt_floor(view, say)
    if phase == "compensation":
        return say.many(
            "You play later, so you start with more: choose {n} floor from the tray.",
            "You play later, so you start with more: choose {n} floors from the tray, one by one.",
            view["free_floors"],
        )
    if phase == "return":
        return say.many(
            "Too many floors in stock: give {n} back.",
            "Too many floors in stock: give {n} back, one by one.",
            sum(own["stock"].values()) - board.setup.stock_limit,
        )
    return {
        "starter": say("Place a starting floor on an empty site."),
        "roof": say("Lay a roof on one of the floors you have just laid."),
        "end": say("End your turn, or take back what you did in it."),
    }[phase]


def _prompt_turn(view: View, may_build: bool, say: Translator) -> str:
    if view["extra_turn"]:
        if may_build:
            return say("An extra turn: take a card, found a building, or decline it.")
        return say("An extra turn: take a card or decline it. You have no roof left to build.")
    if view["last_turns"]:
        if may_build:
            return say("Your last turn: take a card or found a building.")
        return say("Your last turn: take a card. You have no roof left to build.")
    return say("Your turn: take a card or found a building.")


def _prompt_floor(view: View, say: Translator) -> str:
    if view["replacements"]:
        return say.many(
            "The tray lacks a colour of your card: take {n} floor of another colour, or go without.",
            "The tray lacks a colour of your card: take {n} floors of other colours, or go without.",
            view["free_floors"],
        )
    return say.many(
        "Choose {n} floor from the tray.",
        "Choose {n} floors from the tray, one by one.",
        view["free_floors"],
    )


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in a list of moves."""
    if action < n.ROOF:
        site = place_text(board, say, (action - n.BUILD) // n.COLOURS)
        if view["phase"] == "starter":
            return say("Place a starting floor"), site
        return say("Found a building"), site
    if action < n.CARD:
        return (say("Lay a roof"),)
    if action < n.FLOOR:
        return (say("Take a card"),)
    if action <= n.NO_FLOOR:
        return (say("Take a floor"),)
    if action < n.END:
        return (say("Give a floor back"),)
    return (say("End"),)


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The things in the picture that an action is about; a building is a site and a colour of the tray."""
    if action < n.CARD:
        site, colour = divmod(action - n.BUILD, n.COLOURS) if action < n.ROOF else (action - n.ROOF, None)
        if site >= len(board.sites):
            return ()
        place = f"site-{board.sites[site].id}"
        return (place,) if colour is None else (place, f"tray-{COLOURS[colour]}")
    if action < n.FLOOR:
        place_in_market = action - n.CARD
        return (f"card-{place_in_market}",) if place_in_market < board.setup.market_size else ()
    if action < n.NO_FLOOR:
        return (f"tray-{COLOURS[action - n.FLOOR]}",)
    if n.RETURN <= action < n.END:
        return (f"tray-{COLOURS[action - n.RETURN]}",)
    return ()


def concerns(board: Board, view: View, action: int) -> bool:
    """Whether an action is of the kind that is decided now: a site is for a building, then for a roof."""
    phase = view["phase"]
    if action < n.ROOF:
        return phase in ("starter", "turn")
    if action < n.CARD:
        return bool(phase == "roof")
    if action < n.FLOOR:
        return bool(phase == "turn")
    if action <= n.NO_FLOOR:
        return phase in ("compensation", "floor")
    if action < n.END:
        return bool(phase == "return")
    return phase in ("turn", "end")


def preview(
    board: Board,
    before: View,
    after: View,
    action: int,
    events: list[Event],
    names: list[str],
    say: Translator,
) -> list[str]:
    """What a move costs, raises, covers and leaves open, beside points."""
    seat = before["to_act"]
    own, then = before["seats"][seat], after["seats"][seat]
    lines = []
    paid: Counter[str] = Counter(
        {c: own["stock"][c] - then["stock"][c] for c in COLOURS if own["stock"][c] > then["stock"][c]}
    )
    won: Counter[str] = Counter(
        {c: then["stock"][c] - own["stock"][c] for c in COLOURS if then["stock"][c] > own["stock"][c]}
    )
    if paid:
        lines.append(say("It costs {price}.", price=price_text(say, paid)))
    if won:
        lines.append(say("You gain {price}.", price=price_text(say, won)))
    if after["phase"] == "floor" and after["to_act"] == seat:
        lines.append(
            say.many("You may choose {n} floor.", "You may choose {n} floors.", after["free_floors"])
        )
    surplus = sum(then["stock"].values()) - board.setup.stock_limit
    if after["phase"] == "return" and before["phase"] != "return":
        lines.append(say.many("{n} floor must go back.", "{n} floors must go back.", surplus))
    lines += _buried(before, after, names, say)
    for colour in COLOURS:
        if then["track"][colour] != own["track"][colour]:
            lines.append(
                say(
                    "{machine} reaches column {column}.",
                    machine=capital(machine(say, colour)),
                    column=then["track"][colour],
                )
            )
    if after["extra_turn_earned"] and not before["extra_turn_earned"]:
        lines.append(say("It earns an extra turn."))
    if any(event.kind == n.END_BEGINS for event in events):
        lines.append(say("It brings on the end of the game."))
    if action < n.ROOF and before["phase"] == "turn":
        lines += _closed(board, after, (action - n.BUILD) // n.COLOURS, say)
    return lines


def _buried(before: View, after: View, names: list[str], say: Translator) -> list[str]:
    """Whose visible roofs would be covered."""
    lines = []
    for site, row in before["buildings"].items():
        owner = row["roofs"][-1]
        if owner is not None and after["buildings"][site]["roofs"][-1] is None:
            lines.append(say("It covers a roof of {player} on {site}.", player=names[owner], site=site))
    return lines


def _closed(board: Board, after: View, site: int, say: Translator) -> list[str]:
    """The empty sites next door where a colour can no longer be founded."""
    colour = after["buildings"][board.sites[site].id]["colour"]
    closed = [
        board.sites[other].id
        for other in board.neighbours[site]
        if board.sites[other].id not in after["buildings"]
    ]
    if not closed:
        return []
    return [
        say(
            "No {building} can stand any more on {sites}.",
            building=building(say, colour),
            sites=say.list(closed),
        )
    ]


# --- events in words --------------------------------------------------------------------------------


def tell(board: Board, event: Event, names: list[str], say: Translator) -> str:
    """What happened, as a sentence. Nothing in Tower Up is secret once it has happened."""
    kind, a, b = event.kind, event.a or 0, event.b or 0
    player = names[event.seat]
    if kind == n.PLACED_STARTER:
        floor, place = starting_floor(say, COLOURS[b]), place_text(board, say, a)
        return capital(say("a {floor} stands on {place}.", floor=floor, place=place))
    if kind == n.TOOK_CARD:
        return say(
            "{player} takes a card: {gains}.", player=player, gains=card_text(board, say, board.cards[a].id)
        )
    if kind == n.TOOK_FLOOR:
        return say("{player} takes {floors}.", player=player, floors=floors(say, COLOURS[a], 1))
    if kind == n.WENT_WITHOUT:
        return say("{player} goes without a replacement.", player=player)
    if kind == n.LOST_FLOOR:
        return say.many(
            "The tray is empty: {player} goes without {n} floor.",
            "The tray is empty: {player} goes without {n} floors.",
            a,
            player=player,
        )
    if kind == n.MOVED_MACHINE:
        return say(
            "{player}: {machine} reaches column {column}.",
            player=player,
            machine=machine(say, COLOURS[a]),
            column=b,
        )
    if kind == n.BUILT:
        return say(
            "{player} founds a {building} on {place}.",
            player=player,
            building=building(say, COLOURS[b]),
            place=place_text(board, say, a),
        )
    if kind == n.GREW:
        return say.many(
            "{place} grows to {n} floor.", "{place} grows to {n} floors.", b, place=place_text(board, say, a)
        )
    if kind == n.ROOFED:
        return say(
            "{player} lays a roof on {place}, level {level}.",
            player=player,
            place=place_text(board, say, a),
            level=b,
        )
    if kind == n.WON_TOKEN:
        text = say.name(board.objectives[a], "text")
        return say(
            "{player} meets an objective ({objective}) and wins {value} million.",
            player=player,
            objective=text[0].lower() + text[1:],
            value=b,
        )
    if kind == n.EXTRA_TURN:
        return say("{player} has an extra turn.", player=player)
    if kind == n.DECLINED:
        return say("{player} declines the extra turn.", player=player)
    if kind == n.RETURNED_FLOOR:
        return say("{player} gives back {floors}.", player=player, floors=floors(say, COLOURS[a], 1))
    if kind == n.NEW_CARD:
        return say("A new card lies in the market: {gains}.", gains=card_text(board, say, board.cards[a].id))
    if kind == n.RESHUFFLED:
        return say("The discarded cards become the new pile.")
    if kind == n.END_BEGINS:
        return _tell_ending(a, player, say)
    if kind == n.COUNTED_ROOFS:
        return say.many(
            "{player} counts {n} visible roof: {value} million.",
            "{player} counts {n} visible roofs: {value} million.",
            a,
            player=player,
            value=b,
        )
    if kind == n.TIED:
        return say.many(
            "A tie at {points} million: {player} has {n} floor in stock.",
            "A tie at {points} million: {player} has {n} floors in stock.",
            b,
            points=a,
            player=player,
        )
    return say("The game is over.")


def _tell_ending(how: int, player: str, say: Translator) -> str:
    if how == n.LAST_ROOF:
        return say("{player} has no roof left: everyone else has one more turn.", player=player)
    if how == n.SHORTAGE:
        return say("Floors have run out: everyone has one more turn, {player} last.", player=player)
    return say("Nobody has built for a long time: everyone has one more turn, {player} last.", player=player)


# --- why not ----------------------------------------------------------------------------------------


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
    """Why the seat to act cannot do this now; None if it can."""
    phase = view["phase"]
    if action < n.ROOF:
        site, colour = divmod(action - n.BUILD, n.COLOURS)
        if site >= len(board.sites):
            return say("There is no such site on this map.")
        if phase == "starter":
            return _why_no_starter(board, view, site, COLOURS[colour], say)
        return _why_not_now(phase, "turn", say) or _why_no_building(board, view, site, COLOURS[colour], say)
    if action < n.CARD:
        return _why_not_now(phase, "roof", say) or _why_no_roof(board, view, action - n.ROOF, say)
    if action < n.FLOOR:
        place = action - n.CARD
        if place >= len(view["market"]) or (phase == "turn" and view["market"][place] is None):
            return say("There is no card at that place of the market.")
        return _why_not_now(phase, "turn", say)
    if action == n.NO_FLOOR:
        if phase == "floor" and not view["replacements"]:
            return say("Only a floor that the tray lacks may be declined.")
        return _why_not_now(phase, "floor", say)
    if action < n.RETURN:
        wanted = COLOURS[action - n.FLOOR]
        reason = None if phase == "compensation" else _why_not_now(phase, "floor", say)
        if reason is None and view["tray"][wanted] == 0:
            return say("The tray has {floors}.", floors=floors(say, wanted, 0))
        return reason
    if action < n.END:
        wanted = COLOURS[action - n.RETURN]
        reason = _why_not_now(phase, "return", say)
        if reason is None and view["seats"][view["to_act"]]["stock"][wanted] == 0:
            return say("You have {floors}.", floors=floors(say, wanted, 0))
        return reason
    if phase == "turn" and not view["extra_turn"]:
        return say("A turn cannot be passed.")
    return None if phase == "turn" else _why_not_now(phase, "end", say)


def _why_not_now(phase: str, wanted: str, say: Translator) -> str | None:
    if phase == wanted:
        return None
    return {
        "starter": say("The starting floors are placed first."),
        "compensation": say("The additional floors are chosen first."),
        "turn": say("It is time to take a card or to found a building."),
        "floor": say("A floor of free choice comes first."),
        "roof": say("The roof comes first: on one of the floors just laid."),
        "return": say("There are too many floors in stock; some must go back first."),
        "end": say("The turn is complete; it only has to be ended."),
        "over": say("The game is over."),
    }[phase]


def _why_no_starter(board: Board, view: View, site: int, colour: str, say: Translator) -> str | None:
    wanted = view["starters"][0]
    if wanted not in (colour, "any"):
        return {
            "white": say("The next starting floor is white."),
            "grey": say("The next starting floor is grey."),
            "brown": say("The next starting floor is brown."),
            "black": say("The next starting floor is black."),
        }[wanted]
    if view["tray"][colour] == 0:
        return say("The tray has {floors}.", floors=floors(say, colour, 0))
    return _why_no_site(board, view, site, colour, say)


def _why_no_site(board: Board, view: View, site: int, colour: str, say: Translator) -> str | None:
    if board.sites[site].id in view["buildings"]:
        return say("There is a building on {place} already.", place=place_text(board, say, site))
    for other in board.neighbours[site]:
        if view["buildings"].get(board.sites[other].id, {}).get("colour") == colour:
            return say(
                "Neighbours must differ: a {building} stands on {place}.",
                place=place_text(board, say, other),
                building=building(say, colour),
            )
    return None


def _why_no_building(board: Board, view: View, site: int, colour: str, say: Translator) -> str | None:
    """What holds for the site in every colour comes first."""
    own, cost = view["seats"][view["to_act"]], price(board, view, site)
    if own["roofs"] == 0:
        return say("You have no roof left.")
    if board.sites[site].id not in view["buildings"]:
        if not cost:
            return say("No building stands next to {place}.", place=place_text(board, say, site))
        for needed in COLOURS:
            if own["stock"][needed] < cost[needed]:
                return _why_too_dear(own, needed, cost[needed], say)
    reason = _why_no_site(board, view, site, colour, say)
    if reason is None and own["stock"][colour] == 0:
        return _why_too_dear(own, colour, 1, say)
    return reason


def _why_too_dear(own: dict[str, Any], colour: str, count: int, say: Translator) -> str:
    return say(
        "It needs {needed}; you have {owned}.", needed=floors(say, colour, count), owned=own["stock"][colour]
    )


def _why_no_roof(board: Board, view: View, site: int, say: Translator) -> str | None:
    if site >= len(board.sites):
        return say("There is no such site on this map.")
    new = board.site_number[view["new_building"]]
    if site == new or (site in board.neighbours[new] and board.sites[site].id in view["buildings"]):
        return None
    return say("No floor was laid on {place} in this turn.", place=place_text(board, say, site))
