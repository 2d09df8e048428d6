"""Balance reports on the site. As a file, a report embeds its style and fonts. The server's content security
policy allows no inline styles, so reports on the site share a style sheet."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

from rooftop.arena.balance import read_report, report_page

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>\n')  # the server sends its own
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
FONT = re.compile(r"data:font/woff2;base64,([A-Za-z0-9+/=]+)")
MAIN = "<main>\n"


def drawn(file: Path) -> str:
    """Return the page of a report that is stored as JSON."""
    return report_page(read_report(file.read_bytes(), file.name))


def shared(page: str, folder: str, back: str) -> tuple[str, dict[str, bytes]]:
    """Return a report with links to its style in `folder` and to the page `back`, and the files it needs
    there."""
    files: dict[str, bytes] = {}

    def kept(content: bytes, ending: str) -> str:
        name = f"{hashlib.sha256(content).hexdigest()[:12]}.{ending}"
        files[name] = content
        return name

    def link(found: re.Match[str]) -> str:
        style = FONT.sub(lambda font: kept(base64.b64decode(font[1]), "woff2"), found[1])
        return (
            f'<link rel="icon" href="{folder}/icon.svg">\n'
            f'<link rel="stylesheet" href="{folder}/{kept(style.encode(), "css")}">'
        )

    page = STYLE.sub(link, POLICY.sub("", page))
    way = f'<p><a href="{back}">All balance reports</a></p>\n'
    return page.replace(MAIN, MAIN + way, 1), files
