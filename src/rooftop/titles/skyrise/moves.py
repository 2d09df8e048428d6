"""Skyrise in words: actions as notation and sentences, and how a move is found.

bid medium-2 A3   bid with the second lowest medium building on A3, or start an auction with it
bid wonder-1 F2   place a wonder
pass              leave this auction
colour yellow     give a wild disc its colour
choose hammer     choose a wonder card
disc A4           the Vault takes the disc of A4
decline           the Vault takes none
"""

from __future__ import annotations

from rooftop.errors import MoveError
from rooftop.game.notation import one_of
from rooftop.game.title import Event, View
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.log import tell
from rooftop.titles.skyrise.phrases import disc_text, on_text, place_text, structure_text, wonder_text
from rooftop.titles.skyrise.reasons import can_answer, is_open, why_not
from rooftop.titles.skyrise.schema import COLOURS
from rooftop.titles.skyrise.worth import wonder_worth

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


def names(board: Board, language: str) -> list[str]:
    """What the seats are called as long as nobody has a name."""
    return [str(getattr(player, f"name_{language}")).capitalize() for player in board.seat_players]


# --- notation ---------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action as it is written down. Numbers without a meaning in this game have a notation too."""
    if action < n.PASS:
        structure, place = divmod(action - n.PLACE, n.PLACES)
        return f"bid {board.structures[structure]} {_place(board, place)}"
    if action == n.PASS:
        return "pass"
    if action < n.CARD:
        return f"colour {COLOURS[action - n.COLOUR]}"
    if action < n.DISC:
        return f"choose {_card(board, action - n.CARD)}"
    if action < n.DECLINE:
        return f"disc {_place(board, action - n.DISC)}"
    return "decline"


def _place(board: Board, place: int) -> str:
    return board.cells[place].id if place < len(board.cells) else f"#{place}"


def _card(board: Board, card: int) -> str:
    return board.wonders[card].id if card < len(board.wonders) else f"#{card}"


def parse(board: Board, text: str) -> int:
    """The action that a notation means, or a MoveError that says what a move looks like."""
    said = text.split()
    verb = said[0].lower() if said else ""
    if len(said) == 1 and verb in ("pass", "decline"):
        return n.PASS if verb == "pass" else n.DECLINE
    if verb == "colour" and len(said) == 2:
        return n.COLOUR + COLOURS.index(one_of(text, said[1].lower(), COLOURS, "colour"))
    if verb == "choose" and len(said) == 2:
        cards = [card.id for card in board.wonders]
        return n.CARD + cards.index(one_of(text, said[1].lower(), cards, "wonder card"))
    if verb == "disc" and len(said) == 2:
        return n.DISC + _place_number(board, text, said[1])
    if verb == "bid" and len(said) == 3:
        structure = board.structures.index(one_of(text, said[1].lower(), board.structures, "structure"))
        return n.PLACE + structure * n.PLACES + _place_number(board, text, said[2])
    raise MoveError(
        f"{text!r} is not a move; moves look like 'bid medium-2 A3', 'bid wonder-1 F2', 'pass',"
        " 'colour yellow', 'choose hammer', 'disc A4' and 'decline'"
    )


def _place_number(board: Board, text: str, word: str) -> int:
    for number, cell in enumerate(board.cells):
        if cell.id.lower() == word.lower():
            return number
    known = ", ".join(f"{island.cell[0].id} to {island.cell[-1].id}" for island in board.islands)
    raise MoveError(f"{text!r}: there is no neighbourhood {word!r}; there are {known}")


# --- a move in words --------------------------------------------------------------------------------


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action as a sentence."""
    own = view["seats"][view["to_act"]]
    if action < n.PASS:
        structure, place = divmod(action - n.PLACE, n.PLACES)
        row = next(row for row in own["structures"] if row["id"] == board.structures[structure])
        said = {
            "structure": structure_text(board, row, say),
            "place": place_text(board, place, say),
            "disc": disc_text(view["places"][board.cells[place].id]["disc"], say),
        }
        if view["phase"] == "start":
            return say("Start an auction with {structure} on {place}: {disc}", **said)
        if row["number"] is None:
            return say("Place {structure} on {place}: {disc}", **said)
        return say("Bid {structure} on {place}: {disc}", **said)
    if action == n.PASS:
        return say("Pass: you are out of this auction")
    if action < n.CARD:
        colour = action - n.COLOUR
        held = len(own["rows"][COLOURS[colour]])
        said = {"colour": say.name(board.colour_names[colour])}
        if held == n.ROW:
            return say(
                "Make the wild disc {colour}: the row is full, so it scores {value} on the portrait",
                value=board.row.excess_value,
                **said,
            )
        value = board.row.step[held + 1].value
        return say("Make the wild disc {colour}: structures there are worth {value}", value=value, **said)
    if action < n.DISC:
        card = board.wonders[action - n.CARD]
        return say(
            "Choose {card} (initiative {initiative}): {text}",
            card=wonder_text(board, card.id, say),
            initiative=card.initiative,
            text=say.name(card, "text"),
        )
    if action < n.DECLINE:
        place = action - n.DISC
        disc = view["places"][board.cells[place].id]["disc"]
        return say(
            "Take from {place}: {disc}", place=place_text(board, place, say), disc=disc_text(disc, say)
        )
    return say("Take no second disc")


def prompt(board: Board, view: View, say: Translator) -> str:
    """What the seat to act decides now."""
    phase, auction = view["phase"], view["auction"]
    if phase == "start":
        return say("Start an auction: place a bid on the central island or next to any structure.")
    if phase == "bid":
        place = place_text(board, board.place_number[auction["place"]], say)
        if auction["value"] is None:
            return say("A wonder stands on {place}: outbid it with the Hammer, or pass.", place=place)
        return say("Bid more than {number} next to {place}, or pass.", number=auction["value"], place=place)
    if phase == "wonder":
        own = view["seats"][view["to_act"]]
        if board.setup.wonders_per_player == 1:
            return say("Choose your wonder card in secret.")
        if own["wonders_chosen"] == 0:
            return say("Choose the first of your two wonder cards in secret.")
        return say("Choose the second of your two wonder cards in secret.")
    if phase == "colour":
        return say("Choose a colour for the wild disc.")
    return say("The Vault: take the disc of a neighbourhood next to it, or none.")


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in a list of moves."""
    if action < n.PASS:
        own = view["seats"][view["to_act"]]
        name = board.structures[(action - n.PLACE) // n.PLACES]
        row = next(row for row in own["structures"] if row["id"] == name)
        structure = structure_text(board, row, say)
        if row["number"] is None:
            return say("Place a wonder"), structure
        return (say("Start an auction") if view["phase"] == "start" else say("Bid higher")), structure
    if action == n.PASS:
        return (say("Pass"),)
    if action < n.CARD:
        return (say("Colour of the wild disc"),)
    if action < n.DISC:
        return (say("Choose a wonder card"),)
    return (say("The Vault's second disc"),)


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The things in the picture that an action is about. `structure-medium-2` is in the pool of the seat that
    looks; `place-A3` is a neighbourhood; `wonder-hammer` a card in hand; `colour-yellow` a row."""
    if action < n.PASS:
        structure, place = divmod(action - n.PLACE, n.PLACES)
        if place >= len(board.cells) or structure >= n.BUILDINGS + board.setup.wonders_per_player:
            return ()
        return f"structure-{board.structures[structure]}", f"place-{board.cells[place].id}"
    if action == n.PASS:
        return ("pass",)
    if action < n.CARD:
        return (f"colour-{COLOURS[action - n.COLOUR]}",)
    if action < n.DISC:
        card = action - n.CARD
        return (f"wonder-{board.wonders[card].id}",) if card < len(board.wonders) else ()
    if action < n.DECLINE:
        place = action - n.DISC
        return (f"place-{board.cells[place].id}",) if place < len(board.cells) else ()
    return ("decline",)


# --- what would come of it --------------------------------------------------------------------------


def concerns(board: Board, view: View, action: int) -> bool:
    """Bids where bids may stand: why a structure cannot be bid is not about all the other places."""
    if action >= n.PASS or view["phase"] not in ("start", "bid"):
        return True
    return is_open(board, view, *divmod(action - n.PLACE, n.PLACES))


def preview(
    board: Board,
    before: View,
    after: View,
    action: int,
    events: list[Event],
    names: list[str],
    say: Translator,
) -> list[str]:
    """What a bid would win, who could still answer, and what a choice changes."""
    seat = before["to_act"]
    if action < n.PASS:
        place = (action - n.PLACE) % n.PLACES
        structure = board.structures[(action - n.PLACE) // n.PLACES]
        if after["auction"]["bidder"] == seat:
            lines = [_who_can_answer(board, after, seat, names, say)]
        else:
            lines = [say("You win this auction at once.")]
        lines += _wonder(board, before, seat, structure, place, say)
        return lines + _prize(board, before, seat, structure, place, say)
    if action == n.PASS:
        bidder = names[before["auction"]["bidder"]]
        if after["phase"] != "bid":
            return [say("{player} wins this auction.", player=bidder)]
        return [say("{player} leads this auction; you are out of it.", player=bidder)]
    if action < n.CARD:
        colour = COLOURS[action - n.COLOUR]
        standing = before["seats"][seat]["standing"][colour]
        return [
            say.many(
                "You have {n} structure on this colour.",
                "You have {n} structures on this colour.",
                standing,
            )
        ]
    if action < n.DISC:
        return [say("The lowest initiative starts the first auction of the second era.")]
    return []


def _who_can_answer(board: Board, after: View, seat: int, names: list[str], say: Translator) -> str:
    """Who has something stronger and room for it, and has not passed."""
    others = [
        player for other, player in enumerate(names) if other != seat and can_answer(board, after, other)
    ]
    return say("May still answer: {players}.", players=say.list(others))


def _wonder(board: Board, view: View, seat: int, structure: str, place: int, say: Translator) -> list[str]:
    """What a wonder would score there."""
    row = next(row for row in view["seats"][seat]["structures"] if row["id"] == structure)
    card = next((card for card in board.wonders if card.id == row["wonder"]), None)
    if card is None or card.effect == "extra_disc":
        return []
    cell = board.cells[place].id
    points = wonder_worth(board, view, seat, card, cell)
    said = {"card": say.name(card), "points": points}
    if card.effect == "discs_of_colour" and view["places"][cell]["disc"] == "wild":
        return [say("{card} would score {points} if the wild disc gets this colour.", **said)]
    return [say("{card} would score {points} here.", **said)]


def _prize(board: Board, view: View, seat: int, structure: str, place: int, say: Translator) -> list[str]:
    """What the neighbourhood gives to whoever builds there."""
    cell = board.cells[place]
    own = view["seats"][seat]
    disc = view["places"][cell.id]["disc"]
    lines = [say("The prize: {disc}.", disc=disc_text(disc, say))]
    held = own["rows"]
    if disc in COLOURS and len(held[disc]) < n.ROW:
        value = board.row.step[len(held[disc]) + 1].value
        lines.append(
            say(
                "Each of your structures {where} would be worth {value}.",
                where=on_text(disc, say),
                value=value,
            )
        )
    elif disc in COLOURS:
        lines.append(say("The row is full: the disc would score {value}.", value=board.row.excess_value))
    elif disc in view["patrons"] and view["patrons"][disc]["tile"] is not None:
        lines.append(say("Each such disc is worth {value}.", value=view["patrons"][disc]["tile"]))
    goal = own["objective"]
    if goal is not None and goal["colour"] == cell.colour and not goal["met"]:
        lines.append(
            say("Your objective: {progress} of {need}.", progress=goal["progress"] + 1, need=goal["need"])
        )
    return lines + _control(board, view, seat, structure, place, say)


def _control(board: Board, view: View, seat: int, structure: str, place: int, say: Translator) -> list[str]:
    """Whether a structure there would win control of the island."""
    row = next(row for row in view["seats"][seat]["structures"] if row["id"] == structure)
    height = row["height"]
    if any(card.id == row["wonder"] and card.effect == "own_tall" for card in board.wonders):
        height = "tall"  # SR-83
    control = view["control"][view["places"][board.cells[place].id]["island"]]
    if height is None or control["leaders"] == [seat]:
        return []
    then = [{**counts} for counts in control["tally"]]
    then[seat][height] += 1
    ranks = [(counts["tall"], counts["medium"], counts["short"]) for counts in then]
    island = say.name(board.island_of(place))
    if ranks[seat] < max(ranks):
        return []
    if ranks.count(ranks[seat]) == 1:
        return [say("You would control {island}.", island=island)]
    return [] if seat in control["leaders"] else [say("You would share {island}.", island=island)]
