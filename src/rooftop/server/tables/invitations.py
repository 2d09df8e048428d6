"""Invitations: one link per table, for as many people as there are invited seats.

The secret of a link stands after `#` in its address, so it reaches no log and no link preview. Opening a link
does not use it up; sitting down takes a seat. A host who renews a link invalidates the old one. Only hashes
are stored.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.auth import hashed
from rooftop.server.errors import Refusal
from rooftop.server.store.schema import invitation
from rooftop.server.system import System


def new_secret(system: System) -> str:
    return system.token_urlsafe(24)


def add(connection: Connection, table_id: str, secret: str) -> None:
    """Store a new invitation."""
    connection.execute(invitation.insert().values(token=hashed(secret), table_id=table_id))


def renew(connection: Connection, table_id: str, secret: str, now: float) -> None:
    """Store a new invitation. Earlier ones end."""
    connection.execute(
        invitation.update()
        .where(invitation.c.table_id == table_id, invitation.c.ended.is_(None))
        .values(ended=now)
    )
    add(connection, table_id, secret)


def check(connection: Connection, secret: str) -> str:
    """Return the table of an invitation. Raises Refusal if the secret is wrong or was renewed."""
    row = connection.execute(sa.select(invitation).where(invitation.c.token == hashed(secret))).first()
    if row is None:
        raise Refusal(
            status_code=404,
            detail="this invitation is not valid; the link may be incomplete. Ask for it again",
        )
    if row.ended is not None:
        raise Refusal(status_code=404, detail="the host has renewed this invitation; ask for the new link")
    return str(row.table_id)


def leads_somewhere(connection: Connection, place: str) -> bool:
    """Whether the address of an invitation is valid: a table with an invitation, or, as in earlier versions,
    a secret."""
    if "\0" in place:  # PostgreSQL rejects such a query
        return False
    right = sa.or_(invitation.c.table_id == place, invitation.c.token == hashed(place))
    found = sa.select(invitation.c.table_id).where(right, invitation.c.ended.is_(None))
    return connection.execute(found).first() is not None
