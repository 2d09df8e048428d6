"""New York 1901: the kinds of moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.errors import MoveError
from rooftop.game.actions import Choice, Kind, Kinds, Things, numbered
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator, points_text
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.board.ground import Lot
from rooftop.titles.new_york_1901.parts.words import (
    action_name,
    card_text,
    lot_list,
    lot_text,
    lots_text,
    placement_text,
    tile_class,
    tile_name,
    tile_text,
    workers_text,
)
from rooftop.titles.new_york_1901.schema import ACTION_CARDS, GENERATIONS
from rooftop.titles.new_york_1901.view import Skyscraper, View, free_lots

LOT = Things[Board]("lot", lambda board: board.lot_ids)
TILE = Things[Board]("skyscraper", lambda board: board.tile_ids)
SQUARE = Things[Board]("building square", lambda board: board.square_ids)
PLACEMENT = Things[Board]("placement", lambda board: board.placement_ids)


class Action(Kind[Board, View]):
    """What all kinds of moves share."""

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        return self.not_now(say) if refusal.code == NOT_NOW else self.reason(refusal, say)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        """Why it is not legal in its phase."""
        raise NotImplementedError

    def not_now(self, say: Translator) -> str:
        """What must be decided first."""
        return {
            "turn": say("First take a lot card or choose a skyscraper."),
            "lot": say("You have taken a card: put the worker on a lot first."),
            "build": say("You have acquired land: build a skyscraper or end the turn."),
            "place": say("You have chosen a skyscraper: choose its squares first, or undo."),
            "after": say("You have built: play an action card or end the turn."),
            "grab": say("Finish Land Grab first: take a card for a two-square lot."),
            "boom": say("Finish Construction Boom first: choose the second skyscraper."),
            "blocked": say("You have no worker and nothing to build: you can only give a lot back."),
            "done": say("Your turn is complete: you can only end it."),
        }[self.view.phase]

    def prices(self, after: View, say: Translator) -> list[Price]:
        """Workers, the action card that is played, and the skyscrapers that are built."""
        board, own, then = self.board, self.view.acting, after.seats[self.view.to_act]
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
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """What the move unlocks, and whether it brings the end."""
        before, own, then = self.view, self.view.acting, after.seats[self.view.to_act]
        lines = []
        if then.generation != own.generation and not after.over:  # not by the final scoring
            table = self.board.tile_table.generation[GENERATIONS.index(then.generation)]
            lines.append(say("Unlocks {generation}.", generation=say.name(table)))
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
        return lines


# --- land --------------------------------------------------------------------------------------------


class TakeCard(Action):
    """Take a lot card of the open market."""

    first = n.CARD
    example = "card 1"
    slot = Choice(numbered("card", n.MARKET), n.MARKET)

    def text(self, say: Translator) -> str:
        """A card by what it shows, and by its place if another one shows the same."""
        card = self.view.market[self.slot]
        assert card is not None  # an empty slot is not legal
        shown = card_text(self.board, say, card)
        if self.view.market.count(card) > 1:
            number = self.slot + 1
            return say("Take a lot card: {card} (no. {number} from the left)", card=shown, number=number)
        return say("Take a lot card: {card}", card=shown)

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Acquire land"),)

    def parts(self) -> tuple[str, ...]:
        return (f"card-{self.slot}",)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        return {
            n.NO_WORKER: say("You have no worker in reserve: build or rebuild first."),
            n.NO_CARD: say("There is no card there until the end of the turn."),
            n.ONLY_SMALL: say("In a turn with Land Grab you can only acquire two-square lots."),
        }[refusal.code]

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Also the free lots that match the card."""
        card = self.view.market[self.slot]
        assert card is not None
        free = free_lots(self.board, self.view, card)
        found = say.many(
            "{n} free lot matches: {lots}.",
            "{n} free lots match: {lots}.",
            len(free),
            lots=lot_list(self.board, say, free),
        )
        return [found, *super().preview(after, events, names, say)]


class LotAction(Action):
    """A move with a lot."""

    lot = Choice(LOT, n.LOTS)

    @property
    def row(self) -> Lot:
        return self.board.lots[self.lot]

    def name(self, say: Translator) -> str:
        return self.board.lot_name(say, self.lot)

    def parts(self) -> tuple[str, ...]:
        is_there = self.lot < len(self.board.lots) and self.board.lot_in_play(self.lot)
        return (f"lot-{self.row.id}",) if is_there else ()

    def reason(self, refusal: Refusal, say: Translator) -> str:
        assert refusal.code == n.NO_SUCH_LOT
        return say("There is no such lot on this board.")


class PutWorker(LotAction):
    """Put a worker on a lot of the card's kind."""

    first = n.LOT
    example = "lot Gb"

    def text(self, say: Translator) -> str:
        return say("Put the worker on lot {lot}", lot=lot_text(self.board, say, self.lot))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Put a worker on a lot"),)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.LOT_OUT:
            return say("Lot {lot} is not in this game: its district is left out.", lot=self.name(say))
        if refusal.code == n.OTHER_DISTRICT:
            card = self.view.card
            assert card is not None
            wanted = next(row for row in self.board.districts if row.id == card.district)
            return say(
                "Lot {lot} is {district}; the card is {wanted}.",
                lot=self.name(say),
                district=say.name(self.board.districts[self.row.district]),
                wanted=say.name(wanted),
            )
        if refusal.code == n.OTHER_SIZE:
            if self.row.size == n.BIG:
                return say(
                    "Lot {lot} has three squares; the card is for a two-square lot.", lot=self.name(say)
                )
            return say("Lot {lot} has two squares; the card is for a three-square lot.", lot=self.name(say))
        if refusal.code == n.LOT_TAKEN:
            return say("Lot {lot} already has an owner.", lot=self.name(say))
        return super().reason(refusal, say)

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Also what the lot lies on."""
        squares = [self.board.squares[number] for number in self.row.squares]
        touched = {code for square in squares for code in square.streets}
        lines = []
        if streets := streets_in_play(self.board, self.view, touched, say):
            lines.append(say("Lies on {streets}.", streets=say.list(streets)))
        if not any(square.frontage for square in squares):
            lines.append(say("Has no side on a street or park."))
        return lines + super().preview(after, events, names, say)


class GiveBack(LotAction):
    """Give a lot back, with no worker in reserve and nothing to build."""

    first = n.RETURN
    example = "return Gb"

    def text(self, say: Translator) -> str:
        return say("Give back lot {lot} and take its worker back", lot=lot_text(self.board, say, self.lot))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Give a lot back"),)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NOT_YOUR_LOT:
            return say("Lot {lot} is not yours.", lot=self.name(say))
        if refusal.code == n.LOT_BUILT_ON:
            return say(
                "Lot {lot} has a skyscraper on it; you can only give back a lot with a worker.",
                lot=self.name(say),
            )
        return super().reason(refusal, say)


def streets_in_play(board: Board, view: View, codes: set[str], say: Translator) -> list[str]:
    """The names of those streets that give points in this game."""
    counted = codes & {street.code for street in view.streets}
    return [say.name(street) for street in board.streets if street.code in counted]


# --- skyscrapers -------------------------------------------------------------------------------------


class ChooseTile(Action):
    """Choose a skyscraper to build."""

    first = n.TILE
    example = "tile s4"
    tile = Choice(TILE, n.TILES)

    @property
    def is_rebuilding(self) -> bool:
        """Whether it must replace others, because land can still be acquired."""
        return self.view.phase == "turn" and self.view.can_acquire

    def text(self, say: Translator) -> str:
        tile = tile_text(self.board, say, self.tile)
        if self.is_rebuilding:
            return say("Demolish and rebuild with {tile}", tile=tile)
        if self.view.phase == "turn":
            return say("Build or rebuild with {tile}", tile=tile)
        return say("Build {tile}", tile=tile)

    def heading(self, say: Translator) -> tuple[str, ...]:
        heading = say("Demolish and rebuild") if self.is_rebuilding else say("Build")
        return heading, tile_class(self.board, say, self.tile)

    def parts(self) -> tuple[str, ...]:
        is_there = n.START_TILE < self.tile < len(self.board.tiles)
        return (f"tile-{self.board.tiles[self.tile].id}",) if is_there else ()

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NO_SUCH_TILE:
            return say("There is no such skyscraper to build.")
        tile = tile_name(self.board, say, self.tile)
        if refusal.code == n.TILE_LOCKED:
            return say(
                "{tile} needs {need} points on the score track; you have {have}.",
                tile=tile,
                need=refusal.a,
                have=self.view.acting.total,
            )
        return {
            n.TILE_BUILT: say("You have already built {tile}.", tile=tile),
            n.LEGEND_BUILT: say(
                "{tile} is already built; there is only one of each legendary skyscraper.", tile=tile
            ),
            n.SECOND_LEGEND: say("You already have a legendary skyscraper; each player can build only one."),
            n.LAND_FIRST: say(
                "You have a worker in reserve: acquire a lot first, then build {tile}.", tile=tile
            ),
            n.NO_REBUILDING: say(
                "{tile} does not fit on your vacant land; you can rebuild only instead of acquiring land.",
                tile=tile,
            ),
            n.NO_ROOM: say("{tile} does not fit on your land.", tile=tile),
        }[refusal.code]


class Place(Action):
    """Build the chosen skyscraper on these squares, and tear down what is there."""

    first = n.PLACE
    example = "place B2 C2"
    word = "place"
    placement = Choice(PLACEMENT, n.PLACEMENTS)

    @classmethod
    def parse(cls, board: Board, words: Sequence[str], text: str) -> int | None:
        """The placement on the squares, in any order."""
        if not words:
            return None
        squares = sorted(SQUARE.number(board, word, text) for word in words)
        placement = board.placement_number.get(tuple(squares))
        if placement is None:
            raise MoveError(
                f"{text!r}: no skyscraper fits these squares; they must have the shape of one, lie in"
                " one block and have a side on a street or park"
            )
        return cls.first + placement

    def text(self, say: Translator) -> str:
        where = placement_text(self.board, say, self.placement)
        if torn := self.torn_down(say):
            return say("Tear down {old} and build on {squares}", old=say.list(torn), squares=where)
        return say("Build on {squares}", squares=where)

    def torn_down(self, say: Translator) -> list[str]:
        """What stands on these squares."""
        mask = self.board.masks[self.placement]
        return [
            tile_name(self.board, say, self.board.tile_number[row.tile])
            for row in self.view.skyscrapers
            if self.board.masks[row.placement] & mask
        ]

    def heading(self, say: Translator) -> tuple[str, ...]:
        lots = lots_text(self.board, say, self.board.placements[self.placement].lots)
        return say("Place {tile}", tile=chosen_tile(self.board, self.view, say)), lots

    def parts(self) -> tuple[str, ...]:
        """Every square that it covers."""
        if self.placement >= len(self.board.placements):
            return ()
        squares = self.board.placements[self.placement].squares
        return tuple(f"square-{self.board.squares[square].id}" for square in squares)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        board, tile = self.board, chosen_tile(self.board, self.view, say)
        if refusal.code == n.NOT_YOUR_LAND:
            return not_your_land(board, self.view, refusal.a, say)
        if refusal.code == n.TOO_NEW:
            return say(
                "{new} cannot replace {old}: it must be of a later generation, and gold is never replaced.",
                new=tile,
                old=tile_name(board, say, refusal.a),
            )
        if refusal.code == n.APART:
            return say(
                "{one} and {other} do not touch; you can only tear down adjacent skyscrapers together.",
                one=tile_name(board, say, refusal.a),
                other=tile_name(board, say, refusal.b),
            )
        if refusal.code == n.WORKERS_MISSING:
            return say.many(
                "The emptied lots need {n} more worker than you have.",
                "The emptied lots need {n} more workers than you have.",
                refusal.a,
            )
        return {
            n.OTHER_SHAPE: say("{tile} has a different shape.", tile=tile),
            n.LAND_FIRST: say(
                "You have a worker in reserve: acquire land first, or replace other skyscrapers."
            ),
            n.NO_REBUILDING: say(
                "One of your skyscrapers is there; you can rebuild only instead of acquiring land."
            ),
        }[refusal.code]

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Also what it tears down and empties, and which streets it counts on."""
        board, lines = self.board, []
        if torn := self.torn_down(say):
            lines.append(say("Tears down {tiles}.", tiles=say.list(torn)))
        if emptied := sorted(event.a or 0 for event in events if event.kind == n.WORKER_OUT):
            lines.append(
                say.many(
                    "Lot {lots} becomes empty and takes {n} worker.",
                    "Lots {lots} become empty and take {n} workers.",
                    len(emptied),
                    lots=lot_list(board, say, emptied),
                )
            )
        codes = {board.streets[street].code for street in board.placements[self.placement].streets}
        if streets := streets_in_play(board, self.view, codes, say):
            lines.append(say("Counts on {streets}.", streets=say.list(streets)))
        return lines + super().preview(after, events, names, say)


def chosen_tile(board: Board, view: View, say: Translator) -> str:
    """The name of the skyscraper whose squares are being chosen."""
    assert view.tile is not None
    return tile_name(board, say, board.tile_number[view.tile])


def not_your_land(board: Board, view: View, square: int, say: Translator) -> str:
    """Who owns a square, if not the seat to act."""
    row = board.squares[square]
    lot = view.lots.get(row.lot)
    if lot is None:
        return say("{square} is not in this game: its district is left out.", square=row.id)
    if lot.owner is None:
        return say("{square} is not your land: nobody owns it.", square=row.id)
    return say("{square} is not your land: another player owns it.", square=row.id)


def why_nothing(
    board: Board, view: View, part: str, refused: Mapping[int, Refusal], say: Translator
) -> list[str]:
    """Why no placement of the chosen skyscraper covers a square; empty for other parts."""
    square = board.square_number.get(part.removeprefix("square-"))
    if view.tile is None or square is None or not part.startswith("square-"):
        return []
    name, lot = board.squares[square].id, board.squares[square].lot
    if lot not in view.acting.lots:
        return [not_your_land(board, view, square, say)]
    chosen = board.tile_number[view.tile]
    for row in view.skyscrapers:
        if name in row.squares and (stays := _why_it_stays(board, view, chosen, row)):
            return [Place(board, n.PLACE, view).why_not(stays, say)]
    around = [
        n.PLACE + placement
        for placement in board.shape_placements[board.tile_shape[chosen]]
        if square in board.placements[placement].squares
    ]
    if any(action not in refused for action in around):
        return []
    tile = tile_name(board, say, chosen)
    if not around:
        return [
            say("{tile} cannot cover {square} and have a side on a street or park.", tile=tile, square=name)
        ]
    able = [action for action in around if refused[action].code != n.NOT_YOUR_LAND]
    if not able:
        lacking = say(
            "{tile} does not fit around {square}: you have too little land there.", tile=tile, square=name
        )
        return [lacking]
    return list(dict.fromkeys(Place(board, action, view).why_not(refused[action], say) for action in able))


def _why_it_stays(board: Board, view: View, chosen: int, row: Skyscraper) -> Refusal | None:
    """NY-52, NY-53: why no placement of the chosen skyscraper can replace this one."""
    if view.came_from != "turn":
        return Refusal(n.NO_REBUILDING)
    if GENERATIONS.index(row.generation) >= GENERATIONS.index(board.tiles[chosen].generation):
        return Refusal(n.TOO_NEW, board.tile_number[row.tile])
    return None


# --- action cards and the end of the turn ------------------------------------------------------------


class ActionCard(Action):
    """Play an action card."""

    card: ClassVar[int]

    def name(self, say: Translator) -> str:
        return action_name(self.board, say, self.card)

    def text(self, say: Translator) -> str:
        text = say.name(self.board.actions[self.card], "text")
        return say("Play {card}: {text}", card=self.name(say), text=text)

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Action cards"),)

    def parts(self) -> tuple[str, ...]:
        return (f"action-{ACTION_CARDS[self.card]}",)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        assert refusal.code == n.CARD_PLAYED
        return say("You have already played {card}.", card=self.name(say))

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Also what the card is worth if it is kept."""
        points = points_text(say, self.board.final.unused_action_card)
        kept = say("Unused, this card is worth {points} at the end.", points=points)
        return [*super().preview(after, events, names, say), kept]


class Boom(ActionCard):
    """Construction Boom: build a second skyscraper."""

    first = n.BOOM
    card = n.BOOM_CARD
    example = "boom"

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NOTHING_BUILT:
            return say("You can play Construction Boom only after the first skyscraper of the turn.")
        if refusal.code == n.END_TRIGGERED:
            return say(
                "Your first skyscraper triggered the end of the game, so you cannot build a second one."
            )
        if refusal.code == n.NO_ROOM:
            return say("No second skyscraper fits on your vacant land.")
        return super().reason(refusal, say)


class Shift(ActionCard):
    """Market Shift: four new cards in the open market."""

    first = n.SHIFT
    card = n.SHIFT_CARD
    example = "shift"

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.TURN_BEGUN:
            return say("You can play Market Shift only at the start of a turn, before anything else.")
        if refusal.code == n.FUTURE_TOO_SMALL:
            count = self.view.future.count
            return say("The future market has too few cards for Market Shift: {n}.", n=count)
        return super().reason(refusal, say)


class Grab(ActionCard):
    """Land Grab: acquire another lot of two squares."""

    first = n.GRAB
    card = n.GRAB_CARD
    example = "grab"

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NO_WORKER:
            return say("Land Grab needs a worker in reserve.")
        if refusal.code == n.BIG_LOT:
            return say("You cannot play Land Grab in a turn in which you acquire a three-square lot.")
        if refusal.code == n.FUTURE_TOO_SMALL:
            return say("You cannot play Land Grab when the future market is empty.")
        if refusal.code == n.NO_SMALL_CARD:
            return say("The open market has no card for a two-square lot.")
        return super().reason(refusal, say)


class End(Action):
    """End the turn."""

    first = n.END
    example = "end"

    def text(self, say: Translator) -> str:
        if self.view.phase in ("build", "turn"):
            return say("End the turn without building")
        return say("End the turn")

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("End"),)

    def reason(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.CANNOT_PASS:
            return say("You cannot pass: take a lot card, or demolish and rebuild.")
        assert refusal.code == n.MUST_BUILD
        return say("You cannot pass: you have no worker in reserve, so you must build or rebuild.")


# --- what the seat to act decides --------------------------------------------------------------------


def prompt(board: Board, view: View, legal: frozenset[type[Kind[Board, View]]], say: Translator) -> str:
    if view.phase == "turn":
        return _prompt_turn(view, TakeCard in legal, ChooseTile in legal, say)
    if view.card is not None:
        return say("Put a worker on a free lot: {card}.", card=card_text(board, say, view.card))
    if view.tile is not None:
        return say("Choose the squares for {tile}.", tile=chosen_tile(board, view, say))
    if view.phase == "build" and ChooseTile not in legal:
        return say("No skyscraper fits on your land: end the turn, or play Land Grab if you can.")
    return {
        "build": say("Build a skyscraper on your land, or end the turn."),
        "after": say("Play an action card, or end the turn."),
        "grab": say("Land Grab: take a card for a two-square lot."),
        "boom": say("Construction Boom: choose a second skyscraper."),
        "blocked": say("You have no worker and nothing to build: give a lot back."),
        "done": say("Your turn is complete: end it, or undo."),
    }[view.phase]


def _prompt_turn(view: View, may_acquire: bool, may_build: bool, say: Translator) -> str:
    if may_acquire and may_build:
        if view.is_last_turn:
            return say("Your last turn: take a lot card, or demolish and rebuild.")
        return say("Your turn: take a lot card, or demolish and rebuild.")
    if may_acquire:
        if view.is_last_turn:
            return say("Your last turn: take a lot card. You cannot rebuild now.")
        return say("Your turn: take a lot card. You cannot rebuild now.")
    if not view.so_far.grabbed:
        return say("All your workers are on the map: choose a skyscraper to build.")
    if may_build:
        return say("Choose a skyscraper to build, or end the turn.")
    return say("No skyscraper fits on your land: end the turn.")


MOVES = Kinds(
    TakeCard, PutWorker, GiveBack, ChooseTile, Boom, Shift, Grab, End, Place,
    prompt=prompt, unfitting=(n.OTHER_SHAPE,),
)  # fmt: skip


# --- for newcomers -----------------------------------------------------------------------------------

Hint = tuple[str, str]  # id, sentence


def hints(board: Board, view: View, say: Translator) -> list[Hint]:
    """At most two hints for the seat to act."""
    found = _turn_hints(board, view, say) if view.phase == "turn" else _other_hints(board, view, say)
    return found[:2]


def _turn_hints(board: Board, view: View, say: Translator) -> list[Hint]:
    found = _quiet_hint(board, view, say)
    if view.ending:
        found.append(
            (
                "last-turn",
                say("This is your last turn. Unused action cards are worth a point each at the end."),
            )
        )
    if view.acting.workers == 0 and not view.so_far.grabbed:
        found.append(
            (
                "no-worker",
                say("All your workers are on empty lots. Building on a lot brings its worker back."),
            )
        )
    if view.acting.generation != "bronze" and view.turn < 12 * board.players:
        found.append(
            (
                "rebuild",
                say(
                    "Instead of acquiring land, you may tear down your older skyscrapers for a newer one. You"
                    " keep their points."
                ),
            )
        )
    if view.turn < board.players:
        found += _first_hints(board, say)
    return found


def _first_hints(board: Board, say: Translator) -> list[Hint]:
    return [
        (
            "goal",
            say(
                "The most points win. Skyscrapers score when you build them, three streets at the end."
                " The end comes when somebody has only {n} left to build, or the lot cards run out.",
                n=board.end.unbuilt_left,
            ),
        ),
        (
            "first-turn",
            say(
                "Take a card from the open market: it shows the colour and size of the lot you acquire."
                " Lots side by side make room for larger skyscrapers."
            ),
        ),
    ]


def _other_hints(board: Board, view: View, say: Translator) -> list[Hint]:
    own, phase = view.acting, view.phase
    found = _quiet_hint(board, view, say) if phase == "build" else []
    if phase == "lot":
        found.append(
            ("lot", say("A skyscraper needs a side on a street or park, and may span several of your lots."))
        )
    if phase == "build" and own.generation == "bronze":
        found.append(
            (
                "silver",
                say(
                    "You need {silver} points for silver skyscrapers,"
                    " and {gold} for gold and legendary ones.",
                    silver=view.thresholds.silver,
                    gold=view.thresholds.gold,
                ),
            )
        )
    if phase == "place":
        found.append(
            (
                "place",
                say("Covering one square of a lot brings its worker back; the rest of the lot stays yours."),
            )
        )
    if phase in ("build", "after") and own.until_end == 1 and not view.ending:
        found.append(("warn", say("Your next skyscraper triggers the end of the game.")))
    if phase == "after" and "boom" in own.actions:
        found.append(
            ("cards", say("Each action card can be played once; unused ones are worth a point each."))
        )
    return found


def _quiet_hint(board: Board, view: View, say: Translator) -> list[Hint]:
    """NY-82: a warning before the last turn without a skyscraper."""
    limit = board.rulings.stalemate_rounds * board.players
    if view.ending or view.turns_without_building != limit - 1:
        return []
    return [
        (
            "quiet",
            say(
                "Nobody has built for a long time. If you do not build now, you trigger the end and this is"
                " your last turn."
            ),
        )
    ]
