"""Skytopia: the kinds of moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rooftop.engine.refusals import NOT_NOW, Refusal
from rooftop.game.actions import Choice, Kind, Kinds, Things, numbered
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator, capital, points_text
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, floor_id, slot_id
from rooftop.titles.skytopia.parts.effects import limits
from rooftop.titles.skytopia.parts.words import (
    ability_text,
    card_name,
    cards,
    coins,
    effect_text,
    gains,
    rounds,
    sent_home,
    slot_name,
    tower_name,
)
from rooftop.titles.skytopia.schema import COLOURS, SIDES, Colour, EffectKind, Foundation, Side
from rooftop.titles.skytopia.view import DialFace, Phase, Slot, Standing, View

SLOT_IDS = [slot_id(slot) for slot in range(n.SLOTS)]
FLOOR_IDS = [floor_id(floor) for floor in range(n.FLOORS)]
SLOT = Things[Board]("slot", lambda board: SLOT_IDS)
FLOOR = Things[Board]("floor", lambda board: FLOOR_IDS)
COLOUR = Things[Board]("colour", lambda board: COLOURS)
SIDE = Things[Board]("side", lambda board: SIDES)
FACE, TILE = numbered("face", n.FACES), numbered("tile", n.TILES)
GOLEM, STEPS = numbered("golem", n.GOLEMS), numbered("number of steps", n.STEPS)


class Action(Kind[Board, View]):
    """What all kinds of moves share."""

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        """By default, what must be decided first."""
        assert refusal.code == NOT_NOW
        if self.view.phase == "effect":
            effects: dict[EffectKind, str] = {
                "gain": say("Resolve the effect first: use it or skip it."),
                "pay_for_pp": say("Resolve the effect first: use it or skip it."),
                "rotate": say("Resolve the effect first: rotate a golem or skip it."),
                "move": say("Resolve the effect first: move a golem or skip it."),
                "build_card": say("Resolve the effect first: take a card or skip it."),
                "free_golem": say("Resolve the effect first: place a free golem or skip it."),
            }
            activate = say("Resolve the effect first: choose a card to activate, or skip it.")
            return effects.get(self.view.effect.kind, activate)
        return {
            "draft": say("Choose an ability tile first."),
            "side": say("Choose a side of your ability tile first."),
            "preliminary": say("Place your starting golem first, with the start face."),
            "complete": say("First choose which finished card to add next."),
            "towers": say("First choose which tower to activate next."),
            "ability": say("Your ability comes first: pay to rotate a golem, or skip it."),
            "recall": say("You have no golem at home: first recall one from the market."),
            "assign": say("You must assign a golem to a card now."),
            "end": say("All that is left is to end your turn."),
        }[self.view.phase]

    def prices(self, after: View, say: Translator) -> list[Price]:
        """Coins, golems at home and cards of the city."""
        own, then = self.view.own, after.seats[self.view.to_act]
        money, home, taken = then.coins - own.coins, then.home - own.home, then.cards - own.cards
        found = [
            Price("sign-coin", money, coins(say, abs(money))),
            Price(f"die-{own.id}-0", home, say.many("{n} golem at home", "{n} golems at home", abs(home))),
            Price("sign-card", taken, cards(say, taken)),
        ]
        return [price for price in found if price.change]

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """What others gain, what comes of the card, and what guild masters will give for it."""
        lines = [*self.gains_of_others(events, names, say), *self.outlook(after, names, say)]
        for guild, then in zip(self.view.guilds, after.guilds, strict=True):
            more = then.scores[self.view.to_act] - guild.scores[self.view.to_act]
            if more:
                name = say.name(self.board.guild(guild.id))
                lines.append(
                    say("{guild}: {points} more at the end.", guild=name, points=points_text(say, more))
                )
        return lines

    def outlook(self, after: View, names: Sequence[str], say: Translator) -> list[str]:
        """What will come of the card that the move is about."""
        return []

    def gains_of_others(self, events: Sequence[Event], names: Sequence[str], say: Translator) -> list[str]:
        """Lines for the coins that others gain."""
        gained = [0] * len(names)
        for kind, who, _, b in events:
            if kind in (n.TOWER_GAVE, n.CARD_GAVE, n.USED_ABILITY):
                gained[who] += (b or 0) % n.COINS_BITS
            elif kind in (n.COMPLETED, n.TAKEN):
                for other, sent in sent_home(b or 0, len(names)):
                    gained[other] += sent * self.board.rules.compensation_coins * (other != who)
        return [
            say("{player} gains {coins}.", player=names[other], coins=coins(say, count))
            for other, count in enumerate(gained)
            if count and other != self.view.to_act
        ]

    def race(self, old: Slot, after: View, names: Sequence[str], say: Translator) -> list[str]:
        """Who will take a card as things stand. Rounds count from before the move, which may end a round."""
        new = after.slot(old.slot)
        if new.card != old.card or new.taker is None or new.rounds is None:
            return []
        if new.too_late:  # ST-66
            return [say("The game ends before anyone takes the card.")]
        when = rounds(say, new.rounds + after.round - self.view.round)
        first, stood = new.golems[0], {(golem.seat, golem.golem, golem.face) for golem in old.golems}
        if new.taker != self.view.to_act:
            return [
                say(
                    "{player} takes the card before you, {rounds}: your golem comes home with {coins}.",
                    player=names[new.taker],
                    rounds=when,
                    coins=coins(say, self.board.rules.compensation_coins),
                )
            ]
        if (first.seat, first.golem, first.face) in stood:  # ST-25
            return [
                say(
                    "Another golem of yours takes the card earlier, {rounds}; this one goes home with it.",
                    rounds=when,
                )
            ]
        lines = [say("As things stand, you take the card {rounds}.", rounds=when)]
        if old.taker is not None and old.taker != self.view.to_act:
            player = names[old.taker]
            lines.append(say("You overtake {player}, who will get coins instead.", player=player))
        return lines

    def card_on(self, slot: Slot, say: Translator) -> str:
        """'Airship Dock (gold 2)'."""
        where = slot_name(self.board, say, slot.colour, slot.row)
        return f"{card_name(self.board, say, slot.card or '')} ({where})"


class OfSlot(Action):
    """A move that chooses a card of the market."""

    slot = Choice(SLOT, n.SLOTS)

    @cached_property
    def spot(self) -> Slot:
        """What lies there."""
        return self.view.slot(SLOT_IDS[self.slot])

    def parts(self) -> tuple[str, ...]:
        in_use = self.slot % n.ROWS < self.board.setup.market_rows
        return (f"card-{SLOT_IDS[self.slot]}",) if in_use else ()

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NO_CARD:
            where = slot_name(self.board, say, self.spot.colour, self.spot.row)
            return say("There is no card at {slot}.", slot=where)
        return super().why_not(refusal, say)


class ToSlot(OfSlot):
    """A move that brings a golem to a card of the market."""

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.FACE_SHOWN:
            return say("A golem on that card already shows face {face}; choose another card.", face=refusal.a)
        return super().why_not(refusal, say)

    def outlook(self, after: View, names: Sequence[str], say: Translator) -> list[str]:
        return self.race(self.spot, after, names, say)


class OfGolem(Action):
    """A move that chooses a golem on the market."""

    golem = Choice(GOLEM, n.GOLEMS)

    @property
    def standing(self) -> Standing:
        """Where a golem that may be chosen stands."""
        found = self.view.own.golems[self.golem].standing
        assert found is not None
        return found

    @property
    def stood_on(self) -> Slot:
        return self.view.slot(self.standing.slot)

    def parts(self) -> tuple[str, ...]:
        return (f"golem-{self.golem + 1}",)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NO_SUCH_GOLEM:
            return say("There is no such golem.")
        if refusal.code == n.GOLEM_AT_HOME:
            return say("That golem is at home; choose one on the market.")
        if refusal.code == n.ON_OWN_CARD:
            return say("An effect never touches golems on its own card; choose another golem.")
        if refusal.code == n.ON_CHAIN:
            return say(
                "In this game, golems on the card that activated this one are safe; choose another golem."
            )
        return super().why_not(refusal, say)


class Assign(ToSlot):
    """Assign a golem to a card of the market; before the first turn, put it there."""

    first = n.ASSIGN_TO
    example = "assign gold-2 5"
    slot = Choice(SLOT, n.SLOTS)
    face = Choice(FACE, n.FACES)

    @property
    def row(self) -> DialFace:
        dial = self.view.dial
        return dial.faces[self.board.rounds(self.face + 1, dial.turned)]

    def text(self, say: Translator) -> str:
        card, row = self.card_on(self.spot, say), self.row
        if self.view.phase == "preliminary":
            return say(
                "Place your first golem on {card}: finished {rounds}",
                card=card,
                rounds=rounds(say, row.rounds),
            )
        return say(
            "Assign a golem to {card}: {price}, done {rounds}, face {face}",
            card=card,
            face=row.face,
            price=coins(say, row.price or 0),
            rounds=rounds(say, row.rounds),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        if self.view.phase == "preliminary":
            return (say("Place your first golem"),)
        effect = effect_text(self.board, say, self.spot.card or "")
        return say("Assign a golem"), f"{self.card_on(self.spot, say)}: {effect}"

    def parts(self) -> tuple[str, ...]:
        card = super().parts()
        return (*card, f"face-{self.face + 1}") if card else ()

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.OTHER_FACE:
            return say("A first golem must show face {face}.", face=refusal.a)
        if refusal.code == n.AT_HAMMERS:
            return say("Face {face} is at the hammers; choose another one.", face=self.face + 1)
        if refusal.code == n.FACE_SHOWN and self.view.phase == "preliminary":
            return say("That card already has a golem; choose a card without golems.")
        if refusal.code == n.FACE_SHOWN:
            return say(
                "A golem on that card already shows face {face}; choose another face or card.",
                face=refusal.a,
            )
        if refusal.code == n.TOO_DEAR:
            return say(
                "Face {face} costs {price}; you have {coins}.",
                face=self.face + 1,
                price=coins(say, refusal.a),
                coins=coins(say, self.view.own.coins),
            )
        return super().why_not(refusal, say)


class Recall(OfGolem):
    """Recall a golem from the market."""

    first = n.RECALL
    example = "recall 3"

    def text(self, say: Translator) -> str:
        golem = self.standing
        return say(
            "Recall the golem with face {face} from {card}",
            face=golem.face,
            card=self.card_on(self.stood_on, say),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Recall a golem"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.LOST_FOR_GOOD:
            return say(
                "You could not assign that golem again: face {face} costs {price}. Recall another one.",
                face=refusal.a,
                price=coins(say, refusal.b),
            )
        return super().why_not(refusal, say)


class Rotate(OfGolem):
    """Rotate a golem towards the hammers."""

    first = n.ROTATE
    example = "rotate 3 2"
    golem = Choice(GOLEM, n.GOLEMS)
    steps = Choice(STEPS, n.STEPS)

    def text(self, say: Translator) -> str:
        golem = self.standing
        left = golem.rounds - self.steps - 1
        return say.many(
            "Rotate the golem on {card} by {n} step, from {old} to {new}: finished {rounds}",
            "Rotate the golem on {card} by {n} steps, from {old} to {new}: finished {rounds}",
            self.steps + 1,
            card=self.card_on(self.stood_on, say),
            old=golem.face,
            new=self.view.dial.faces[left].face,
            rounds=rounds(say, left),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Rotate a golem"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.OTHER_STEPS and refusal.a < refusal.b:
            return say.many(
                "This rotates a golem by up to {n} step.",
                "This rotates a golem by up to {n} steps.",
                refusal.b,
            )
        if refusal.code == n.OTHER_STEPS:
            return say.many(
                "This rotates a golem by {n} step.", "This rotates a golem by {n} steps.", refusal.b
            )
        if refusal.code == n.PAST_HAMMERS:
            return say("You cannot rotate a golem to the hammers or past them.")
        if refusal.code == n.FACE_SHOWN:
            return say(
                "A golem on that card already shows face {face}; choose another golem.", face=refusal.a
            )
        return super().why_not(refusal, say)

    def outlook(self, after: View, names: Sequence[str], say: Translator) -> list[str]:
        return self.race(self.stood_on, after, names, say)


class Move(ToSlot, OfGolem):
    """Move a golem to another card, or place it there for free."""

    first = n.MOVE
    example = "move 3 gold-2"
    golem = Choice(GOLEM, n.GOLEMS)
    slot = Choice(SLOT, n.SLOTS)

    def text(self, say: Translator) -> str:
        golem, other = self.standing, self.card_on(self.spot, say)
        card = self.card_on(self.stood_on, say)
        if self.view.effect.kind == "free_golem":
            return say(
                "Move the golem on {card} to {other} for free: finished {rounds}",
                card=card,
                other=other,
                rounds=rounds(say, n.FACES - 1),
            )
        return say(
            "Move the golem with face {face} from {card} to {other}", face=golem.face, card=card, other=other
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        golem = self.standing
        return say("Move a golem"), say(
            "Face {face}, from {card}", face=golem.face, card=self.card_on(self.stood_on, say)
        )

    def parts(self) -> tuple[str, ...]:
        card = OfSlot.parts(self)
        return (*OfGolem.parts(self), *card) if card else ()

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.ALREADY_THERE:
            return say("The golem is already on that card; choose another one.")
        return super().why_not(refusal, say)


class PlaceFree(ToSlot):
    """Place a golem from home for free: the red foundation."""

    first = n.FREE
    example = "free gold-2"

    def text(self, say: Translator) -> str:
        return say(
            "Place a free golem on {card}: finished {rounds}",
            card=self.card_on(self.spot, say),
            rounds=rounds(say, n.FACES - 1),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Place a free golem"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NO_GOLEM_AT_HOME:
            return say("You have no golem at home.")
        return super().why_not(refusal, say)


class TakeCard(OfSlot):
    """Take another card of the market by an effect."""

    first = n.BUILD
    example = "build gold-2"

    def text(self, say: Translator) -> str:
        return say("Take {card} into your city", card=self.card_on(self.spot, say))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Take a card"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.ON_OWN_CARD:
            return say("The card cannot take itself; choose another one.")
        if refusal.code == n.ON_CHAIN:
            return say("In this game, a card cannot take the one that activated it; choose another one.")
        if refusal.code == n.TOO_MANY_ROUNDS:
            return say.many(
                "You need a golem on that card with at most {n} round left.",
                "You need a golem on that card with at most {n} rounds left.",
                refusal.a,
            )
        return super().why_not(refusal, say)

    def outlook(self, after: View, names: Sequence[str], say: Translator) -> list[str]:
        return [say("This does not activate the tower.")]


class Activate(Action):
    """Activate a card by the effect of another one."""

    def card(self) -> str | None:
        """The card or foundation that would work; None if there is none."""
        raise NotImplementedError

    def text(self, say: Translator) -> str:
        card = self.card() or ""
        return say(
            "Activate {card}: {effect}",
            card=card_name(self.board, say, card),
            effect=effect_text(self.board, say, card),
        )

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Activate a card"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.IN_VAIN:
            return say(
                "{card} would have no effect now; choose another card.",
                card=capital(card_name(self.board, say, self.card() or "")),
            )
        reasons = {
            n.NO_CARD: say("There is no card there."),
            n.BEING_RESOLVED: say(
                "A card that is being resolved cannot be activated again; choose another one."
            ),
            n.IS_LABORATORY: say("A Laboratory has no effect during the game; choose another card."),
            n.OTHER_ROW: say("This activates a card in its own row; choose one there."),
            n.NOT_IN_CITY: say("This activates a card in your city; choose one there."),
            n.NOT_ON_TOP: say("This activates the top card of a tower; choose one of those."),
            n.OTHER_CREST: say(
                "This activates a card with the crest of your purple foundation; choose one of those."
            ),
        }
        return reasons[refusal.code] if refusal.code in reasons else super().why_not(refusal, say)


class ActivateMarket(Activate, OfSlot):
    """Activate a card of the market."""

    first = n.ACTIVATE
    example = "activate market gold-2"
    slot = Choice(SLOT, n.SLOTS)

    def card(self) -> str | None:
        return self.spot.card


class ActivateCity(Activate):
    """Activate a card of one's city, or a foundation: gold-0 is that of the gold tower."""

    first = n.ACTIVATE + n.CITY
    example = "activate city gold-2"
    floor = Choice(FLOOR, n.FLOORS, part="spot")

    def card(self) -> str | None:
        number, level = divmod(self.floor, n.LEVELS)
        colour = COLOURS[number]
        tower = (self.board.foundation(colour).id, *self.view.own.towers[colour])
        return tower[level] if level < len(tower) else None


class StartTower(Action):
    """Activate this tower next."""

    first = n.TOWER
    example = "tower gold"
    colour = Choice(COLOUR, n.COLOURS)

    @property
    def tower(self) -> Colour:
        return COLOURS[self.colour]

    def text(self, say: Translator) -> str:
        return say("Activate the {tower} next", tower=tower_name(self.board, say, self.tower))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Activate a tower"),)

    def parts(self) -> tuple[str, ...]:
        return (f"tower-{self.tower}",)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NOT_GROWN:
            tower = tower_name(self.board, say, self.tower)
            return say("The {tower} has not grown this turn.", tower=tower)
        return super().why_not(refusal, say)


class Complete(OfSlot):
    """Add this finished card to its tower next."""

    first = n.FINISH
    example = "complete gold-2"

    def text(self, say: Translator) -> str:
        return say("Add {card} next", card=self.card_on(self.spot, say))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Add a finished card"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.NOT_TO_ORDER:
            return say("Choose one of your finished cards that share a colour.")
        return super().why_not(refusal, say)


class TakeTile(Action):
    """Choose an ability tile."""

    first = n.TAKE
    example = "tile 3"
    tile = Choice(TILE, n.TILES, part="tile")

    def text(self, say: Translator) -> str:
        tile = self.tile + 1
        a, b = (ability_text(self.board, say, f"{tile}{side}") for side in SIDES)
        return say("Take ability tile {tile}. A: {a} B: {b}", tile=tile, a=a, b=b)

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Choose an ability"),)

    def why_not(self, refusal: Refusal, say: Translator) -> str:
        if refusal.code == n.TILE_TAKEN:
            return say("That ability tile is taken; choose another one.")
        return super().why_not(refusal, say)


class ChooseSide(Action):
    """Choose a side of one's ability tile."""

    first = n.SIDE
    example = "side B"
    side = Choice(SIDE, n.SIDES, part="side")

    @property
    def up(self) -> Side:
        return SIDES[self.side]

    def text(self, say: Translator) -> str:
        text = ability_text(self.board, say, f"{self.view.own.tile}{self.up}")
        return say("Choose side {side}: {text}", side=self.up, text=text)

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Choose an ability"),)


class Use(Action):
    """Use an effect: take what it gives, or pay for points."""

    first = n.USE
    example = "use"

    def text(self, say: Translator) -> str:
        row = self.board.by_id[self.view.effect.card]
        if isinstance(row, Foundation) and row.kind == "pay_for_pp":
            return say("Pay {coins} for {gains}", coins=coins(say, row.pay), gains=points_text(say, row.pp))
        return say("Take {gains}", gains=gains(say, row.pp * n.COINS_BITS + row.coins))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Use or skip"),)

    def parts(self) -> tuple[str, ...]:
        return ("use",)


class Skip(Action):
    """Skip an effect or the ability."""

    first = n.SKIP
    example = "skip"

    def text(self, say: Translator) -> str:
        if self.view.phase == "ability":
            return say("Skip your ability")
        return say("Skip the effect of {card}", card=card_name(self.board, say, self.view.effect.card))

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("Use or skip"),)

    def parts(self) -> tuple[str, ...]:
        return ("skip",)


class End(Action):
    """End the turn."""

    first = n.END
    example = "end"

    def text(self, say: Translator) -> str:
        return say("End the turn")

    def heading(self, say: Translator) -> tuple[str, ...]:
        return (say("End"),)

    def preview(
        self, after: View, events: Sequence[Event], names: Sequence[str], say: Translator
    ) -> list[str]:
        """Nothing: what follows belongs to other turns."""
        return []


# --- what the seat to act decides -------------------------------------------------------------------


def prompt(board: Board, view: View, legal: frozenset[type[Kind[Board, View]]], say: Translator) -> str:
    """What is decided now, and how many turns are left near the end."""
    asked = _prompt_effect(board, view, say) if view.phase == "effect" else _prompt_phase(view, say)
    if view.ending == "last-but-one":
        return asked + " " + say("You have one more turn after this.")
    return asked + " " + say("This is your last turn.") if view.ending else asked


def _prompt_phase(view: View, say: Translator) -> str:
    return {
        "draft": say("Choose an ability tile."),
        "side": say("Choose a side of your ability tile."),
        "preliminary": say("Place your first golem on a card without golems."),
        "complete": say("You finished several cards of the same colour. Which one do you add first?"),
        "towers": say("Several towers have grown. Which one do you activate next?"),
        "ability": say("Your ability: pay to rotate a golem, or skip it."),
        "recall": say("You have no golem at home: recall one from the market."),
        "assign": say("Assign a golem: choose a card and a face of the chronometer."),
        "end": say("End your turn, or undo."),
    }[view.phase]


def _prompt_effect(board: Board, view: View, say: Translator) -> str:
    card = capital(card_name(board, say, view.effect.card))
    return {
        "gain": say("{card}: take what it gives, or skip it.", card=card),
        "pay_for_pp": say("{card}: pay for prestige, or skip it.", card=card),
        "rotate": say("{card}: rotate one of your golems, or skip it.", card=card),
        "move": say("{card}: move one of your golems to another card, or skip it.", card=card),
        "build_card": say("{card}: take another card into your city, or skip it.", card=card),
        "free_golem": say("{card}: place a free golem, or skip it.", card=card),
        "activate_top": say("{card}: activate the top card of a tower, or skip it.", card=card),
        "activate_row": say("{card}: activate a card in the same row, or skip it.", card=card),
        "activate_crest": say("{card}: activate a card with the same crest, or skip it.", card=card),
    }[view.effect.kind]


MOVES = Kinds(
    Assign,
    Recall,
    Rotate,
    Move,
    PlaceFree,
    TakeCard,
    ActivateMarket,
    ActivateCity,
    StartTower,
    Complete,
    TakeTile,
    ChooseSide,
    Use,
    Skip,
    End,
    prompt=prompt,
)


def hints(board: Board, view: View, say: Translator) -> list[tuple[str, str]]:
    """At most two hints for the seat to act, as (id, sentence)."""
    hints = _assign_hints(board, view, say) if view.phase == "assign" else _other_hints(view.phase, say)
    return [(name, sentence) for name, applies, sentence in hints if applies][:2]


def _assign_hints(board: Board, view: View, say: Translator) -> list[tuple[str, bool, str]]:
    return [
        (
            "final-round",
            view.ending == "final",
            say("This is the last round: a golem assigned now will not finish, but it scores a point."),
        ),
        (
            "last-but-one",
            view.ending == "last-but-one",
            say("A deck is empty: after this round, only one more is left to finish projects."),
        ),
        (
            "first-golem",
            view.round == 1,
            say(
                "Choose a card, then a face: the sooner it reaches the hammers, the more it costs. The card"
                " works at once, and again whenever its tower grows."
            ),
        ),
        (
            "prestige",
            view.round == 1,
            say("PP are prestige points. The player with the most at the end wins."),
        ),
        (
            "no-coins",
            view.own.coins == 0,
            say("Without coins you can only use the free face, which takes five rounds."),
        ),
        (
            "overtake",
            any(len(slot.golems) > 1 for slot in view.market),
            say(
                "The first golem to finish takes the card. Every other golem on it goes home, and its owner"
                " gets {coins}.",
                coins=coins(say, board.rules.compensation_coins),
            ),
        ),
    ]


def _other_hints(phase: Phase, say: Translator) -> list[tuple[str, bool, str]]:
    return [
        (
            "recall",
            phase == "recall",
            say(
                "All your golems are at work. The one you recall leaves its card, and you get nothing for it."
            ),
        ),
        (
            "towers",
            phase == "towers",
            say("Order matters: golems moved and coins gained by one tower may help the next."),
        ),
        (
            "order",
            phase == "complete",
            say("The card you add first is lower in the tower and works first; the last one is on top."),
        ),
        ("effect", phase == "effect", limits(say)),
        (
            "ability",
            phase == "ability",
            say("A golem one step closer to the hammers may overtake another."),
        ),
        (
            "ability-choice",
            phase in ("draft", "side"),
            say(
                "The tile's colour decides where your first golem starts, unless there is a preliminary turn."
                " Side B is for the adventurous."
            ),
        ),
    ]
