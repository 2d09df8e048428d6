"""Skyrise: the kinds of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.game.actions import Choice, Kind, Kinds, Things
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts.words import disc_text, discs_text, on_text, spot_text, structure_text
from rooftop.titles.skyrise.schema import COLOURS, LETTERS
from rooftop.titles.skyrise.view import OwnedStructure, Seat, View

STRUCTURE = Things[Board]("structure", lambda board: board.structures)
FIGURE = Things[Board]("wonder", lambda board: board.structures[n.BUILDINGS :])
SPOT = Things[Board]("neighbourhood", lambda board: board.spot_ids)
COLOUR = Things[Board]("colour", lambda board: COLOURS)
WONDER = Things[Board]("wonder card", lambda board: [card.id for card in board.wonders])


class Action(Kind[Board, View]):
    """What all kinds of moves share."""

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == NOT_NOW:
            return self.not_now(say)
        return {
            n.NOT_ON_MAP: say("This neighbourhood is not on the map of this game."),
            n.CANNOT_PASS: say("You start this auction, so you cannot pass; place a bid."),
            n.NOT_IN_HAND: say("You do not have this card; choose one from your hand."),
        }[refusal.code]

    def not_now(self, say: Translator) -> str:
        """What must be decided first."""
        return {
            "start": say("You must start an auction now; place a bid."),
            "bid": say("An auction is in progress; bid higher or pass."),
            "colour": say("First choose a colour for the wild disc."),
            "disc": say("First use the Vault: take a disc next to it, or none."),
            "wonder": say("First choose a wonder card."),
        }[self.view.phase]

    def prices(self, after: View, say: Translator) -> list[Price]:
        """The discs that the seat gains."""
        gained = _discs(after.seats[self.view.to_act]) - _discs(self.view.actor)
        return [
            Price(f"sign-{disc}" if disc in LETTERS else f"disc-{disc}", count, discs_text(disc, count, say))
            for disc, count in gained.items()
        ]


def _discs(own: Seat) -> Counter[str]:
    """The discs of a seat by kind."""
    found = Counter(disc for colour in COLOURS for disc in own.rows[colour])
    found.update({colour: own.excess[colour] for colour in COLOURS})
    found.update(dict(own.patrons.items()), commissions=own.commissions)
    return found


# --- bids -------------------------------------------------------------------------------------------


class Placing(Action):
    """Place a structure on a neighbourhood as a bid; the first one starts an auction."""

    spot: Choice

    @property
    def number(self) -> int:
        """Of the structure, among all of a player."""
        raise NotImplementedError

    @property
    def structure_id(self) -> str:
        return self.board.structures[self.number]

    @cached_property
    def row(self) -> OwnedStructure:
        name = self.structure_id
        return next(row for row in self.view.actor.structures if row.id == name)

    @property
    def disc(self) -> str | None:
        """The prize."""
        return self.view.neighbourhoods[self.board.cells[self.spot].id].disc

    def values(self, say: Translator) -> dict[str, str]:
        """What its sentence names."""
        return {
            "structure": structure_text(self.board, self.row, say),
            "spot": spot_text(self.board, self.spot, say),
            "disc": disc_text(self.disc, say),
        }

    def parts(self) -> tuple[str, ...]:
        """`structure-medium-2` in the player's own pool, and `place-A3`."""
        if (
            self.spot >= len(self.board.cells)
            or self.number >= n.BUILDINGS + self.board.setup.wonders_per_player
        ):
            return ()
        return f"structure-{self.structure_id}", f"place-{self.board.cells[self.spot].id}"

    # --- why not ---

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        code = refusal.code
        if code in (n.BID_THERE, n.BUILT_THERE, n.NO_START_THERE, n.NOT_NEXT_TO_BID):
            return self.why_not_there(refusal, say)
        if code in (n.LOCKED, n.ALREADY_BUILT, n.ALREADY_BID):
            structure = structure_text(self.board, self.row, say)
            return {
                n.LOCKED: say("{structure} is not available until the second era.", structure=structure),
                n.ALREADY_BUILT: say("{structure} is already built.", structure=structure),
                n.ALREADY_BID: say("{structure} is already a bid in this auction.", structure=structure),
            }[code]
        if code == n.TOO_LOW:
            return say("You must bid more than {number}, or pass.", number=refusal.a)
        if code == n.BANNED_BY_HAMMER:
            return say(
                "The Hammer on {spot} bans other players' tall buildings next to it; bid a lower building"
                " there.",
                spot=spot_text(self.board, refusal.a, say),
            )
        if code == n.ONE_WONDER:
            return say("You have only one wonder in this game.")
        if code == n.ONLY_HAMMER:
            return say("Only the Hammer can outbid a wonder; bid it or pass.")
        if code == n.BUILDINGS_FIRST:
            return say(
                "You can start with a wonder only when you have no buildings left; start with a building."
            )
        return super().why_not(refusal, say)

    def why_not_there(self, refusal: Refusal, say: Translator) -> str:
        """What is wrong with the neighbourhood."""
        where = spot_text(self.board, self.spot, say)
        if refusal.code == n.BID_THERE:
            return say("There is already a bid on {spot}; choose a free neighbourhood.", spot=where)
        if refusal.code == n.BUILT_THERE:
            return say("There is already a structure on {spot}; choose a free neighbourhood.", spot=where)
        if refusal.code == n.NO_START_THERE:
            return say(
                "{spot} is neither on the central island nor next to a structure;"
                " start an auction in one of those places.",
                spot=where,
            )
        latest = spot_text(self.board, refusal.a, say)
        return say(
            "{spot} is not next to the latest bid on {latest}; bid next to it.", spot=where, latest=latest
        )

    # --- previews ---

    def assumed(self) -> tuple[int, ...]:
        """All others pass, and a wild disc gets the colour of the neighbourhood."""
        return n.PASS, n.COLOUR + COLOURS.index(self.board.cells[self.spot].colour)

    def prices(self, after: View, say: Translator) -> list[Price]:
        """The structure, too."""
        row = self.row
        sign = f"{row.height or 'figure'}-{self.view.actor.id}"
        return [Price(sign, -1, structure_text(self.board, row, say)), *super().prices(after, say)]

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Who could still outbid it, and what it would win."""
        seat = self.view.to_act
        others = [name for other, name in enumerate(names) if other != seat and other in self.granted.seats]
        if others:
            lines = [say("Can still outbid you: {players}.", players=say.list(others))]
        else:
            lines = [say("You win this auction at once.")]
        lines += self.score(say)
        if not super().prices(after, say):
            lines.append(say("The prize: {disc}.", disc=disc_text(self.disc, say)))
        return [*lines, *self.worth(say), *self.control(say)]

    def score(self, say: Translator) -> list[str]:
        """What a wonder would score there."""
        return []

    def worth(self, say: Translator) -> list[str]:
        """What the neighbourhood and its disc would be worth."""
        own, then, lines = self.view.actor, self.granted.view.seats[self.view.to_act], list[str]()
        for colour in COLOURS:
            if self.disc == colour and then.excess[colour] > own.excess[colour]:
                value = self.board.row.excess_value
                lines.append(say("The row is full: the disc would score {value}.", value=value))
            elif self.disc == colour:
                lines.append(
                    say(
                        "Each of your structures {where} would be worth {value}.",
                        where=on_text(colour, say),
                        value=then.row_value[colour],
                    )
                )
        if self.disc in LETTERS and (tile := self.view.patrons[self.disc].tile) is not None:
            lines.append(say("Each of these discs is worth {value}.", value=tile))
        goal, done = own.objective, then.objective
        if goal and done and not goal.met and done.progress > goal.progress:
            lines.append(say("Your objective: {progress} of {need}.", progress=done.progress, need=goal.need))
        return lines

    def control(self, say: Translator) -> list[str]:
        """Whether it would win control of the island."""
        island, seat = self.board.island_of(self.spot), self.view.to_act
        before, then = (view.control[island.id].leaders for view in (self.view, self.granted.view))
        if then == (seat,) != before:
            return [say("You would control {island}.", island=say.name(island))]
        if seat in then and seat not in before:
            return [say("You would share control of {island}.", island=say.name(island))]
        return []


class Bid(Placing):
    """Bid with a building. Its notation reads wonders as well: they have the numbers that follow."""

    first = n.PLACE_BID
    example = "bid medium-2 A3"
    building = Choice(STRUCTURE, n.BUILDINGS)
    spot = Choice(SPOT, n.SPOTS)

    @property
    def number(self) -> int:
        return self.building

    def text(self, say: Translator) -> str:
        if self.view.phase == "start":
            return say("Start an auction with {structure} on {spot}: {disc}", **self.values(say))
        return say("Bid {structure} on {spot}: {disc}", **self.values(say))

    def heading(self, say: Translator) -> tuple[str, ...]:
        structure = structure_text(self.board, self.row, say)
        return (say("Start an auction") if self.view.phase == "start" else say("Bid higher")), structure


class PlaceWonder(Placing):
    """Bid with a wonder."""

    first = n.PLACE_BID + n.BUILDINGS * n.SPOTS
    example = "bid wonder-1 F2"
    figure = Choice(FIGURE, n.FIGURES)
    spot = Choice(SPOT, n.SPOTS)

    @property
    def number(self) -> int:
        return n.BUILDINGS + self.figure

    def text(self, say: Translator) -> str:
        if self.view.phase == "start":
            return say("Start an auction with {structure} on {spot}: {disc}", **self.values(say))
        return say("Place {structure} on {spot}: {disc}", **self.values(say))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return say("Place a wonder"), structure_text(self.board, self.row, say)

    def score(self, say: Translator) -> list[str]:
        wonder = self.row.wonder
        if wonder is None or (card := self.board.wonder(wonder)).effect == "extra_disc":
            return []
        points = self.granted.view.seats[self.view.to_act].points.wonders - self.view.actor.points.wonders
        values = {"card": say.name(card), "points": points}
        if card.effect == "discs_of_colour" and self.disc == "wild":
            return [say("{card} would score {points} if the wild disc gets this colour.", **values)]
        return [say("{card} would score {points} here.", **values)]


class Pass(Action):
    """Leave this auction."""

    first = n.PASS
    example = "pass"

    def text(self, say: Translator) -> str:
        return say("Pass and leave this auction")

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Pass"),)

    def parts(self) -> tuple[str, ...]:
        return ("pass",)

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Who wins or leads."""
        bidder = self.view.auction.bidder
        assert bidder is not None  # nobody passes before the first bid
        if after.phase == "bid":
            return [say("{player} leads the auction; you are out.", player=names[bidder])]
        return [say("{player} wins this auction.", player=names[bidder])]


# --- discs and cards --------------------------------------------------------------------------------


class ChooseColour(Action):
    """Give a wild disc its colour."""

    first = n.COLOUR
    example = "colour yellow"
    colour = Choice(COLOUR, n.COLOURS, part="colour")

    def text(self, say: Translator) -> str:
        held = len(self.view.actor.rows[COLOURS[self.colour]])
        name, row = say.name(self.board.colour_names[self.colour]), self.board.row
        if held == n.ROW:
            return say(
                "Make the wild disc {colour}: the row is full, so it scores {value} on the portrait",
                value=row.excess_value,
                colour=name,
            )
        return say(
            "Make the wild disc {colour}: structures on that colour are worth {value}",
            value=row.step[held + 1].value,
            colour=name,
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Colour of the wild disc"),)

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        return [
            say.many(
                "You have {n} structure on this colour.",
                "You have {n} structures on this colour.",
                self.view.actor.standing[COLOURS[self.colour]],
            )
        ]


class ChooseWonder(Action):
    """Choose a wonder card in secret."""

    first = n.CARD
    example = "choose hammer"
    card = Choice(WONDER, n.CARDS, part="wonder")

    def text(self, say: Translator) -> str:
        card = self.board.wonders[self.card]
        return say(
            "Choose {card} (initiative {initiative}): {text}",
            card=say.name(card),
            initiative=card.initiative,
            text=say.name(card, "text"),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Choose a wonder card"),)

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        return [say("The lowest initiative starts the first auction of the second era.")]


class TakeDisc(Action):
    """Take a disc next to the Vault."""

    first = n.DISC
    example = "disc A4"
    spot = Choice(SPOT, n.SPOTS, part="place")

    def text(self, say: Translator) -> str:
        disc = self.view.neighbourhoods[self.board.cells[self.spot].id].disc
        where = spot_text(self.board, self.spot, say)
        return say("Take from {spot}: {disc}", spot=where, disc=disc_text(disc, say))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("The Vault's second disc"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NOT_NEXT_TO_VAULT:
            vault = next(card for card in self.board.wonders if card.effect == "extra_disc")
            return say(
                "{spot} is not next to {vault}; take a disc next to it, or none.",
                spot=spot_text(self.board, self.spot, say),
                vault=say.name(vault),
            )
        if refusal.code in (n.OCCUPIED, n.NO_DISC):
            where = spot_text(self.board, self.spot, say)
            return {
                n.OCCUPIED: say("{spot} is occupied; take a disc from a free neighbourhood.", spot=where),
                n.NO_DISC: say("There is no disc on {spot}; choose another neighbourhood.", spot=where),
            }[refusal.code]
        return super().why_not(refusal, say)


class Decline(Action):
    """Take no disc with the Vault."""

    first = n.DECLINE
    example = "decline"

    def text(self, say: Translator) -> str:
        return say("Take no second disc")

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("The Vault's second disc"),)

    def parts(self) -> tuple[str, ...]:
        return ("decline",)


# --- what the seat to act decides -------------------------------------------------------------------


def prompt(board: Board, view: View, legal: frozenset[type[Kind[Board, View]]], say: Translator) -> str:
    phase, auction = view.phase, view.auction
    if phase == "start":
        return say("Start an auction: place a bid on the central island or next to any structure.")
    if phase == "bid" and auction.neighbourhood is not None:
        where = spot_text(board, board.spot[auction.neighbourhood], say)
        if auction.value is None:
            return say("A wonder stands on {spot}: outbid it with the Hammer, or pass.", spot=where)
        if Bid not in legal:
            return say("Place a wonder next to {spot}, or pass. You cannot bid a number.", spot=where)
        return say("Bid more than {number} next to {spot}, or pass.", number=auction.value, spot=where)
    if phase == "wonder":
        if board.setup.wonders_per_player == 1:
            return say("Choose your wonder card in secret.")
        if view.actor.wonders_chosen == 0:
            return say("Choose the first of your two wonder cards in secret.")
        return say("Choose the second of your two wonder cards in secret.")
    if phase == "colour":
        return say("Choose a colour for the wild disc.")
    return say("The Vault: take a disc from a neighbourhood next to it, or none.")


# If its neighbourhood is not open to a bid, the reason why a structure cannot be bid is another one.
UNFITTING = (n.ONE_WONDER, n.NOT_ON_MAP, n.BID_THERE, n.BUILT_THERE, n.NO_START_THERE, n.NOT_NEXT_TO_BID)

MOVES = Kinds(
    Bid,
    PlaceWonder,
    Pass,
    ChooseColour,
    ChooseWonder,
    TakeDisc,
    Decline,
    prompt=prompt,
    unfitting=UNFITTING,
)


# --- hints --------------------------------------------------------------------------------------------

Hint = tuple[str, str]


def hints(board: Board, view: View, say: Translator) -> list[Hint]:
    """At most two hints for the seat to act, as (id, sentence)."""
    if view.phase == "start":
        found = [
            *_goal(view, say),
            *_start_hints(view, say),
            *_row_hints(board, view, say),
            *_key(board, view, say),
        ]
    elif view.phase == "bid":
        found = [*_goal(view, say), *_bid_hints(board, view, say), *_row_hints(board, view, say)]
        found += _wonder_hints(board, view, say)
    elif view.phase == "wonder":
        text = say("The lowest initiative starts the second era. The wonder takes effect when you build it.")
        found = [("wonder-card", text)]
    elif view.phase == "colour":
        found = [("wild", say("A wild disc keeps the colour you choose now."))]
    else:
        found = []
    return found[:2]


def _goal(view: View, say: Translator) -> list[Hint]:
    if view.auction.number > 1:
        return []
    text = say(
        "The most prestige wins. Islands and panoramas score after each of two eras, discs and structures at"
        " the end: when everyone has built everything."
    )
    return [("goal", text)]


def _start_hints(view: View, say: Translator) -> list[Hint]:
    if view.auction.number == 1:
        text = say(
            "Nothing is built yet, so the first auction starts on the central island. Each player bids"
            " higher, next to the latest bid; only the last bid stays."
        )
        return [("first-auction", text)]
    text = say("You must build everything in the end, so use low numbers where few players can outbid you.")
    return [("start-low", text)]


def _bid_hints(board: Board, view: View, say: Translator) -> list[Hint]:
    auction, found = view.auction, []
    if len(auction.bids) == 1 and auction.number <= board.players:
        text = say("You build where you bid, so each bid moves the auction on by one neighbourhood.")
        found.append(("outbid", text))
    if len(auction.room) == 1:
        text = say("Only one free neighbourhood is left next to the latest bid: check what lies beyond it.")
        found.append(("last-room", text))
    return found


def _row_hints(board: Board, view: View, say: Translator) -> list[Hint]:
    if all(len(row) != n.ROW - 1 for row in view.actor.rows):
        return []
    text = say(
        "A fourth disc of a colour lowers the value of its row; from the fifth on, each disc scores {value}.",
        value=board.row.excess_value,
    )
    return [("four-discs", text)]


def _wonder_hints(board: Board, view: View, say: Translator) -> list[Hint]:
    ready = any(row.number is None and row.state == "ready" for row in view.actor.structures)
    if not ready or view.auction.value is None:
        return []
    if _hammer_waits(board, view):
        return [("wonder", say("A wonder beats every number, but the Hammer can still outbid it."))]
    return [("wonder", say("A wonder beats every number and ends the auction: when will you use it?"))]


def _hammer_waits(board: Board, view: View) -> bool:
    """SR-66: whether an opponent who is still in the auction has the Hammer ready."""
    return any(
        row.state == "ready" and row.wonder is not None and board.wonder(row.wonder).effect == "hammer"
        for seat, own in enumerate(view.seats)
        if seat != view.to_act and not own.passed
        for row in own.structures
    )


def _key(board: Board, view: View, say: Translator) -> list[Hint]:
    if view.era == 1 or view.actor.left > 3:
        return []
    text = say("The first player to build everything gets a key worth {value}.", value=board.keys.large)
    return [("key", text)]
