"""Addresses that hosts and people enter: their form, and which are public."""

from __future__ import annotations

import base64
import binascii
import contextlib
import ipaddress
import re
from dataclasses import dataclass
from email.utils import parseaddr

from rooftop.errors import OptionError

HTTPS = 443
KEY_BYTES = 32  # of a private key for Web Push
ADDRESS_LENGTH = 254
ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)
SMTP_URL = re.compile(r"(smtp|smtps)://(?:[^@/\s]*@)?(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?")
LISTED = re.compile(r"(?P<name>(?:\*\.)?[a-z0-9.-]+)(?::(?P<port>\d{1,5}))?(?:=(?P<address>[0-9a-f.:]+))?")
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # the last 32 bits are an IPv4 address


def check_email(typed: str) -> str:
    """Return an e-mail address without surrounding spaces. Raises OptionError if it is not valid."""
    address = typed.strip()
    if len(address) > ADDRESS_LENGTH or not ADDRESS.fullmatch(address):
        raise OptionError("enter a complete e-mail address, such as ada@example.org")
    return address


def check_smtp_url(url: str) -> None:
    """Raise OptionError if the URL of a mail server is incomplete. The message does not repeat the URL, which
    can contain a password."""
    if not SMTP_URL.fullmatch(url):
        raise OptionError(
            "SMTP URL must be like smtp://USER:PASSWORD@mail.example:587 or smtps://mail.example:465"
        )


def check_sender(sender: str) -> None:
    """Raise OptionError if this sender cannot send e-mails."""
    if not sender.isprintable() or not ADDRESS.fullmatch(parseaddr(sender)[1]):
        raise OptionError(f"mail sender must be like 'Rooftop <games@rooftop.example>', not {sender!r}")


def check_contact(contact: str) -> None:
    """Raise OptionError if push services cannot reach the host at this address."""
    is_mail = ADDRESS.fullmatch(contact.removeprefix("mailto:")) and contact.startswith("mailto:")
    if not (is_mail or contact.startswith("https://")) or not contact.isprintable():
        raise OptionError(f"VAPID contact must be mailto:ADDRESS or https://ADDRESS, not {contact!r}")


def check_key(key: str) -> None:
    """Raise OptionError if this is not a private key for Web Push."""
    with contextlib.suppress(ValueError):
        if len(decode_base64(key)) == KEY_BYTES and any(decode_base64(key)):
            return
    raise OptionError("VAPID key must be 32 bytes in base64url")


def decode_base64(text: str) -> bytes:
    """Decode base64url without its padding. Raises ValueError."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("not base64url") from None


# --- hosts -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Listed:
    """A host that may be reached. `address` is its fixed address, which is not looked up: the only way into a
    private network."""

    name: str
    port: int
    address: str | None

    def covers(self, host: str, port: int) -> bool:
        is_host = host.endswith(self.name[1:]) if self.name.startswith("*.") else host == self.name
        return is_host and port == self.port


def parse_listed(entry: str) -> Listed:
    """Read an entry of the list of hosts: HOST, *.DOMAIN, HOST:PORT or HOST:PORT=ADDRESS."""
    found = LISTED.fullmatch(entry.lower())
    with contextlib.suppress(ValueError):
        if found and not (found["address"] and found["name"].startswith("*.")):
            address = str(ipaddress.ip_address(found["address"])) if found["address"] else None
            return Listed(found["name"], int(found["port"] or HTTPS), address)
    raise OptionError(f"message host must be like HOST, *.DOMAIN, HOST:PORT or HOST=ADDRESS, not {entry!r}")


def is_public(address: str) -> bool:
    """Whether an address is public. An IPv4 address inside an IPv6 address must be public, too."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour
        if parsed in NAT64:
            inner = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
        if parsed.is_site_local:
            return False
    return parsed.is_global and not (
        parsed.is_multicast or parsed.is_reserved or parsed.is_loopback or parsed.is_link_local
    )
