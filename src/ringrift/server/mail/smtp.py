"""Hands mails to an SMTP server, over TLS unless the operator turned that off."""

from __future__ import annotations

import smtplib
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.utils import format_datetime, parseaddr
from pathlib import Path
from typing import Final

from ringrift.server.mail.templates import MailText
from ringrift.server.settings import Settings

TIMEOUT: Final = 10.0  # seconds for each answer of the server
_PERMANENT: Final = range(500, 600)  # replies that a repetition does not change


class MailRefusedError(Exception):
    """The server will never accept this mail: its address or content is wrong."""


class MailDelayedError(Exception):
    """The server does not accept this mail now; try again later."""


class MailUnavailableError(Exception):
    """The server accepts no mail now; try again later."""


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail to one address. The id makes a repeated delivery recognisable."""

    id: str
    to: str
    text: MailText


def send(settings: Settings, mail: Mail, now: float) -> None:
    """Hand a mail to the server. Blocks: call it in a thread."""
    message = write_message(settings, mail, now)
    with _connect(settings) as server:
        try:
            server.send_message(message)
        except smtplib.SMTPRecipientsRefused as error:
            [(code, reply)] = error.recipients.values()
            raise _refusal(code, reply) from error
        except smtplib.SMTPDataError as error:
            raise _refusal(error.smtp_code, error.smtp_error) from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailUnavailableError(f"the mail was not accepted: {error}") from error


def check_connection(settings: Settings) -> None:
    """Connect, encrypt and log in as for a mail, or raise `MailUnavailableError`."""
    with _connect(settings) as server:
        try:
            server.noop()
        except (smtplib.SMTPException, OSError) as error:
            raise MailUnavailableError(str(error)) from error


def write_message(settings: Settings, mail: Mail, now: float) -> EmailMessage:
    """Return the mail with its headers. Header values contain no line breaks: EmailMessage checks.

    `Auto-Submitted` keeps out-of-office replies away.
    """
    name, sender = parseaddr(settings.mail_from)
    message = EmailMessage(policy=SMTP_POLICY)
    message["From"] = Address(name, addr_spec=sender)
    message["To"] = Address(addr_spec=mail.to)
    message["Subject"] = mail.text.subject
    message["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    message["Message-ID"] = f"<{mail.id}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text.text)
    return message


def _connect(settings: Settings) -> smtplib.SMTP:
    """Return a connection that is encrypted and logged in as the settings say."""
    host, port = settings.smtp_host, settings.smtp_port
    try:
        server = (
            smtplib.SMTP_SSL(host, port, timeout=TIMEOUT, context=_tls(settings))
            if settings.smtp_security == "tls"
            else smtplib.SMTP(host, port, timeout=TIMEOUT)
        )
    except (smtplib.SMTPException, OSError) as error:
        raise MailUnavailableError(f"{host}:{port} does not answer: {error}") from error
    try:
        if settings.smtp_security == "starttls":
            server.starttls(context=_tls(settings))  # never without TLS: it raises an error
        if settings.smtp_user:
            server.login(settings.smtp_user, read_password(settings))
    except (smtplib.SMTPException, OSError) as error:
        server.close()
        raise MailUnavailableError(f"{host}:{port} cannot be used: {error}") from error
    return server


def _tls(settings: Settings) -> ssl.SSLContext:
    """Return a context that checks the certificate and its name."""
    return ssl.create_default_context(cafile=settings.smtp_ca_file or None)


def read_password(settings: Settings) -> str:
    """Return the password of the settings, or of the file that they name."""
    if not settings.smtp_password_file:
        return settings.smtp_password
    return Path(settings.smtp_password_file).read_text(encoding="utf-8").strip()


def _refusal(code: int, reply: bytes | str) -> MailRefusedError | MailDelayedError:
    text = reply.decode(errors="replace") if isinstance(reply, bytes) else reply
    kind = MailRefusedError if code in _PERMANENT else MailDelayedError
    return kind(f"{code} {text}"[:200])
