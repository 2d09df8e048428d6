"""Alembic: bring a database to the newest form. `store.migrate` runs this on start."""

from __future__ import annotations

from alembic import context

from rooftop.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
