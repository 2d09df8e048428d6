"""The Litestar application."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router

from rooftop.server.context import DEPENDENCIES, Context
from rooftop.server.errors import BODY_BYTES, handle_error
from rooftop.server.guard import Guard
from rooftop.server.lifespan import lifespan
from rooftop.server.routes import editions, health, identity, lessons, pages, rules, scenes, tables, titles
from rooftop.server.settings import Settings
from rooftop.server.tables.sockets import table_socket

WEB = Path(str(resources.files("rooftop"))) / "web"
ROUTES = (health, identity, tables, scenes, titles, lessons, rules, editions, pages)


def create_app(settings: Settings) -> Litestar:
    """Create a server. It is ready when /ready says so."""
    context = Context(settings)
    app = Litestar(
        route_handlers=[
            *(handler for module in ROUTES for handler in module.HANDLERS),
            table_socket,
            create_static_files_router("/static", directories=[WEB / "static"]),
            create_static_files_router("/fonts", directories=[WEB / "fonts"]),
        ],
        state=State({"context": context}),
        dependencies=DEPENDENCIES,
        exception_handlers={Exception: handle_error},
        lifespan=[lifespan],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3),
        openapi_config=OpenAPIConfig(
            title="Rooftop",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=BODY_BYTES,
    )
    app.asgi_handler = Guard(app.asgi_handler, context.requests)
    return app
