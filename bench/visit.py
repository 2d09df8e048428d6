"""Measure the start of a server and what a first visit loads: python bench/visit.py [--title tower-up].

Starts a server whose rules are compiled. Prints one JSON object: seconds until the home page can be fetched,
processor time of all processes until the server is ready, and compressed bytes of the home page and of a
table's page: with styles, icons, scripts and their imports, but without fonts, pictures and what scripts
fetch. `--prepare` only waits until everything is compiled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from pathlib import Path
from urllib.parse import urljoin

import httpx
from crowd import Crowd, Server, cpu_seconds

COMPILING = 3600.0  # seconds for the rules of all titles
ENCODINGS = "gzip, deflate, br"
TAG = re.compile(r"<(?:script|link)\b[^>]*>")
ADDRESS = re.compile(r'\b(?:src|href)="([^"]+)"')
LOADED = re.compile(r'<script\b|rel="(?:stylesheet|modulepreload|preload|icon)"')
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](\.{0,2}/[^"']+\.js)["']""")


def named_by(page: str) -> list[str]:
    """Return the files that a page loads."""
    loaded = (tag for tag in TAG.findall(page) if LOADED.search(tag))
    return [found[1] for tag in loaded if (found := ADDRESS.search(tag))]


def imported_by(script: str) -> list[str]:
    """Return the modules that a script imports before it runs."""
    return IMPORT.findall(script)


async def loaded_bytes(web: httpx.AsyncClient, page: str, cookie: str = "") -> int:
    """Return the compressed size of a page and of everything that it loads."""
    headers = {"Accept-Encoding": ENCODINGS, **({"Cookie": f"rooftop={cookie}"} if cookie else {})}
    total, seen, wanted = 0, {page}, [page]
    while wanted:
        address = wanted.pop()
        answer = await web.get(address, headers=headers)
        answer.raise_for_status()
        total += answer.num_bytes_downloaded
        found = named_by(answer.text) if address == page else []
        if address.partition("?")[0].endswith(".js"):
            found = imported_by(answer.text)
        for name in (urljoin(address, one) for one in found):
            if name.startswith("/") and name not in seen:
                seen.add(name)
                wanted.append(name)
    return total


async def visit(server: Server, title: str) -> dict[str, float]:
    async with Crowd(server.host) as crowd:
        cookie = await crowd.visitor()
        new = {"title": title, "players": 2, "seats": ["me", "open"]}
        table = (await crowd.ask(cookie, "/api/tables", new))["table"]
        crowd.web.cookies.clear()
        home = await loaded_bytes(crowd.web, "/")
        crowd.web.cookies.clear()
        page = await loaded_bytes(crowd.web, f"/tables/{table}", cookie)
        return {"first visit, bytes": home, "page of a table, bytes": page}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--title", default="tower-up", help="of the table")
    options.add_argument("--python", default=sys.executable, help="of the environment that has the server")
    options.add_argument("--prepare", action="store_true", help="only compile")
    given = options.parse_args()
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), python=given.python) as server:
        if given.prepare:
            server.wait("/ready", COMPILING)
        else:
            found["start until the first page, s"] = server.wait("/")
            server.wait("/ready")
            found["start until ready, CPU s"] = sum(cpu_seconds(server.processes()).values())
            found |= asyncio.run(visit(server, given.title))
    json.dump(found, sys.stdout)
    print()


if __name__ == "__main__":
    main()
