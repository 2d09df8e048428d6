"""E-mail over SMTP. Every message tells people and mail programs (RFC 8058) how to stop them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate
from urllib.parse import unquote, urlsplit

from rooftop.server.notify.letters import Letter
from rooftop.server.translation import message, translate

SECONDS = 20.0  # to wait for the mail server
PORTS = {"smtp": 587, "smtps": 465}
VERBATIM = {"list-unsubscribe", "list-unsubscribe-post", "message-id"}


class MailError(Exception):
    """The mail server did not accept a message; a later attempt may work."""


class RefusedMailError(Exception):
    """The mail server will never accept this message."""


class _Policy(EmailPolicy):
    """Writes headers that programs read on one line. A link that is too long for a line would be encoded like
    words (RFC 2047), and mail programs do not decode it."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in VERBATIM:
            return f"{name}: {value}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


POLICY = _Policy(linesep="\r\n")


def token(key: bytes, purpose: str, *about: str) -> str:
    """Return the secret part of a link. It is derived from the server's key, so only its hash is stored."""
    return hmac.new(key, "\0".join((purpose, *about)).encode(), hashlib.sha256).hexdigest()


class Mailer:
    """Sends e-mails through one mail server, one at a time."""

    def __init__(self, url: str, sender: str, site: str) -> None:
        parts = urlsplit(url)
        self.host, self.is_tls = parts.hostname or "", parts.scheme == "smtps"
        self.port = parts.port or PORTS[parts.scheme]
        self.user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self.sender = sender
        self.site = site
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mail")

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def send(self, mail: EmailMessage) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._send, mail)

    def _send(self, mail: EmailMessage) -> None:
        try:
            with self._connect() as server:
                server.send_message(mail)
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as error:
            codes = [row[0] for row in getattr(error, "recipients", {}).values()] or [
                getattr(error, "smtp_code", 0)
            ]
            if all(500 <= code < 600 for code in codes):
                raise RefusedMailError(f"refused with {codes[0]}") from None
            raise MailError(f"refused for now with {codes[0]}") from None
        except (OSError, smtplib.SMTPException) as error:
            raise MailError(str(error) or type(error).__name__) from None

    def _connect(self) -> smtplib.SMTP:
        context = ssl.create_default_context()
        if self.is_tls:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=SECONDS, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=context)
            elif self.user and not _is_this_machine(self.host):
                server.close()
                raise MailError("the mail server offers no encryption, so the password is not sent")
        if self.user:
            server.login(self.user, self._password)
        return server

    # --- what is sent ---

    def letter(self, letter: Letter, address: str, unsubscribe: str) -> EmailMessage:
        """Compose a message. `unsubscribe` is the secret part of the link that stops all of them."""
        stop = f"{self.site}/unsubscribe/{unsubscribe}"
        if len(letter.paths) > 1:
            rows = zip(letter.lines, letter.paths, strict=True)
            body = "\n\n".join(f"{line}\n{self.site}{path}" for line, path in rows)
        else:
            body = f"{letter.heading}\n{letter.text}\n\n{self.site}{letter.path}"
        foot = "\n".join(
            (
                translate("You get this message because you asked for it on Rooftop.", letter.language),
                translate(message("Settings: {url}", url=f"{self.site}/settings"), letter.language),
                translate(message("No more e-mails: {url}", url=stop), letter.language),
            )
        )
        mail = self._mail(letter.id, letter.heading, f"{body}\n\n-- \n{foot}\n", address, letter.language)
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return mail

    def confirmation(self, message_id: str, address: str, secret: str, language: str) -> EmailMessage:
        """Compose the message that asks to confirm an address."""
        lines = (
            translate("Somebody, probably you, wants Rooftop to write to this address.", language),
            translate("To confirm it, open this page:", language),
            f"{self.site}/confirm#{secret}",
            translate("If it was not you, do nothing: no further message will come.", language),
        )
        body = "\n\n".join(lines)
        heading = translate("Confirm your e-mail address", language)
        return self._mail(message_id, f"Rooftop: {heading}", f"{body}\n", address, language)

    def _mail(self, message_id: str, heading: str, body: str, address: str, language: str) -> EmailMessage:
        mail = EmailMessage(policy=POLICY)
        mail["From"] = self.sender
        mail["To"] = Address(addr_spec=address)
        mail["Subject"] = heading
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{message_id}@{urlsplit(self.site).hostname}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content(body, cte="quoted-printable")  # which takes out headers about the content
        mail["Content-Language"] = language
        return mail


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
