"""Skytopia: why something cannot be done now, in a sentence that also says what would be right."""

from __future__ import annotations

from typing import Any

from rooftop.game.title import View
from rooftop.game.translation import Translator, capital
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.board import COLOURS, Board, slot_id
from rooftop.titles.skytopia.phrases import card_name, coins, effect_of, slot_name, tower_name

FREE_ROUNDS = n.FACES - 1

# --- looking around in a view -----------------------------------------------------------------------


def slot_row(view: View, slot: str) -> dict[str, Any]:
    """A place of the market; one that this market does not have is empty."""
    for row in view["market"]:
        if row["slot"] == slot:
            found: dict[str, Any] = row
            return found
    return {"slot": slot, "card": None, "golems": [], "taker": None, "rounds": None}


def asking_card(view: View) -> str:
    return str(view["asking"]["card"])


def _own(view: View) -> dict[str, Any]:
    found: dict[str, Any] = view["seats"][view["to_act"]]
    return found


def _shown(view: View, slot: str) -> set[int]:
    return {golem["face"] for golem in slot_row(view, slot)["golems"]}


def _face_after(view: View, rounds: int) -> int:
    return int(view["dial"]["faces"][rounds]["face"])


def _own_slot(view: View) -> str | None:
    """The place of the asking card in the market, whose golems its effect does not touch."""
    asking = view["asking"]
    return asking["place"] if asking and asking["where"] == "market" else None


# --- the reasons ------------------------------------------------------------------------------------


def why_not(board: Board, view: View, action: int, say: Translator) -> str | None:
    """Why the seat to act cannot do this now; None if it can."""
    phase = view["phase"]
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
            own = next(row for row in board.abilities if row.id == _own(view)["ability"])
            return _why_no_rotation(board, view, golem, steps + 1, own.steps, say)
        shown = _limit(board, view, "steps") if _asks(view, "rotate") else 0
        return _not_asked(view, "rotate", say) or _why_no_rotation(board, view, golem, steps + 1, shown, say)
    if action < n.FREE:
        golem, slot = divmod(action - n.MOVE, n.SLOTS)
        if _asks(view, "free_golem") and board.from_market(asking_card(view)):
            return _why_not_fetched(board, view, golem, slot_id(slot), say)
        return _not_asked(view, "move", say) or _why_no_move(board, view, golem, slot_id(slot), say)
    if action < n.BUILD:
        return _not_asked(view, "free_golem", say) or _why_not_free(
            board, view, slot_id(action - n.FREE), say
        )
    if action < n.ACTIVATE:
        slot_name_ = slot_id(action - n.BUILD)
        return _not_asked(view, "build_card", say) or _why_no_taking(board, view, slot_name_, say)
    if action < n.TOWER:
        return _why_no_activation(board, view, action - n.ACTIVATE, say)
    if action < n.FINISH:
        colour = COLOURS[action - n.TOWER]
        if phase == "towers" and colour not in view["grown"]:
            return say(
                "This tower has not grown in this turn: {tower}.", tower=tower_name(board, say, colour)
            )
        return _not_now(view, "towers", say)
    if action < n.TAKE:
        return _not_now(view, "complete", say) or _why_not_next(board, view, slot_id(action - n.FINISH), say)
    if action < n.SIDE:
        if phase == "draft" and action - n.TAKE + 1 not in view["tiles_left"]:
            return say("That ability tile is gone; take one that is left.")
        return _not_now(view, "draft", say)
    if action < n.USE:
        return _not_now(view, "side", say)
    if action == n.USE:
        return None if _asks(view, "gain") or _asks(view, "pay_for_pp") else _not_now(view, "use", say)
    if action == n.SKIP:
        return None if phase in ("effect", "ability") else _not_now(view, "skip", say)
    return _not_now(view, "end", say)


def _asks(view: View, kind: str) -> bool:
    return view["asking"] is not None and view["asking"]["kind"] == kind


def _not_asked(view: View, kind: str, say: Translator) -> str | None:
    return None if _asks(view, kind) else _not_now(view, kind, say)


def _not_now(view: View, wanted: str, say: Translator) -> str | None:
    phase = view["phase"]
    if phase == wanted:
        return None
    if phase == "effect":
        return {
            "gain": say("An effect is being resolved: use it or skip it."),
            "pay_for_pp": say("An effect is being resolved: use it or skip it."),
            "rotate": say("An effect is being resolved: rotate a golem or skip it."),
            "move": say("An effect is being resolved: move a golem or skip it."),
            "build_card": say("An effect is being resolved: take a card or skip it."),
            "free_golem": say("An effect is being resolved: place a golem for nothing or skip it."),
        }.get(
            view["asking"]["kind"], say("An effect is being resolved: choose a card to activate, or skip it.")
        )
    return {
        "draft": say("The ability tiles are chosen first."),
        "side": say("The sides of the ability tiles are chosen first."),
        "preliminary": say("The first golems are placed first, with the start face."),
        "complete": say("First say which finished card comes next."),
        "towers": say("First say which tower is activated next."),
        "ability": say("Your ability comes first: pay to rotate a golem, or skip it."),
        "recall": say("No golem is at home: first recall one of yours from the market."),
        "assign": say("It is time to assign a golem to a card."),
        "end": say("The turn is complete; it only has to be ended."),
        "over": say("The game is over."),
    }[phase]


def _no_card(board: Board, view: View, slot: str, say: Translator) -> str | None:
    if slot_row(view, slot)["card"] is None:
        return say(
            "There is no card at that place of the market: {place}.", place=slot_name(board, say, slot)
        )
    return None


def _no_such_golem(board: Board, golem: int, say: Translator) -> str | None:
    if golem >= board.rules.golems_per_player:
        return say("There is no such golem.")
    return None


def _why_no_recall(board: Board, view: View, golem: int, say: Translator) -> str | None:
    """ST-33: a golem must be assigned afterwards."""
    reason = _no_such_golem(board, golem, say)
    if reason:
        return reason
    row = _own(view)["golems"][golem]
    faces = [face["face"] for face in view["dial"]["faces"]]
    if any(
        _why_no_golem(board, view, slot["slot"], face, say) is None
        for slot in view["market"]
        for face in faces
    ):
        return None
    price = view["dial"]["faces"][row["rounds"]]["price"]
    if price > _own(view)["coins"]:
        return say(
            "That golem could not be assigned again: face {face} costs {price}; recall another one.",
            face=row["face"],
            price=coins(say, price),
        )
    return None


def _why_no_first(board: Board, view: View, slot: str, face: int, say: Translator) -> str | None:
    if face != board.chronometer.start_die_face:
        return say("First golems show the face {face}.", face=board.chronometer.start_die_face)
    if slot_row(view, slot)["golems"]:
        return say("Another golem is on that card; choose one without golems.")
    return _no_card(board, view, slot, say)


def _why_no_golem(board: Board, view: View, slot: str, face: int, say: Translator) -> str | None:
    """ST-21, ST-34."""
    row = next(row for row in view["dial"]["faces"] if row["face"] == face)
    reason = _no_card(board, view, slot, say)
    if reason:
        return reason
    if row["rounds"] == 0:
        return say("Face {face} is at the hammers; choose another one.", face=face)
    if face in _shown(view, slot):
        return say("A golem on that card shows face {face} already; choose another face or card.", face=face)
    if row["price"] > _own(view)["coins"]:
        return say(
            "Face {face} costs {price}; you have {coins}.",
            face=face,
            price=coins(say, row["price"]),
            coins=coins(say, _own(view)["coins"]),
        )
    return None


def _limit(board: Board, view: View, key: str) -> int:
    card = next(card for card in board.cards if card.id == asking_card(view))
    return int(getattr(card, key))


def _golem_or_why(
    board: Board, view: View, golem: int, say: Translator
) -> tuple[dict[str, Any] | None, str | None]:
    """A golem on the market that an effect may touch (ST-41)."""
    reason = _no_such_golem(board, golem, say)
    if reason:
        return None, reason
    row = _own(view)["golems"][golem]
    if row["slot"] is None:
        return None, say("That golem is at home; choose one on the market.")
    if row["slot"] == _own_slot(view):
        return None, say("An effect never touches golems on its own card; choose another golem.")
    return row, None


def _why_no_rotation(
    board: Board, view: View, golem: int, steps: int, shown: int, say: Translator
) -> str | None:
    """ST-22."""
    row, reason = _golem_or_why(board, view, golem, say)
    if row is None:
        return reason
    up_to = shown > 1 and board.rules.rulings.rotate_up_to
    if steps > shown or (steps < shown and not up_to):
        if up_to:
            return say.many(
                "This rotates a golem by up to {n} step.", "This rotates a golem by up to {n} steps.", shown
            )
        return say.many("This rotates a golem by {n} step.", "This rotates a golem by {n} steps.", shown)
    left = row["rounds"] - steps
    if left < 1:
        return say("No golem can be rotated to the face at the hammers or beyond it.")
    if _face_after(view, left) in _shown(view, row["slot"]):
        return say(
            "A golem on that card shows face {face} already; choose another golem.",
            face=_face_after(view, left),
        )
    return None


def _why_no_move(board: Board, view: View, golem: int, slot: str, say: Translator) -> str | None:
    """ST-46."""
    row, reason = _golem_or_why(board, view, golem, say)
    if row is None:
        return reason
    if row["slot"] == slot:
        return say("The golem is on that card already; choose another one.")
    if row["face"] in _shown(view, slot):
        return say("A golem on that card shows face {face} already; choose another card.", face=row["face"])
    return _no_card(board, view, slot, say)


def _why_not_free(board: Board, view: View, slot: str, say: Translator) -> str | None:
    """ST-55."""
    reason = _no_card(board, view, slot, say)
    if reason:
        return reason
    if _own(view)["home"] == 0:
        return say("You have no golem at home.")
    return _free_face_shown(view, slot, say)


def _why_not_fetched(board: Board, view: View, golem: int, slot: str, say: Translator) -> str | None:
    """ST-55, for an edition in which the golem may come from the market."""
    row, reason = _golem_or_why(board, view, golem, say)
    if row is None:
        return reason
    if row["slot"] == slot:
        return say("The golem is on that card already; choose another one.")
    return _no_card(board, view, slot, say) or _free_face_shown(view, slot, say)


def _free_face_shown(view: View, slot: str, say: Translator) -> str | None:
    free = _face_after(view, FREE_ROUNDS)
    if free in _shown(view, slot):
        return say("A golem on that card shows face {face} already; choose another card.", face=free)
    return None


def _why_no_taking(board: Board, view: View, slot: str, say: Translator) -> str | None:
    """ST-47."""
    reason = _no_card(board, view, slot, say)
    if reason:
        return reason
    if slot == _own_slot(view):
        return say("The card cannot take itself; choose another one.")
    limit = _limit(board, view, "max_rounds_left")
    golems = slot_row(view, slot)["golems"]
    if not any(golem["seat"] == view["to_act"] and golem["rounds"] <= limit for golem in golems):
        return say.many(
            "It needs a golem of yours with at most {n} round left on that card.",
            "It needs a golem of yours with at most {n} rounds left on that card.",
            limit,
        )
    return None


def _why_not_next(board: Board, view: View, slot: str, say: Translator) -> str | None:
    """ST-24."""
    if slot not in to_choose(view):
        return say("That card is not one of several finished cards of the same colour.")
    return None


def to_choose(view: View) -> list[str]:
    """The finished cards of the seat to act that share their colour with another."""
    done = [
        row
        for row in view["market"]
        if any(golem["seat"] == view["to_act"] and golem["rounds"] == 0 for golem in row["golems"])
    ]
    colours = [row["colour"] for row in done]
    return [row["slot"] for row in done if colours.count(row["colour"]) > 1]


# --- what an effect may activate --------------------------------------------------------------------


def _why_no_activation(board: Board, view: View, place: int, say: Translator) -> str | None:
    """ST-42, ST-49, ST-50, ST-56."""
    if view["asking"] is None or not view["asking"]["kind"].startswith("activate"):
        return _not_now(view, "activate", say)
    reason = _no_target(board, view, view["asking"], place, say)
    if reason:
        return reason
    target = _card_at(board, view, place)
    assert target is not None
    if not _works(board, view, target, say):
        return say(
            "{card} would do nothing now; choose another card.",
            card=capital(card_name(board, say, target["card"])),
        )
    return None


def _card_at(board: Board, view: View, place: int) -> dict[str, Any] | None:
    """A card that could be activated, in the form of `view["pending"]`."""
    if place < n.CITY:
        row = slot_row(view, slot_id(place))
        if row["card"] is None:
            return None
        kind = next(card.kind for card in board.cards if card.id == row["card"])
        return {"where": "market", "place": row["slot"], "card": row["card"], "kind": kind}
    number, level = divmod(place - n.CITY, n.LEVELS)
    colour = COLOURS[number]
    if level == 0:
        foundation = board.foundations[number]
        return {"where": "city", "place": f"{colour}-0", "card": foundation.id, "kind": foundation.kind}
    tower = _own(view)["towers"][colour]
    if level > len(tower):
        return None
    card = next(card for card in board.cards if card.id == tower[level - 1])
    return {"where": "city", "place": f"{colour}-{level}", "card": card.id, "kind": card.kind}


def _no_target(board: Board, view: View, source: dict[str, Any], place: int, say: Translator) -> str | None:
    target = _card_at(board, view, place)
    if target is None:
        return say("There is no card at that place.")
    if target["where"] == source["where"] and target["place"] == source["place"]:
        return say("A card that is being resolved cannot be activated again; choose another one.")
    if any(target["card"] == row["card"] for row in view["pending"]):
        return say("A card that is being resolved cannot be activated again; choose another one.")
    if target["kind"] == "laboratory":
        return say("A Laboratory has no effect during the game; choose another card.")
    colour, level = target["place"].split("-")
    if source["kind"] == "activate_row":
        if target["where"] != source["where"] or level != source["place"].split("-")[1]:
            return say("It activates a card of its own row; choose one there.")
    elif target["where"] == "market":
        return say("It activates a card of your city; choose one there.")
    elif source["kind"] == "activate_top":
        if int(level) != len(_own(view)["towers"][colour]):
            return say("It activates the top card of a tower; choose one.")
    elif _crest(board, view, target) != _crest(board, view, source):
        return say("It activates a card with the crest of your purple foundation; choose one.")
    return None


def _crest(board: Board, view: View, card: dict[str, Any]) -> str:
    colour, level = card["place"].split("-")
    if level == "0":
        return str(_own(view)["crests"][colour])
    return next(row.crest for row in board.cards if row.id == card["card"])


def _works(board: Board, view: View, target: dict[str, Any], say: Translator) -> bool:
    """ST-31: whether a card would give or change anything."""
    if _gives(board, target["card"]):
        return True
    if target["kind"].startswith("activate"):
        return _leads_on(board, view, target, say)
    return _asks_for(board, {**view, "asking": target}, target, say)


def _gives(board: Board, card: str) -> bool:
    """Whether a card gives something in any case."""
    row = effect_of(board, card)
    return row.kind != "pay_for_pp" and row.pp + row.coins > 0


def _leads_on(board: Board, view: View, source: dict[str, Any], say: Translator) -> bool:
    """Whether a chain of activations from this card reaches one that would give or change anything."""
    later = {**view, "pending": [*view["pending"], source]}
    for place in range(n.PLACES):
        if _no_target(board, later, source, place, say) is None:
            target = _card_at(board, view, place)
            if target and _works(board, later, target, say):
                return True
    return False


def _asks_for(board: Board, view: View, target: dict[str, Any], say: Translator) -> bool:
    """Whether a card that activates no other has anything to choose from."""
    kind, own = target["kind"], _own(view)
    slots = [row["slot"] for row in view["market"]]
    golems = range(board.rules.golems_per_player)
    if kind == "pay_for_pp":
        pay = next(row.pay for row in board.foundations if row.id == target["card"])
        return bool(own["coins"] >= pay)
    if kind == "free_golem":
        if any(_why_not_free(board, view, slot, say) is None for slot in slots):
            return True
        return board.from_market(target["card"]) and any(
            _why_not_fetched(board, view, golem, slot, say) is None for golem in golems for slot in slots
        )
    if kind == "rotate":
        shown = _limit(board, view, "steps")
        return any(
            _why_no_rotation(board, view, golem, steps, shown, say) is None
            for golem in golems
            for steps in range(1, shown + 1)
        )
    if kind == "move":
        return any(_why_no_move(board, view, golem, slot, say) is None for golem in golems for slot in slots)
    return kind == "build_card" and any(_why_no_taking(board, view, slot, say) is None for slot in slots)
