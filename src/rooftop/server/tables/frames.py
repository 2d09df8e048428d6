"""What a table tells its painter, so that clients get updates; and the frame before a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.translation import translator
from rooftop.server import protocol
from rooftop.server.auth import Identity
from rooftop.server.painting.jobs import (
    Agreement,
    Chair,
    Clocks,
    Decided,
    Entry,
    EventRow,
    Moment,
    Order,
    Rematch,
)
from rooftop.server.tables.agreements import NO, asked
from rooftop.server.tables.clocks import DAY
from rooftop.server.tables.colours import choices
from rooftop.server.tables.state import INVITED

if TYPE_CHECKING:
    from rooftop.server.tables.client import Client
    from rooftop.server.tables.live import LiveTable
    from rooftop.server.tables.state import Chair as Seat
    from rooftop.server.tables.state import LogEntry, TableState

# The beginning of an update as painters write it. Each client has its own count.
UNCOUNTED = b'{"type":"update","count":0,'


def counted(update: bytes, count: int) -> bytes:
    """An update with its count."""
    return b'{"type":"update","count":%d,' % count + update[len(UNCOUNTED) :]


def waiting(table: LiveTable, client: Client) -> bytes:
    """The frame before the game begins."""
    state = table.state
    frame = protocol.Waiting(
        title=table.game.title.id,
        status=state.status,
        seats=people(table, client.language),
        seat=client.seat,
        own=list(client.seats),
        free=free_chairs(state, client.visitor),
        options=state.game.options,
        edition=state.game.edition.id,
        visibility=state.visibility,
        pace=state.pace,
        time=state.time,
        timeout=state.timeout,
        commitment=state.commitment,
        rated=state.rated,
        host=state.host_name,
        owned=bool(client.visitor.id) and client.visitor.id == state.owner,
        host_seat=state.host_seat,
        ready=[chair.ready for chair in state.chairs],
        removed=client.visitor.id in state.removed,
        kinds=[kind_of(chair) for chair in state.chairs],
        players=list(state.game.edition.players),
        declined=state.declined,
        colours=choices(state.game, state.chairs, client.language),
        closes=state.changed + table.registry.idle_days[state.pace] * DAY,
    )
    return protocol.encode(frame)


def people(table: LiveTable, language: str) -> list[protocol.Person]:
    """Who sits at a table, with their colours."""
    title = table.game.title
    marks = title.marks(table.game.board, translator(title.package, language))
    return [protocol.Person(*chair, *marks[seat]) for seat, chair in enumerate(chairs(table))]


def free_chairs(state: TableState, visitor: Identity) -> list[int]:
    """Return the seats that a visitor may take, or take for somebody nearby. In a rated game everyone has
    their own browser."""
    return [] if state.rated and state.seats_of(visitor) else state.free_chairs(visitor)


def kind_of(chair: Seat) -> str:
    """Return who can take a seat; empty if it is taken."""
    if chair.identity or chair.bot:
        return ""
    if chair.program:
        return "program"
    return {None: "open", INVITED: "invite"}.get(chair.reserved, "reserved")


def chairs(table: LiveTable) -> list[Chair]:
    here = {seat for client in table.clients for seat in client.seats}
    return [
        Chair(
            chair.name or chair.asked,
            chair.bot,
            seat in here or bool(chair.bot),
            round(chair.seconds, 1),
            chair.stand_in,
            chair.forfeited,
            chair.left,
            chair.conceded,
            _rounded(table.away_for(seat)),
            _rounded(table.grace(seat)),
            chair.program,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)


def moment(table: LiveTable, match: Match, since: int) -> Moment:
    """A table now, with the log after number `since`."""
    state = table.state
    decided_at = state.decided_at
    return Moment(
        setup=table.setup,
        number=table.number,
        status=table.status,
        to_act=None if match.over else match.to_act,
        deciding=round(table.registry.now() - decided_at, 1) if decided_at else 0.0,
        chairs=chairs(table),
        names=tuple(table.names),
        commitment=state.commitment,
        legal=match.legal(),
        log=[_entry(table, match, entry) for entry in state.log[since:]],
        rated=state.rated,
        clock=_clocks(table),
        ended=match.ended,
        paused=state.is_paused,
        agreements=_agreements(state),
        level=state.stand_in_level,
        rematch=_rematch(state),
    )


def _rematch(state: TableState) -> Rematch | None:
    found = state.rematch
    return None if found is None else Rematch(found.table, found.status, found.agreed, found.declined)


def _agreements(state: TableState) -> list[Agreement]:
    return [
        Agreement(kind, sorted(seats), [] if kind.startswith(NO) else sorted(asked(state, kind)))
        for kind, seats in sorted(state.agreed.items())
    ]


def _clocks(table: LiveTable) -> Clocks | None:
    state, now = table.state, table.registry.now()
    if (clock := state.clock) is None:
        return None
    turn = state.turn
    left = [round(clock.remaining(seat, now, turn), 1) for seat in range(len(clock.left))]
    running = None if turn.bot or turn.paused else turn.seat
    return Clocks(state.time, state.timeout, left, running, round(clock.stands(now, turn), 1))


def _entry(table: LiveTable, match: Match, entry: LogEntry) -> Entry:
    decided = None
    if entry.decisions:
        # Only the first can be secret: nothing follows a secret decision.
        unveiled = match.is_unveiled(entry.ply) and table.state.standing[entry.ply] is entry
        events = [
            cast(EventRow, tuple(row)) for decision in entry.decisions for row in match.events(decision)
        ]
        decided = Decided(entry.decisions[0].known_to, unveiled, events)
    return Entry(entry.number, entry.seat, entry.kind, entry.text, decided)


def order(table: LiveTable, match: Match, client: Client) -> Order:
    """The update that a client needs."""
    seat = client.seat
    can = table.state.ahead_of(seat)
    if can is not None:
        return Order(
            seat=seat,
            look=client.look,
            since=client.sent,
            decides=not can.is_complete,
            undoable=len(can.decided),
            redoable=0,
            rows=table.seen_by(seat),
            before=client.shown,
            own=client.seats,
            legal=can.legal(),
            decided=list(can.decided),
            hints=not table.state.rated,
        )
    plays = seat != SPECTATOR and table.status == "playing" and not table.chairs[seat].bot
    decides = plays and match.to_act == seat
    return Order(
        seat=seat,
        look=client.look,
        since=client.sent,
        decides=decides,
        undoable=match.undoable if plays and match.undoer == seat else 0,
        redoable=match.redoable if decides else 0,
        rows=table.seen_by(seat),
        before=client.shown,
        own=client.seats,
        passing=table.passing(client),
        hints=not table.state.rated,
    )
