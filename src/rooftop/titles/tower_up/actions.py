"""Tower Up: the kinds of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.game.actions import Choice, Kind, Kinds, Things, numbered
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts.words import (
    building,
    card_text,
    colour_name,
    columns,
    floors,
    machine,
    price,
    price_text,
    site_text,
    starting_floor,
)
from rooftop.titles.tower_up.schema import COLOURS, Colour
from rooftop.titles.tower_up.view import View

SITE = Things[Board]("site", lambda board: [site.id for site in board.sites])
COLOUR = Things[Board]("colour", lambda board: COLOURS)


class Action(Kind[Board, View]):
    """What all kinds of moves share."""

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == NOT_NOW:
            return self.not_now(say)
        if refusal.code == n.NOT_IN_TRAY:
            return say("The tray has {floors}.", floors=floors(say, COLOURS[refusal.a], 0))
        return {
            n.NO_SUCH_SITE: say("There is no such site on this map."),
            n.NO_ROOFS: say("You have no roofs left."),
            n.NO_CARD: say("There is no card in that slot of the market."),
            n.NOT_DECLINED: say("You can decline only a floor that the tray lacks."),
            n.CANNOT_PASS: say("You cannot pass."),
        }[refusal.code]

    def not_now(self, say: Translator) -> str:
        """What must be decided first."""
        return {
            "starter": say("Place the starting floors first."),
            "compensation": say("Choose your extra floors first."),
            "turn": say("You must take a card or build now."),
            "floor": say("Choose a floor first."),
            "roof": say("Lay the roof first, on one of the floors you have just laid."),
            "return": say("You have too many floors; return some first."),
            "end": say("Your turn is complete; end it now."),
        }[self.view.phase]

    def prices(self, after: View, say: Translator) -> list[Price]:
        """Floors of the seat's stock, floors to choose, columns of its machines, and roofs."""
        own, then = self.view.actor, after.seats[self.view.to_act]
        found = []
        for colour in COLOURS:
            change = then.stock[colour] - own.stock[colour]
            found.append(Price(f"slab-{colour}", change, floors(say, colour, abs(change))))
        if after.phase == "floor" and self.view.phase != "floor" and after.to_act == self.view.to_act:
            chosen = _floors_to_choose(after)
            found.append(Price("slab-any", chosen, floors(say, "any", chosen)))
        for colour in COLOURS:
            change = then.track[colour] - own.track[colour]
            found.append(Price(f"machine-{colour}", change, columns(say, colour, change)))
        change = then.roofs - own.roofs
        found.append(Price(f"roof-{own.id}", change, say.many("{n} roof", "{n} roofs", abs(change))))
        return [price for price in found if price.change]

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """What the move covers and triggers."""
        before, lines = self.view, []
        if after.phase == "return" and before.phase != "return":
            surplus = sum(after.seats[before.to_act].stock) - self.board.setup.stock_limit
            lines.append(say.many("You must return {n} floor.", "You must return {n} floors.", surplus))
        for site, row in before.buildings.items():
            owner = row.roofs[-1]
            if owner is not None and after.buildings[site].roofs[-1] is None:
                lines.append(say("It covers a roof of {player} on {site}.", player=names[owner], site=site))
        if after.extra_turn_earned and not before.extra_turn_earned:
            lines.append(say("It earns an extra turn."))
        if any(event.kind == n.END_BEGINS for event in events):
            lines.append(say("It triggers the end of the game."))
        return lines


class Build(Action):
    """Put a building on a site; before the first turn, a starting floor."""

    first = n.BUILD
    example = "build T5 black"
    site = Choice(SITE, n.SITES)
    colour = Choice(COLOUR, n.COLOURS)

    @property
    def floor(self) -> Colour:
        """The colour of the new floor."""
        return COLOURS[self.colour]

    def text(self, say: Translator) -> str:
        where = site_text(self.board, say, self.site)
        if self.view.phase == "starter":
            return say("Place a {floor} on {site}", floor=starting_floor(say, self.floor), site=where)
        return say(
            "Build on {site} in {colour} for {price}",
            site=where,
            colour=colour_name(say, self.floor),
            price=price_text(say, price(self.board, self.view, self.site) + Counter({self.floor: 1})),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        site = site_text(self.board, say, self.site)
        return say("Place a starting floor") if self.view.phase == "starter" else say("Build"), site

    def parts(self) -> tuple[str, ...]:
        """A building needs a site and a colour, which is chosen on one's own stock."""
        if self.site >= len(self.board.sites):
            return ()
        return f"site-{self.board.sites[self.site].id}", f"stock-{self.floor}"

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.OTHER_STARTER:
            return {
                "white": say("The next starting floor is white."),
                "grey": say("The next starting floor is grey."),
                "brown": say("The next starting floor is brown."),
                "black": say("The next starting floor is black."),
            }[COLOURS[refusal.a]]
        if refusal.code == n.SITE_TAKEN:
            return say("There is already a building on {site}.", site=site_text(self.board, say, self.site))
        if refusal.code == n.NO_NEIGHBOUR:
            return say("There is no building next to {site}.", site=site_text(self.board, say, self.site))
        if refusal.code == n.NEIGHBOUR_ALIKE:
            return say(
                "Neighbours must differ in colour: there is a {building} on {site}.",
                site=site_text(self.board, say, refusal.a),
                building=building(say, self.floor),
            )
        if refusal.code == n.NOT_IN_STOCK:
            colour = COLOURS[refusal.a]
            needed, owned = floors(say, colour, refusal.b), self.view.actor.stock[colour]
            return say("You need {needed}; you have {owned}.", needed=needed, owned=owned)
        return super().why_not(refusal, say)

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Also the empty sites next door, where its colour is no longer possible."""
        lines = super().preview(after, events, names, say)
        around = [self.board.sites[other].id for other in self.board.neighbours[self.site]]
        closed = [other for other in around if other not in after.buildings]
        if self.view.phase == "turn" and closed:
            lines.append(
                say(
                    "No {building} can be built on {sites} any more.",
                    building=building(say, self.floor),
                    sites=say.list(closed),
                )
            )
        return lines


class Roof(Action):
    """Lay the roof on the new building, or on a neighbour that has grown."""

    first = n.ROOF
    example = "roof T5"
    site = Choice(SITE, n.SITES, part="site")

    def text(self, say: Translator) -> str:
        row = self.view.buildings[self.board.sites[self.site].id]
        column = self.view.actor.track[row.colour]
        steps = min(row.height, len(self.board.track.values) - 1 - column)  # TU-38
        where, moved = site_text(self.board, say, self.site), machine(say, row.colour)
        if steps == 0:
            return say(
                "Lay the roof on {site}, level {level}: {machine} is at the end of its track",
                site=where,
                level=row.height,
                machine=moved,
            )
        return say.many(
            "Lay the roof on {site}, level {level}: {machine} moves {n} column",
            "Lay the roof on {site}, level {level}: {machine} moves {n} columns",
            steps,
            site=where,
            level=row.height,
            machine=moved,
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Lay a roof"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NO_NEW_FLOOR:
            return say("You laid no floor on {site} this turn.", site=site_text(self.board, say, self.site))
        return super().why_not(refusal, say)


class TakeCard(Action):
    """Take a card of the market."""

    first = n.CARD
    example = "card 1"
    slot = Choice(numbered("card", n.MARKET), n.MARKET)

    def text(self, say: Translator) -> str:
        card = self.view.market[self.slot]
        assert card is not None  # an empty slot is not legal
        return say("Take the card: {gains}", gains=card_text(self.board, say, card))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Take a card"),)

    def parts(self) -> tuple[str, ...]:
        return (f"card-{self.slot}",) if self.slot < self.board.setup.market_size else ()


class TakeFloor(Action):
    """Choose a floor of any colour, or one instead of a floor that the tray lacks, which may be declined."""

    first = n.FLOOR
    example = "floor white"
    colour = Choice(Things[Board]("colour", lambda board: (*COLOURS, "none")), n.COLOURS + 1)

    @property
    def is_none(self) -> bool:
        return self.colour == n.COLOURS

    def text(self, say: Translator) -> str:
        if self.is_none:
            return say("Take no replacement")
        return say("Take {floors}", floors=floors(say, COLOURS[self.colour], 1))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Take a floor"),)

    def parts(self) -> tuple[str, ...]:
        """A floor from the tray can be chosen there, or on one's own stock."""
        if self.is_none:
            return ()
        return f"stock-{COLOURS[self.colour]}", f"tray-{COLOURS[self.colour]}"


class ReturnFloor(Action):
    """Return a floor to the tray."""

    first = n.RETURN
    example = "return grey"
    colour = Choice(COLOUR, n.COLOURS, part="stock")

    def text(self, say: Translator) -> str:
        return say("Return {floors}", floors=floors(say, COLOURS[self.colour], 1))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Return a floor"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NOT_IN_STOCK:
            return say("You have {floors}.", floors=floors(say, COLOURS[self.colour], 0))
        return super().why_not(refusal, say)


class End(Action):
    """End the turn, or decline an extra one."""

    first = n.END
    example = "end"

    def text(self, say: Translator) -> str:
        return say("Decline the extra turn") if self.view.phase == "turn" else say("End the turn")

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("End"),)


# --- what the seat to act decides -------------------------------------------------------------------


def prompt(board: Board, view: View, legal: frozenset[type[Kind[Board, View]]], say: Translator) -> str:
    phase, own = view.phase, view.actor
    if phase == "turn":
        return _prompt_turn(view, Build in legal, say)
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


def _prompt_turn(view: View, may_build: bool, say: Translator) -> str:
    if may_build:
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
    return min(view.free_floors, sum(view.tray))


MOVES = Kinds(Build, Roof, TakeCard, TakeFloor, ReturnFloor, End, prompt=prompt)


# --- what matters now, for newcomers ----------------------------------------------------------------


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two hints for the seat to act, as (id, sentence)."""
    hints = _turn_hints(board, view, say) if view.phase == "turn" else _other_hints(board, view, say)
    if view.extra_turn:
        hints.append(("extra-turn", say("All four machines have reached a star column, so you play again.")))
    return hints[:2]


def _turn_hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    stock, limit = sum(view.actor.stock), board.setup.stock_limit
    hints = []
    if view.turn < board.players:
        hints.append(
            (
                "first-turn",
                say(
                    "You can afford the glowing sites: a new building costs one floor of its own, and one"
                    " for every building next to it, in that building's colour."
                ),
            )
        )
    if stock >= limit - 2:
        hints.append(
            (
                "full-stock",
                say.many(
                    "You may keep {n} floor at the end of your turn. A building would use some.",
                    "You may keep {n} floors at the end of your turn. A building would use some.",
                    limit,
                ),
            )
        )
    if stock <= 2:
        hints.append(("short-stock", say("With few floors in stock, a card is usually the better choice.")))
    if view.ending:
        hints.append(("last-turn", say("Roofs that are visible after your last turn score for the cone.")))
    if view.actor.roofs <= 3 and not view.ending:
        hints.append(("few-roofs", say("The first player to lay their last roof triggers the end.")))
    return hints


def _other_hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    hints = []
    if view.phase == "roof":
        hints.append(
            (
                "roof",
                say(
                    "The roof moves your machine of the building's colour one column for every floor of the"
                    " building: tall towers go far."
                ),
            )
        )
        hints.append(
            (
                "presence",
                say("A covered roof still counts for objectives; only visible roofs count for the cone."),
            )
        )
    if view.phase == "floor" and view.replacements:
        hints.append(
            ("replacement", say("When the tray lacks a floor shown on a card, the end of the game begins."))
        )
    elif view.phase == "floor":
        hints.append(("any-floor", say("Take the colour of a building next to the site you want next.")))
    if view.phase == "return":
        hints.append(
            (
                "return",
                say.many(
                    "You may keep at most {n} floor at the end of your turn.",
                    "You may keep at most {n} floors at the end of your turn.",
                    board.setup.stock_limit,
                ),
            )
        )
    return hints
