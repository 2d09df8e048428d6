"""Moves: notation, sentences, and the parts of the picture that each is about.

bid medium-2 A3   bid with the second lowest medium building on A3, or start an auction with it
bid wonder-1 F2   place a wonder
pass              leave this auction
colour yellow     give a wild disc its colour
choose hammer     choose a wonder card
disc A4           take the disc of A4 with the Vault
decline           take no disc with the Vault
"""

from __future__ import annotations

from collections import Counter

from rooftop.errors import MoveError
from rooftop.game.notation import one_of
from rooftop.game.title import Event, Price
from rooftop.game.translation import Translator
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.legality import can_outbid, is_open, outbidding
from rooftop.titles.skyrise.phrases import disc_text, discs_text, on_text, spot_text, structure_text
from rooftop.titles.skyrise.schema import COLOURS, LETTERS, Height
from rooftop.titles.skyrise.view import Control, OwnedStructure, Seat, View
from rooftop.titles.skyrise.worth import wonder_worth


def names(board: Board, language: str) -> list[str]:
    """The default names of the seats: their colours."""
    return [player.name[language].capitalize() for player in board.seat_players]


def _bid(action: int) -> tuple[int, int]:
    """The structure and the neighbourhood of a bid, as numbers."""
    return divmod(action - n.PLACE_BID, n.SPOTS)


# --- notation -----------------------------------------------------------------------------------------


def notation(board: Board, action: int) -> str:
    """An action as text. Actions that no game on this board has are written with #."""
    if action < n.PASS:
        structure, spot = _bid(action)
        return f"bid {board.structures[structure]} {_spot_name(board, spot)}"
    if action == n.PASS:
        return "pass"
    if action < n.CARD:
        return f"colour {COLOURS[action - n.COLOUR]}"
    if action < n.DISC:
        card = action - n.CARD
        return f"choose {board.wonders[card].id if card < len(board.wonders) else f'#{card}'}"
    if action < n.DECLINE:
        return f"disc {_spot_name(board, action - n.DISC)}"
    return "decline"


def _spot_name(board: Board, spot: int) -> str:
    return board.cells[spot].id if spot < len(board.cells) else f"#{spot}"


def parse(board: Board, text: str) -> int:
    """Return the action that a text stands for; raise a MoveError that shows what moves look like."""
    words = text.split()
    verb = words[0].lower() if words else ""
    if len(words) == 1 and verb in ("pass", "decline"):
        return n.PASS if verb == "pass" else n.DECLINE
    if verb == "colour" and len(words) == 2:
        colours: tuple[str, ...] = COLOURS
        return n.COLOUR + colours.index(one_of(text, words[1].lower(), COLOURS, "colour"))
    if verb == "choose" and len(words) == 2:
        cards = [card.id for card in board.wonders]
        return n.CARD + cards.index(one_of(text, words[1].lower(), cards, "wonder card"))
    if verb == "disc" and len(words) == 2:
        return n.DISC + _parse_spot(board, text, words[1])
    if verb == "bid" and len(words) == 3:
        structure = board.structures.index(one_of(text, words[1].lower(), board.structures, "structure"))
        return n.PLACE_BID + structure * n.SPOTS + _parse_spot(board, text, words[2])
    raise MoveError(
        f"{text!r} is not a move; moves look like 'bid medium-2 A3', 'bid wonder-1 F2', 'pass',"
        " 'colour yellow', 'choose hammer', 'disc A4' and 'decline'"
    )


def _parse_spot(board: Board, text: str, word: str) -> int:
    for spot, cell in enumerate(board.cells):
        if cell.id.lower() == word.lower():
            return spot
    known = ", ".join(f"{island.cell[0].id} to {island.cell[-1].id}" for island in board.islands)
    raise MoveError(f"{text!r}: unknown neighbourhood {word!r}; expected {known}")


# --- a move in words ----------------------------------------------------------------------------------


def describe(board: Board, view: View, action: int, say: Translator) -> str:
    """A legal action as a sentence."""
    if action < n.PASS:
        return _describe_bid(board, view, action, say)
    if action == n.PASS:
        return say("Pass and leave this auction")
    if action < n.CARD:
        colour = action - n.COLOUR
        held = len(view.actor.rows[COLOURS[colour]])
        name = say.name(board.colour_names[colour])
        if held == n.ROW:
            return say(
                "Make the wild disc {colour}: the row is full, so it scores {value} on the portrait",
                value=board.row.excess_value,
                colour=name,
            )
        value = board.row.step[held + 1].value
        return say(
            "Make the wild disc {colour}: structures on that colour are worth {value}",
            value=value,
            colour=name,
        )
    if action < n.DISC:
        card = board.wonders[action - n.CARD]
        return say(
            "Choose {card} (initiative {initiative}): {text}",
            card=say.name(card),
            initiative=card.initiative,
            text=say.name(card, "text"),
        )
    if action < n.DECLINE:
        spot = action - n.DISC
        disc = view.neighbourhoods[board.cells[spot].id].disc
        return say("Take from {spot}: {disc}", spot=spot_text(board, spot, say), disc=disc_text(disc, say))
    return say("Take no second disc")


def _describe_bid(board: Board, view: View, action: int, say: Translator) -> str:
    structure, spot = _bid(action)
    row = _structure(view.actor, board.structures[structure])
    values = {
        "structure": structure_text(board, row, say),
        "spot": spot_text(board, spot, say),
        "disc": disc_text(view.neighbourhoods[board.cells[spot].id].disc, say),
    }
    if view.phase == "start":
        return say("Start an auction with {structure} on {spot}: {disc}", **values)
    if row.number is None:
        return say("Place {structure} on {spot}: {disc}", **values)
    return say("Bid {structure} on {spot}: {disc}", **values)


def _structure(own: Seat, name: str) -> OwnedStructure:
    return next(row for row in own.structures if row.id == name)


def prompt(board: Board, view: View, say: Translator) -> str:
    """What the seat to act decides now."""
    phase, auction = view.phase, view.auction
    if phase == "start":
        return say("Start an auction: place a bid on the central island or next to any structure.")
    if phase == "bid" and auction.neighbourhood is not None:
        where = spot_text(board, board.spot[auction.neighbourhood], say)
        if auction.value is None:
            return say("A wonder stands on {spot}: outbid it with the Hammer, or pass.", spot=where)
        if all(row.number is None for row in outbidding(board, view, view.to_act)):
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


def group(board: Board, view: View, action: int, say: Translator) -> tuple[str, ...]:
    """The headings of a move in a list of moves."""
    if action < n.PASS:
        row = _structure(view.actor, board.structures[_bid(action)[0]])
        structure = structure_text(board, row, say)
        if row.number is None:
            return say("Place a wonder"), structure
        return (say("Start an auction") if view.phase == "start" else say("Bid higher")), structure
    if action == n.PASS:
        return (say("Pass"),)
    if action < n.CARD:
        return (say("Colour of the wild disc"),)
    if action < n.DISC:
        return (say("Choose a wonder card"),)
    return (say("The Vault's second disc"),)


def parts(board: Board, action: int) -> tuple[str, ...]:
    """The ids of the things in the picture that a player clicks for an action: `structure-medium-2` in the
    player's own pool, `place-A3` a neighbourhood, `wonder-hammer` a card in hand, `colour-yellow` a row."""
    if action < n.PASS:
        structure, spot = _bid(action)
        if spot >= len(board.cells) or structure >= n.BUILDINGS + board.setup.wonders_per_player:
            return ()
        return f"structure-{board.structures[structure]}", f"place-{board.cells[spot].id}"
    if action == n.PASS:
        return ("pass",)
    if action < n.CARD:
        return (f"colour-{COLOURS[action - n.COLOUR]}",)
    if action < n.DISC:
        card = action - n.CARD
        return (f"wonder-{board.wonders[card].id}",) if card < len(board.wonders) else ()
    if action < n.DECLINE:
        spot = action - n.DISC
        return (f"place-{board.cells[spot].id}",) if spot < len(board.cells) else ()
    return ("decline",)


def concerns(board: Board, view: View, action: int) -> bool:
    """Bids concern only neighbourhoods that are open to them. Otherwise the reason why a structure cannot be
    bid would be about all the other neighbourhoods."""
    if action >= n.PASS or view.phase not in ("start", "bid"):
        return True
    return is_open(board, view, *_bid(action))


# --- preview ------------------------------------------------------------------------------------------


def prices(board: Board, before: View, after: View, action: int, say: Translator) -> list[Price]:
    """The structure of a bid, and the discs that the seat gains."""
    seat = before.to_act
    assert seat is not None
    found = []
    if action < n.PASS:
        row = _structure(before.actor, board.structures[_bid(action)[0]])
        sign = f"{row.height or 'figure'}-{before.actor.id}"
        found.append(Price(sign, -1, structure_text(board, row, say)))
    own, then = _discs(before.seats[seat]), _discs(after.seats[seat])
    for disc, count in (then - own).items():
        sign = f"sign-{disc}" if disc in LETTERS else f"disc-{disc}"
        found.append(Price(sign, count, discs_text(disc, count, say)))
    return found


def _discs(own: Seat) -> Counter[str]:
    """The discs of a seat by kind."""
    found = Counter(disc for colour in COLOURS for disc in own.rows[colour])
    found.update({colour: own.excess[colour] for colour in COLOURS})
    found.update(dict(own.patrons.items()), commissions=own.commissions)
    return found


def preview(
    board: Board,
    before: View,
    after: View,
    action: int,
    events: list[Event],
    names: list[str],
    say: Translator,
) -> list[str]:
    """What a bid would win, who could still outbid it, and what a choice changes."""
    seat = before.to_act
    if seat is None:
        return []
    if action < n.PASS:
        structure, spot = _bid(action)
        row = _structure(before.actor, board.structures[structure])
        disc = before.neighbourhoods[board.cells[spot].id].disc
        if after.auction.bidder == seat:
            lines = [_who_can_outbid(board, after, seat, names, say)]
        else:
            lines = [say("You win this auction at once.")]
        lines += _wonder_score(board, before, seat, row, spot, say)
        if not _discs(after.seats[seat]) - _discs(before.seats[seat]):  # not among the prices
            lines.append(say("The prize: {disc}.", disc=disc_text(disc, say)))
        lines += _prize(board, before, spot, disc, say)
        return lines + _control_change(board, before, seat, row, spot, say)
    if action == n.PASS:
        return _after_pass(before, after, names, say)
    if action < n.CARD:
        return [
            say.many(
                "You have {n} structure on this colour.",
                "You have {n} structures on this colour.",
                before.actor.standing[COLOURS[action - n.COLOUR]],
            )
        ]
    if action < n.DISC:
        return [say("The lowest initiative starts the first auction of the second era.")]
    return []


def _after_pass(before: View, after: View, names: list[str], say: Translator) -> list[str]:
    bidder = before.auction.bidder
    if bidder is None:
        return []
    if after.phase != "bid":
        return [say("{player} wins this auction.", player=names[bidder])]
    return [say("{player} leads the auction; you are out.", player=names[bidder])]


def _who_can_outbid(board: Board, after: View, seat: int, names: list[str], say: Translator) -> str:
    others = [name for other, name in enumerate(names) if other != seat and can_outbid(board, after, other)]
    return say("Can still outbid you: {players}.", players=say.list(others))


def _wonder_score(
    board: Board, view: View, seat: int, row: OwnedStructure, spot: int, say: Translator
) -> list[str]:
    """What a wonder would score there."""
    card = None if row.wonder is None else board.wonder(row.wonder)
    if card is None or card.effect == "extra_disc":
        return []
    neighbourhood = board.cells[spot].id
    values = {
        "card": say.name(card),
        "points": wonder_worth(board, view, seat, card, neighbourhood),
    }
    if card.effect == "discs_of_colour" and view.neighbourhoods[neighbourhood].disc == "wild":
        return [say("{card} would score {points} if the wild disc gets this colour.", **values)]
    return [say("{card} would score {points} here.", **values)]


def _prize(board: Board, view: View, spot: int, disc: str | None, say: Translator) -> list[str]:
    """What the neighbourhood and its disc are worth to the player who builds there."""
    cell, own = board.cells[spot], view.actor
    lines = []
    for colour in COLOURS:
        if disc == colour and len(own.rows[colour]) == n.ROW:
            lines.append(say("The row is full: the disc would score {value}.", value=board.row.excess_value))
        elif disc == colour:
            value = board.row.step[len(own.rows[colour]) + 1].value
            where = on_text(colour, say)
            lines.append(
                say("Each of your structures {where} would be worth {value}.", where=where, value=value)
            )
    if disc in LETTERS and (tile := view.patrons[disc].tile) is not None:
        lines.append(say("Each of these discs is worth {value}.", value=tile))
    goal = own.objective
    if goal is not None and goal.colour == cell.colour and not goal.met:
        lines.append(say("Your objective: {progress} of {need}.", progress=goal.progress + 1, need=goal.need))
    return lines


def _control_change(
    board: Board, view: View, seat: int, row: OwnedStructure, spot: int, say: Translator
) -> list[str]:
    """Whether a structure there would win control of the island."""
    height = row.height
    if row.wonder is not None and board.wonder(row.wonder).effect == "own_tall":
        height = "tall"  # SR-83
    control = view.control[view.neighbourhoods[board.cells[spot].id].island]
    if height is None or control.leaders == (seat,):
        return []
    leaders = _leaders_with(control, seat, height)
    island = say.name(board.island_of(spot))
    if leaders == [seat]:
        return [say("You would control {island}.", island=island)]
    if seat in leaders and seat not in control.leaders:
        return [say("You would share control of {island}.", island=island)]
    return []


def _leaders_with(control: Control, seat: int, height: Height) -> list[int]:
    """Who would control an island if a seat had one more building of this height there."""
    counts = [[tally.tall, tally.medium, tally.short] for tally in control.tally]
    counts[seat][("tall", "medium", "short").index(height)] += 1
    return [other for other, count in enumerate(counts) if count == max(counts)]
