"""The frames of a table: what each seat and each spectator may see, in their language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rooftop.game.knowledge import HIDDEN, SPECTATOR, may_know
from rooftop.game.match import Match
from rooftop.game.translation import translator
from rooftop.server import protocol

if TYPE_CHECKING:
    from rooftop.server.tables.client import Client
    from rooftop.server.tables.live import LiveTable
    from rooftop.server.tables.state import LogEntry


def people(table: LiveTable, language: str) -> list[protocol.Person]:
    title = table.game.title
    marks = title.guide.marks(table.game.board, translator(title.package, language))
    return [
        protocol.Person(
            chair.name,
            chair.bot,
            table.is_here(seat) or bool(chair.bot),
            round(chair.seconds, 1),
            chair.stand_in,
            *marks[seat],
        )
        for seat, chair in enumerate(table.chairs)
    ]


def waiting(table: LiveTable, client: Client) -> protocol.Waiting:
    """The frame before the game begins."""
    state = table.state
    return protocol.Waiting(
        title=state.game.title.id,
        status=state.status,
        seats=people(table, client.language),
        seat=client.seat,
        free=state.free_chairs(client.visitor) if client.seat == SPECTATOR else [],
        options=state.game.options,
        edition=state.game.edition.id,
        visibility=state.visibility,
        pace=state.pace,
        commitment=state.commitment,
    )


def update(
    table: LiveTable, match: Match, seat: int, language: str, since: int, deciding: float
) -> protocol.Update:
    """The frame during and after the game, with the log after number `since`."""
    is_turn = seat != SPECTATOR and match.to_act == seat and not table.chairs[seat].bot
    decided_last = bool(match.decisions) and match.decisions[-1].seat == seat
    title, board, say = match.title, match.game.board, match.translator(language)
    view = match.view(seat)
    return protocol.Update(
        number=table.number,
        ply=match.ply,
        seat=seat,
        title=title.id,
        status=table.status,
        to_act=None if match.over else match.to_act,
        deciding=round(deciding, 1),
        prompt=title.moves.prompt(board, view, say) if is_turn else "",
        view=view,
        offers=[protocol.Offer(*move) for move in match.offers(view, language)] if is_turn else [],
        hints=[protocol.Hint(*hint) for hint in title.guide.hints(board, view, say)] if is_turn else [],
        clauses=title.guide.clauses(board, view),
        undoable=match.undoable if decided_last and table.status == "playing" else 0,
        redoable=match.redoable if is_turn else 0,
        log=[log_line(table, match, entry, seat, language) for entry in table.state.log[since:]],
        seats=people(table, language),
        commitment=table.state.commitment,
    )


def log_line(table: LiveTable, match: Match, entry: LogEntry, seat: int, language: str) -> protocol.Entry:
    """A log entry as `seat` may know it."""
    text, lines = entry.text, []
    if entry.decision is not None:
        # A secret move is revealed with its ply. One that was undone never is.
        unveiled = match.is_unveiled(entry.ply) and table.state.standing[entry.ply] is entry
        text = text if may_know(entry.decision.known_to, seat, unveiled) else HIDDEN
        lines = match.log_lines(entry.decision, seat, language, table.names)
    return protocol.Entry(entry.number, entry.seat, entry.kind, text, lines)
