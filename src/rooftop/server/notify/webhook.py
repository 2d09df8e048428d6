"""Webhooks: a message as a request in the form that Discord, Slack and ntfy understand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from rooftop.errors import OptionError
from rooftop.server.notify.letters import Letter
from rooftop.server.notify.requests import Answer, Requests
from rooftop.server.translation import message

SERVICES = {"discord": "Discord", "slack": "Slack", "ntfy": "ntfy"}
STYLES = tuple(SERVICES)
NO_EMBEDS = 4  # a flag of Discord's messages


def check_style(style: str, url: str) -> None:
    """Raise OptionError if a style is unknown, or does not fit the address."""
    if style not in STYLES:
        raise OptionError(message("the service must be one of {styles}", styles=", ".join(STYLES)))
    if style == "ntfy" and not _topic(url)[1]:
        raise OptionError("the address of ntfy must end with a topic, such as https://ntfy.sh/my-games")


def form(style: str, url: str, letter: Letter, site: str) -> tuple[str, dict[str, Any]]:
    """Return the address of a message, and its JSON."""
    if style == "discord":
        text = _text(letter, site, _plain, "**")
        return url, {"content": text[:2000], "allowed_mentions": {"parse": []}, "flags": NO_EMBEDS}
    if style == "slack":
        return url, {"text": _text(letter, site, _escaped, "*")}
    root, topic = _topic(url)
    return root, {
        "topic": topic,
        "title": letter.heading,
        "message": letter.text,
        "click": f"{site}{letter.path}",
    }


def _text(letter: Letter, site: str, safe: Callable[[str], str], bold: str) -> str:
    """Return heading, lines and links. `safe` keeps names from being read as markup."""
    lines = [f"{bold}{safe(letter.heading)}{bold}"]
    if len(letter.paths) > 1:
        lines += [f"{safe(line)} {site}{path}" for line, path in zip(letter.lines, letter.paths, strict=True)]
    else:
        lines += [safe(letter.text), f"{site}{letter.path}"]
    return "\n".join(lines)


def _plain(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "*_~`|>\\" else sign for sign in text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _topic(url: str) -> tuple[str, str]:
    """Split the address of a topic into the server and the name of the topic."""
    parts = urlsplit(url)
    folder, _, topic = parts.path.rstrip("/").rpartition("/")
    return f"{parts.scheme}://{parts.netloc}{folder}/", unquote(topic)


class Webhooks:
    """Sends messages to people's webhooks."""

    def __init__(self, requests: Requests, site: str) -> None:
        self.requests = requests
        self.site = site

    async def send(self, style: str, url: str, letter: Letter) -> Answer:
        where, body = form(style, url, letter, self.site)
        headers = {"content-type": "application/json", "idempotency-key": letter.id}
        return await self.requests.post(where, headers, msgspec.json.encode(body))
