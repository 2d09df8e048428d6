"""The Litestar application."""

from __future__ import annotations

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from rooftop.server.context import DEPENDENCIES, Context
from rooftop.server.errors import BODY_BYTES, handle_error
from rooftop.server.guard import Guard
from rooftop.server.lifespan import lifespan
from rooftop.server.processes.peer_handler import AppPeerHandler
from rooftop.server.processes.relay import Relay
from rooftop.server.routes import (
    docs,
    editions,
    health,
    identity,
    lessons,
    notifications,
    pages,
    people,
    rules,
    scenes,
    static,
    tables,
    thinking,
    titles,
)
from rooftop.server.settings import Settings
from rooftop.server.tables.sockets import bot_socket, table_socket

ROUTES = (
    health,
    identity,
    notifications,
    tables,
    thinking,
    scenes,
    titles,
    lessons,
    rules,
    editions,
    pages,
    people,
    docs,
    static,
)


def create_app(settings: Settings) -> Litestar:
    """Create a server. It is ready when /ready says so."""
    context = Context(settings)
    app = Litestar(
        route_handlers=[
            *(handler for module in ROUTES for handler in module.HANDLERS),
            table_socket,
            bot_socket,
        ],
        state=State({"context": context}),
        dependencies=DEPENDENCIES,
        exception_handlers={Exception: handle_error},
        lifespan=[lifespan],
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=3, exclude_opt_key="compressed"
        ),
        openapi_config=OpenAPIConfig(
            title="Rooftop",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=BODY_BYTES,
    )
    context.peer_handler = AppPeerHandler(app, app.asgi_handler, context)
    app.asgi_handler = Guard(Relay(app.asgi_handler, context), context.requests)
    return app
