"""Skytopia: moves as notation and sentences.

assign gold-2 5        assign a golem with face 5 to the second gold card of the market (also preliminary)
recall 3               recall your third golem from the market
rotate 3 2             rotate your third golem by 2 steps
move 3 gold-2          move your third golem to that card
free gold-2            place a golem there for free (red foundation)
build gold-2           take that card with an effect
activate market gold-2 activate that card of the market
activate city gold-2   activate the second card of your gold tower; gold-0 is its foundation
tower gold             activate this tower next
complete gold-2        add this finished card to its tower next
tile 3, side B         choose an ability
use, skip, end         use or skip an effect, end the turn
"""

from __future__ import annotations

from rooftop.errors import MoveError
from rooftop.game.notation import one_of
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, floor_id, slot_id
from rooftop.titles.skytopia.log import sent_home
from rooftop.titles.skytopia.phrases import (
    ability_text,
    card_name,
    cards,
    coins,
    effect_text,
    gains,
    points,
    rounds,
    slot_name,
    tower_name,
)
from rooftop.titles.skytopia.schema import COLOURS, SIDES, Foundation
from rooftop.titles.skytopia.view import DialFace, Standing, View

SLOT_IDS = [slot_id(slot) for slot in range(n.SLOTS)]
FLOOR_IDS = [floor_id(floor) for floor in range(n.FLOORS)]


def names(board: Board, language: str) -> list[str]:
    """Default names of the seats: their cities."""
    return [city.name[language] for city in board.cities[: board.players]]


# --- notation ---------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action in notation."""
    if action < n.RECALL:
        slot, face = divmod(action - n.ASSIGN_TO, n.FACES)
        return f"assign {slot_id(slot)} {face + 1}"
    if action < n.ROTATE:
        return f"recall {action - n.RECALL + 1}"
    if action < n.MOVE:
        golem, steps = divmod(action - n.ROTATE, n.STEPS)
        return f"rotate {golem + 1} {steps + 1}"
    if action < n.FREE:
        golem, slot = divmod(action - n.MOVE, n.SLOTS)
        return f"move {golem + 1} {slot_id(slot)}"
    if action < n.BUILD:
        return f"free {slot_id(action - n.FREE)}"
    if action < n.ACTIVATE:
        return f"build {slot_id(action - n.BUILD)}"
    if action < n.TOWER:
        spot = action - n.ACTIVATE
        if spot < n.CITY:
            return f"activate market {slot_id(spot)}"
        return f"activate city {floor_id(spot - n.CITY)}"
    if action < n.FINISH:
        return f"tower {COLOURS[action - n.TOWER]}"
    if action < n.TAKE:
        return f"complete {slot_id(action - n.FINISH)}"
    if action < n.SIDE:
        return f"tile {action - n.TAKE + 1}"
    if action < n.USE:
        return f"side {SIDES[action - n.SIDE]}"
    return ("use", "skip", "end")[action - n.USE]


def parse(board: Board, text: str) -> int:
    """Read a move in notation. Raises MoveError with examples if it is not one."""
    words = text.lower().split()
    verb, rest = (words[0], words[1:]) if words else ("", [])
    golems = [str(k + 1) for k in range(n.GOLEMS)]

    def slot(word: str) -> int:
        return SLOT_IDS.index(one_of(text, word, SLOT_IDS, "market slot"))

    def golem(word: str) -> int:
        return golems.index(one_of(text, word, golems, "golem"))

    if verb in ("use", "skip", "end") and not rest:
        return {"use": n.USE, "skip": n.SKIP, "end": n.END}[verb]
    if verb == "assign" and len(rest) == 2:
        faces = [str(face) for face in range(1, n.FACES + 1)]
        return n.ASSIGN_TO + slot(rest[0]) * n.FACES + faces.index(one_of(text, rest[1], faces, "face"))
    if verb == "recall" and len(rest) == 1:
        return n.RECALL + golem(rest[0])
    if verb == "rotate" and len(rest) == 2:
        steps = [str(step) for step in range(1, n.STEPS + 1)]
        number = steps.index(one_of(text, rest[1], steps, "number of steps"))
        return n.ROTATE + golem(rest[0]) * n.STEPS + number
    if verb == "move" and len(rest) == 2:
        return n.MOVE + golem(rest[0]) * n.SLOTS + slot(rest[1])
    if verb in ("free", "build", "complete") and len(rest) == 1:
        return {"free": n.FREE, "build": n.BUILD, "complete": n.FINISH}[verb] + slot(rest[0])
    if verb == "activate" and len(rest) == 2:
        if one_of(text, rest[0], ("market", "city"), "area") == "market":
            return n.ACTIVATE + slot(rest[1])
        return n.ACTIVATE + n.CITY + FLOOR_IDS.index(one_of(text, rest[1], FLOOR_IDS, "city floor"))
    if verb == "tower" and len(rest) == 1:
        return n.TOWER + COLOURS.index(one_of(text, rest[0], COLOURS, "colour"))
    if verb == "tile" and len(rest) == 1:
        tiles = [str(tile) for tile in range(1, n.TILES + 1)]
        return n.TAKE + tiles.index(one_of(text, rest[0], tiles, "ability tile"))
    if verb == "side" and len(rest) == 1:
        return n.SIDE + SIDES.index(one_of(text, rest[0].upper(), SIDES, "side"))
    raise MoveError(
        f"{text!r} is not a move; moves look like 'assign gold-2 5', 'rotate 3 1', 'move 3 gold-2',"
        " 'activate city blue-1', 'tower gold', 'use', 'skip' and 'end'"
    )


# --- actions in words -------------------------------------------------------------------------------


def _face(view: View, face: int) -> DialFace:
    return next(row for row in view.dial.faces if row.face == face)


def _golem(view: View, golem: int) -> Standing:
    """A golem of the seat to act that stands on the market."""
    standing = view.own.golems[golem].standing
    assert standing is not None
    return standing


def _card_on(board: Board, view: View, slot: str, say: Translator) -> str:
    """'Airship Dock (gold 2)'."""
    card = view.slot(slot).card or ""
    return f"{card_name(board, say, card)} ({slot_name(board, say, slot)})"


def _target(board: Board, view: View, spot: int) -> str:
    """The id of the card or foundation at a spot."""
    if spot < n.CITY:
        return view.slot(slot_id(spot)).card or ""
    number, level = divmod(spot - n.CITY, n.LEVELS)
    colour = COLOURS[number]
    return view.own.towers[colour][level - 1] if level else board.foundation(colour).id


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action as a sentence."""
    if action < n.RECALL:
        slot, face = divmod(action - n.ASSIGN_TO, n.FACES)
        card, row = _card_on(board, view, slot_id(slot), say), _face(view, face + 1)
        if view.phase == "preliminary":
            return say(
                "Place your first golem on {card}: finished {rounds}",
                card=card,
                rounds=rounds(say, row.rounds),
            )
        return say(
            "Assign a golem to {card}: {price}, done {rounds}, face {face}",
            card=card,
            face=face + 1,
            price=coins(say, row.price or 0),
            rounds=rounds(say, row.rounds),
        )
    if action < n.ROTATE:
        golem = _golem(view, action - n.RECALL)
        return say(
            "Recall the golem with face {face} from {card}",
            face=golem.face,
            card=_card_on(board, view, golem.slot, say),
        )
    if action < n.MOVE:
        number, steps = divmod(action - n.ROTATE, n.STEPS)
        golem = _golem(view, number)
        left = golem.rounds - steps - 1
        return say.many(
            "Rotate the golem on {card} by {n} step, from {old} to {new}: finished {rounds}",
            "Rotate the golem on {card} by {n} steps, from {old} to {new}: finished {rounds}",
            steps + 1,
            card=_card_on(board, view, golem.slot, say),
            old=golem.face,
            new=view.dial.faces[left].face,
            rounds=rounds(say, left),
        )
    if action < n.FREE:
        number, slot = divmod(action - n.MOVE, n.SLOTS)
        golem = _golem(view, number)
        if view.effect.kind == "free_golem":
            return say(
                "Move the golem on {card} to {other} for free: finished {rounds}",
                card=_card_on(board, view, golem.slot, say),
                other=_card_on(board, view, slot_id(slot), say),
                rounds=rounds(say, n.FACES - 1),
            )
        return say(
            "Move the golem with face {face} from {card} to {other}",
            face=golem.face,
            card=_card_on(board, view, golem.slot, say),
            other=_card_on(board, view, slot_id(slot), say),
        )
    if action < n.BUILD:
        return say(
            "Place a free golem on {card}: finished {rounds}",
            card=_card_on(board, view, slot_id(action - n.FREE), say),
            rounds=rounds(say, n.FACES - 1),
        )
    if action < n.ACTIVATE:
        return say("Take {card} into your city", card=_card_on(board, view, slot_id(action - n.BUILD), say))
    if action < n.TOWER:
        card = _target(board, view, action - n.ACTIVATE)
        return say(
            "Activate {card}: {effect}",
            card=card_name(board, say, card),
            effect=effect_text(board, say, card),
        )
    if action < n.FINISH:
        tower = tower_name(board, say, COLOURS[action - n.TOWER])
        return say("Activate the {tower} next", tower=tower)
    if action < n.TAKE:
        return say("Add {card} next", card=_card_on(board, view, slot_id(action - n.FINISH), say))
    if action < n.SIDE:
        tile = action - n.TAKE + 1
        a, b = (ability_text(board, say, f"{tile}{side}") for side in SIDES)
        return say("Take ability tile {tile}. A: {a} B: {b}", tile=tile, a=a, b=b)
    if action < n.USE:
        side = SIDES[action - n.SIDE]
        text = ability_text(board, say, f"{view.own.tile}{side}")
        return say("Choose side {side}: {text}", side=side, text=text)
    if action == n.USE:
        return _use(board, view, say)
    if action == n.SKIP:
        if view.phase == "ability":
            return say("Skip your ability")
        return say("Skip the effect of {card}", card=card_name(board, say, view.effect.card))
    return say("End the turn")


def _use(board: Board, view: View, say: Translator) -> str:
    row = board.by_id[view.effect.card]
    if isinstance(row, Foundation) and row.kind == "pay_for_pp":
        return say("Pay {coins} for {gains}", coins=coins(say, row.pay), gains=points(say, row.pp))
    return say("Take {gains}", gains=gains(say, row.pp * n.COINS_BITS + row.coins))


def prompt(board: Board, view: View, say: Translator) -> str:
    """What the seat to act decides now, and how many turns are left near the end."""
    if view.phase == "effect":
        asked = _effect_prompt(board, view, say)
    else:
        asked = _phase_prompt(board, view, say)
    if view.ending == "last-but-one":
        return asked + " " + say("You have one more turn after this.")
    return asked + " " + say("This is your last turn.") if view.ending else asked


def _phase_prompt(board: Board, view: View, say: Translator) -> str:
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


def _effect_prompt(board: Board, view: View, say: Translator) -> str:
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


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in the list of moves."""
    if action < n.RECALL:
        slot = slot_id((action - n.ASSIGN_TO) // n.FACES)
        if view.phase == "preliminary":
            return (say("Place your first golem"),)
        return say("Assign a golem"), _heading(board, view, slot, say)
    if action < n.ROTATE:
        return (say("Recall a golem"),)
    if action < n.MOVE:
        return (say("Rotate a golem"),)
    if action < n.FREE:
        golem = _golem(view, (action - n.MOVE) // n.SLOTS)
        return say("Move a golem"), say(
            "Face {face}, from {card}", face=golem.face, card=_card_on(board, view, golem.slot, say)
        )
    if action < n.BUILD:
        return (say("Place a free golem"),)
    if action < n.ACTIVATE:
        return (say("Take a card"),)
    if action < n.TOWER:
        return (say("Activate a card"),)
    if action < n.FINISH:
        return (say("Activate a tower"),)
    if action < n.TAKE:
        return (say("Add a finished card"),)
    if action < n.USE:
        return (say("Choose an ability"),)
    return (say("End"),) if action == n.END else (say("Use or skip"),)


def _heading(board: Board, view: View, slot: str, say: Translator) -> str:
    card = view.slot(slot).card or ""
    return f"{_card_on(board, view, slot, say)}: {effect_text(board, say, card)}"


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The elements of the picture that an action is about. Golems, towers and spots belong to the seat to
    act: `golem-3` is its third golem, `tower-blue` its blue tower, `spot-blue-2` the second card there."""
    if action < n.RECALL:
        slot, face = divmod(action - n.ASSIGN_TO, n.FACES)
        return (*_slot_part(board, slot), f"face-{face + 1}") if _slot_part(board, slot) else ()
    if action < n.ROTATE:
        return (f"golem-{action - n.RECALL + 1}",)
    if action < n.MOVE:
        return (f"golem-{(action - n.ROTATE) // n.STEPS + 1}",)
    if action < n.FREE:
        golem, slot = divmod(action - n.MOVE, n.SLOTS)
        return (f"golem-{golem + 1}", *_slot_part(board, slot)) if _slot_part(board, slot) else ()
    if action < n.ACTIVATE:
        return _slot_part(board, (action - n.FREE) % n.SLOTS)
    if action < n.TOWER:
        spot = action - n.ACTIVATE
        return _slot_part(board, spot) if spot < n.CITY else (f"spot-{floor_id(spot - n.CITY)}",)
    if action < n.FINISH:
        return (f"tower-{COLOURS[action - n.TOWER]}",)
    if action < n.TAKE:
        return _slot_part(board, action - n.FINISH)
    if action < n.SIDE:
        return (f"tile-{action - n.TAKE + 1}",)
    if action < n.USE:
        return (f"side-{SIDES[action - n.SIDE]}",)
    return (("use",), ("skip",), ())[action - n.USE]


def _slot_part(board: Board, slot: int) -> tuple[str, ...]:
    return (f"card-{slot_id(slot)}",) if slot % n.ROWS < board.setup.market_rows else ()


def concerns(board: Board, view: View, action: int) -> bool:
    """True: no action depends on an earlier choice of the same turn."""
    return True


def prices(board: Board, before: View, after: View, action: int, say: Translator) -> list[Price]:
    """Coins, golems at home and cards of the city."""
    seat = before.to_act
    assert seat is not None
    own, then = before.seats[seat], after.seats[seat]
    money, home, taken = then.coins - own.coins, then.home - own.home, then.cards - own.cards
    found = [
        Price("sign-coin", money, coins(say, abs(money))),
        Price(f"die-{own.id}-0", home, say.many("{n} golem at home", "{n} golems at home", abs(home))),
        Price("sign-card", taken, cards(say, taken)),
    ]
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
    """What others gain, who takes the card, and who is overtaken."""
    seat = before.to_act
    if seat is None or action == n.END:
        return []  # what follows belongs to other turns
    lines = _gains_of_others(board, seat, events, names, say)
    slots: list[str] = []
    if action < n.RECALL:
        slots = [slot_id((action - n.ASSIGN_TO) // n.FACES)]
    elif n.MOVE <= action < n.FREE:
        slots = [slot_id((action - n.MOVE) % n.SLOTS)]
    elif n.FREE <= action < n.BUILD:
        slots = [slot_id(action - n.FREE)]
    elif n.ROTATE <= action < n.MOVE:
        slots = [_golem(before, (action - n.ROTATE) // n.STEPS).slot]
    for slot in slots:
        lines += _race(board, before, after, slot, seat, names, say)
    if n.BUILD <= action < n.ACTIVATE:
        lines.append(say("This does not activate the tower."))
    for guild, then in zip(before.guilds, after.guilds, strict=True):
        more = then.scores[seat] - guild.scores[seat]
        if more:
            name = say.name(board.guild(guild.id))
            lines.append(say("{guild}: {points} more at the end.", guild=name, points=points(say, more)))
    return lines


def _gains_of_others(
    board: Board, seat: int, events: list[Event], names: list[str], say: Translator
) -> list[str]:
    """Lines for the coins that others gain."""
    gained = [0] * len(names)
    for kind, who, _, b in events:
        if kind in (n.TOWER_GAVE, n.CARD_GAVE, n.USED_ABILITY):
            gained[who] += (b or 0) % n.COINS_BITS
        elif kind in (n.COMPLETED, n.TAKEN):
            for other, sent in sent_home(b or 0, len(names)):
                gained[other] += sent * board.rules.compensation_coins * (other != who)
    return [
        say("{player} gains {coins}.", player=names[other], coins=coins(say, count))
        for other, count in enumerate(gained)
        if count and other != seat
    ]


def _race(
    board: Board, before: View, after: View, slot: str, seat: int, names: list[str], say: Translator
) -> list[str]:
    """Who will take a card as things stand. Rounds count from before the move, which may end a round."""
    old, new = before.slot(slot), after.slot(slot)
    if new.card != old.card or new.taker is None or new.rounds is None:
        return []
    if new.too_late:  # ST-66
        return [say("The game ends before anyone takes the card.")]
    when = rounds(say, new.rounds + after.round - before.round)
    first, stood = new.golems[0], {(golem.seat, golem.golem, golem.face) for golem in old.golems}
    if new.taker != seat:
        return [
            say(
                "{player} takes the card before you, {rounds}: your golem comes home with {coins}.",
                player=names[new.taker],
                rounds=when,
                coins=coins(say, board.rules.compensation_coins),
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
    if old.taker is not None and old.taker != seat:
        player = names[old.taker]
        lines.append(say("You overtake {player}, who will get coins instead.", player=player))
    return lines
