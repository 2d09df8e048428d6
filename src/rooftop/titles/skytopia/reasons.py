"""Skytopia: why a move is not legal now, in a sentence that also says what to do instead."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import Board, Card, as_colour, floor_id, slot_id
from rooftop.titles.skytopia.phrases import card_name, coins, slot_name, tower_name
from rooftop.titles.skytopia.schema import COLOURS, EffectKind, Foundation
from rooftop.titles.skytopia.view import Activation, Standing, View

FREE_ROUNDS = n.FACES - 1  # of a golem placed for free

# --- looking around in a view -----------------------------------------------------------------------


def _faces_shown(view: View, slot: str) -> set[int]:
    """The faces that golems on a card show."""
    return {golem.face for golem in view.slot(slot).golems}


def _face_in(view: View, rounds: int) -> int:
    """The face that reaches the hammers in `rounds` rounds."""
    return view.dial.faces[rounds].face


def _own_slot(view: View) -> str | None:
    """The market slot of the card that asks; its effect does not touch the golems there."""
    asking = view.asking
    return asking.spot if asking and asking.where == "market" else None


def _chain_slots(view: View) -> set[str]:
    """The market slots of the cards being resolved, if strict chains spare the golems there."""
    return {row.spot for row in view.pending if row.where == "market"} if view.strict_chains else set()


def _limits(board: Board, view: View) -> Card:
    """The card that asks, for what it allows."""
    return board.card(view.effect.card)


# --- the reasons ------------------------------------------------------------------------------------


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
    """Why the seat to act cannot play this action now, or None if it can."""
    phase = view.phase
    if action < n.RECALL:
        slot, face = divmod(action - n.ASSIGN_TO, n.FACES)
        if phase == "preliminary":
            return _why_no_first(board, view, slot_id(slot), face + 1, say)
        return _not_now(view, "assign", say) or _why_no_golem(board, view, slot_id(slot), face + 1, say)
    if action < n.ROTATE:
        return _not_now(view, "recall", say) or _why_no_recall(board, view, action - n.RECALL, say)
    if action < n.MOVE:
        golem, steps = divmod(action - n.ROTATE, n.STEPS)
        if phase == "ability":
            shown = board.ability(view.own.ability or "").steps
            return _why_no_rotation(board, view, golem, steps + 1, shown, say)
        shown = _limits(board, view).steps if _asks(view, "rotate") else 0
        return _not_asked(view, "rotate", say) or _why_no_rotation(board, view, golem, steps + 1, shown, say)
    if action < n.FREE:
        golem, slot = divmod(action - n.MOVE, n.SLOTS)
        if _asks(view, "free_golem") and board.from_market(view.effect.card):
            return _why_not_fetched(board, view, golem, slot_id(slot), say)
        return _not_asked(view, "move", say) or _why_no_move(board, view, golem, slot_id(slot), say)
    if action < n.BUILD:
        return _not_asked(view, "free_golem", say) or _why_not_free(
            board, view, slot_id(action - n.FREE), say
        )
    if action < n.ACTIVATE:
        taken = slot_id(action - n.BUILD)
        return _not_asked(view, "build_card", say) or _why_no_taking(board, view, taken, say)
    if action < n.TOWER:
        return _why_no_activation(board, view, action - n.ACTIVATE, say)
    if action < n.FINISH:
        colour = COLOURS[action - n.TOWER]
        if phase == "towers" and colour not in view.grown:
            return say("The {tower} has not grown this turn.", tower=tower_name(board, say, colour))
        return _not_now(view, "towers", say)
    if action < n.TAKE:
        return _not_now(view, "complete", say) or _why_not_next(view, slot_id(action - n.FINISH), say)
    if action < n.SIDE:
        if phase == "draft" and action - n.TAKE + 1 not in view.tiles_left:
            return say("That ability tile is taken; choose another one.")
        return _not_now(view, "draft", say)
    if action < n.USE:
        return _not_now(view, "side", say)
    if action == n.USE:
        return None if _asks(view, "gain") or _asks(view, "pay_for_pp") else _not_now(view, "use", say)
    if action == n.SKIP:
        return None if phase in ("effect", "ability") else _not_now(view, "skip", say)
    return _not_now(view, "end", say)


def _asks(view: View, kind: EffectKind) -> bool:
    return view.asking is not None and view.asking.kind == kind


def _not_asked(view: View, kind: EffectKind, say: Translator) -> str | None:
    return None if _asks(view, kind) else _not_now(view, kind, say)


def _not_now(view: View, wanted: str, say: Translator) -> str | None:
    phase = view.phase
    if phase == wanted:
        return None
    if phase == "effect":
        effects: dict[EffectKind, str] = {
            "gain": say("Resolve the effect first: use it or skip it."),
            "pay_for_pp": say("Resolve the effect first: use it or skip it."),
            "rotate": say("Resolve the effect first: rotate a golem or skip it."),
            "move": say("Resolve the effect first: move a golem or skip it."),
            "build_card": say("Resolve the effect first: take a card or skip it."),
            "free_golem": say("Resolve the effect first: place a free golem or skip it."),
        }
        return effects.get(
            view.effect.kind, say("Resolve the effect first: choose a card to activate, or skip it.")
        )
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
        "over": say("The game is over."),
    }[phase]


def _no_card(board: Board, view: View, slot: str, say: Translator) -> str | None:
    if view.slot(slot).card is None:
        return say("There is no card at {slot}.", slot=slot_name(board, say, slot))
    return None


def _no_such_golem(say: Translator) -> str:
    return say("There is no such golem.")


def _why_no_recall(board: Board, view: View, golem: int, say: Translator) -> str | None:
    """ST-33: a golem must be assigned afterwards."""
    if golem >= board.rules.golems_per_player:
        return _no_such_golem(say)
    standing = view.own.golems[golem].standing
    if standing is None or any(
        _why_no_golem(board, view, slot.slot, row.face, say) is None
        for slot in view.market
        for row in view.dial.faces
    ):
        return None
    price = view.dial.faces[standing.rounds].price or 0
    if price > view.own.coins:
        return say(
            "You could not assign that golem again: face {face} costs {price}. Recall another one.",
            face=standing.face,
            price=coins(say, price),
        )
    return None


def _why_no_first(board: Board, view: View, slot: str, face: int, say: Translator) -> str | None:
    if face != board.chronometer.start_die_face:
        return say("A first golem must show face {face}.", face=board.chronometer.start_die_face)
    if view.slot(slot).golems:
        return say("That card already has a golem; choose a card without golems.")
    return _no_card(board, view, slot, say)


def _why_no_golem(board: Board, view: View, slot: str, face: int, say: Translator) -> str | None:
    """ST-21, ST-34."""
    row = next(row for row in view.dial.faces if row.face == face)
    reason = _no_card(board, view, slot, say)
    if reason:
        return reason
    if row.price is None:
        return say("Face {face} is at the hammers; choose another one.", face=face)
    if face in _faces_shown(view, slot):
        return say("A golem on that card already shows face {face}; choose another face or card.", face=face)
    if row.price > view.own.coins:
        return say(
            "Face {face} costs {price}; you have {coins}.",
            face=face,
            price=coins(say, row.price),
            coins=coins(say, view.own.coins),
        )
    return None


def _touched(board: Board, view: View, golem: int, say: Translator) -> Standing | str:
    """A golem on the market that an effect may touch, or the reason why it may not (ST-41)."""
    if golem >= board.rules.golems_per_player:
        return _no_such_golem(say)
    standing = view.own.golems[golem].standing
    if standing is None:
        return say("That golem is at home; choose one on the market.")
    if standing.slot == _own_slot(view):
        return say("An effect never touches golems on its own card; choose another golem.")
    if standing.slot in _chain_slots(view):
        return say("In this game, golems on the card that activated this one are safe; choose another golem.")
    return standing


def _why_no_rotation(
    board: Board, view: View, golem: int, steps: int, shown: int, say: Translator
) -> str | None:
    """ST-22."""
    standing = _touched(board, view, golem, say)
    if isinstance(standing, str):
        return standing
    up_to = shown > 1 and board.rules.rulings.rotate_up_to
    if steps > shown or (steps < shown and not up_to):
        if up_to:
            return say.many(
                "This rotates a golem by up to {n} step.", "This rotates a golem by up to {n} steps.", shown
            )
        return say.many("This rotates a golem by {n} step.", "This rotates a golem by {n} steps.", shown)
    left = standing.rounds - steps
    if left < 1:
        return say("You cannot rotate a golem to the hammers or past them.")
    if _face_in(view, left) in _faces_shown(view, standing.slot):
        return say(
            "A golem on that card already shows face {face}; choose another golem.",
            face=_face_in(view, left),
        )
    return None


def _why_no_move(board: Board, view: View, golem: int, slot: str, say: Translator) -> str | None:
    """ST-46."""
    standing = _touched(board, view, golem, say)
    if isinstance(standing, str):
        return standing
    if standing.slot == slot:
        return say("The golem is already on that card; choose another one.")
    return _face_taken(view, slot, standing.face, say) or _no_card(board, view, slot, say)


def _why_not_free(board: Board, view: View, slot: str, say: Translator) -> str | None:
    """ST-55."""
    reason = _no_card(board, view, slot, say)
    if reason:
        return reason
    if view.own.home == 0:
        return say("You have no golem at home.")
    return _face_taken(view, slot, _face_in(view, FREE_ROUNDS), say)


def _why_not_fetched(board: Board, view: View, golem: int, slot: str, say: Translator) -> str | None:
    """ST-55, for an edition in which the golem may come from the market."""
    standing = _touched(board, view, golem, say)
    if isinstance(standing, str):
        return standing
    if standing.slot == slot:
        return say("The golem is already on that card; choose another one.")
    return _no_card(board, view, slot, say) or _face_taken(view, slot, _face_in(view, FREE_ROUNDS), say)


def _face_taken(view: View, slot: str, face: int, say: Translator) -> str | None:
    if face in _faces_shown(view, slot):
        return say("A golem on that card already shows face {face}; choose another card.", face=face)
    return None


def _why_no_taking(board: Board, view: View, slot: str, say: Translator) -> str | None:
    """ST-47."""
    reason = _no_card(board, view, slot, say)
    if reason:
        return reason
    if slot == _own_slot(view):
        return say("The card cannot take itself; choose another one.")
    if slot in _chain_slots(view):
        return say("In this game, a card cannot take the one that activated it; choose another one.")
    limit = _limits(board, view).max_rounds_left
    golems = view.slot(slot).golems
    if not any(golem.seat == view.to_act and golem.rounds <= limit for golem in golems):
        return say.many(
            "You need a golem on that card with at most {n} round left.",
            "You need a golem on that card with at most {n} rounds left.",
            limit,
        )
    return None


def _why_not_next(view: View, slot: str, say: Translator) -> str | None:
    """ST-24: only finished cards that share their colour with another one are put in order."""
    finished = [
        row
        for row in view.market
        if any(golem.seat == view.to_act and golem.rounds == 0 for golem in row.golems)
    ]
    colours = [row.colour for row in finished]
    if slot not in [row.slot for row in finished if colours.count(row.colour) > 1]:
        return say("Choose one of your finished cards that share a colour.")
    return None


# --- what an effect may activate --------------------------------------------------------------------


def _why_no_activation(board: Board, view: View, spot: int, say: Translator) -> str | None:
    """ST-42, ST-49, ST-50, ST-56."""
    if view.asking is None or not view.asking.kind.startswith("activate"):
        return _not_now(view, "activate", say)
    target = _target(board, view, spot)
    if target is None:
        return say("There is no card there.")
    reason = _why_no_target(board, view, view.asking, target, say)
    if reason:
        return reason
    if not _works(board, view, target, say):
        return say(
            "{card} would have no effect now; choose another card.",
            card=capital(card_name(board, say, target.card)),
        )
    return None


def _target(board: Board, view: View, spot: int) -> Activation | None:
    """The activation of the card at a spot; None if there is no card."""
    if spot < n.CITY:
        slot = view.slot(slot_id(spot))
        if slot.card is None:
            return None
        return Activation("market", slot.slot, slot.card, board.card(slot.card).kind)
    floor = spot - n.CITY
    number, level = divmod(floor, n.LEVELS)
    if level == 0:
        foundation = board.foundations[number]
        return Activation("city", floor_id(floor), foundation.id, foundation.kind)
    tower = view.own.towers[COLOURS[number]]
    if level > len(tower):
        return None
    card = board.card(tower[level - 1])
    return Activation("city", floor_id(floor), card.id, card.kind)


def _targets(board: Board, view: View) -> Iterable[Activation]:
    """Every card of the market and of the city."""
    return filter(None, (_target(board, view, spot) for spot in range(n.SPOTS)))


def _why_no_target(
    board: Board, view: View, source: Activation, target: Activation, say: Translator
) -> str | None:
    if target.card in (source.card, *(row.card for row in view.pending)):
        return say("A card that is being resolved cannot be activated again; choose another one.")
    if target.kind == "laboratory":
        return say("A Laboratory has no effect during the game; choose another card.")
    colour, level = target.spot.split("-")
    if source.kind == "activate_row":
        if target.where != source.where or level != source.spot.split("-")[1]:
            return say("This activates a card in its own row; choose one there.")
    elif target.where == "market":
        return say("This activates a card in your city; choose one there.")
    elif source.kind == "activate_top":
        if int(level) != len(view.own.towers[as_colour(colour)]):
            return say("This activates the top card of a tower; choose one of those.")
    elif _crest(board, view, target) != _crest(board, view, source):
        return say("This activates a card with the crest of your purple foundation; choose one of those.")
    return None


def _crest(board: Board, view: View, floor: Activation) -> str:
    row = board.by_id[floor.card]
    return view.own.crests[row.colour] if isinstance(row, Foundation) else row.crest


def _works(board: Board, view: View, target: Activation, say: Translator) -> bool:
    """ST-31: whether a card would give or change anything."""
    row = board.by_id[target.card]
    if row.kind != "pay_for_pp" and row.pp + row.coins > 0:
        return True
    if target.kind.startswith("activate"):
        return _leads_on(board, view, target, say)
    return _has_choice(board, msgspec.structs.replace(view, asking=target), say)


def _leads_on(board: Board, view: View, source: Activation, say: Translator) -> bool:
    """Whether a chain of activations from this card reaches one that would give or change anything."""
    later = msgspec.structs.replace(view, pending=(*view.pending, source))
    return any(
        _why_no_target(board, later, source, target, say) is None and _works(board, later, target, say)
        for target in _targets(board, view)
    )


def _has_choice(board: Board, view: View, say: Translator) -> bool:
    """Whether the card that asks, one that activates no other, has anything to choose from."""
    row, own = board.by_id[view.effect.card], view.own
    slots = [slot.slot for slot in view.market]
    golems = range(board.rules.golems_per_player)
    if isinstance(row, Foundation):
        if row.kind == "pay_for_pp":
            return own.coins >= row.pay
        if any(_why_not_free(board, view, slot, say) is None for slot in slots):
            return True
        return board.from_market(row.id) and any(
            _why_not_fetched(board, view, golem, slot, say) is None for golem in golems for slot in slots
        )
    if row.kind == "rotate":
        return any(
            _why_no_rotation(board, view, golem, steps, row.steps, say) is None
            for golem in golems
            for steps in range(1, row.steps + 1)
        )
    if row.kind == "move":
        return any(_why_no_move(board, view, golem, slot, say) is None for golem in golems for slot in slots)
    return row.kind == "build_card" and any(_why_no_taking(board, view, slot, say) is None for slot in slots)
