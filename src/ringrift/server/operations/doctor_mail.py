"""Checks that mails would be sent, without sending one."""

from __future__ import annotations

from collections.abc import Iterator

from ringrift.server.mail.smtp import MailUnavailableError, check_connection
from ringrift.server.operations.diagnostics import Diagnostic, fail, ok, warn
from ringrift.server.operations.doctor_security import is_local
from ringrift.server.settings import Settings


def check_mail(settings: Settings) -> Iterator[Diagnostic]:
    """Check the settings, then connect, encrypt and log in as for a mail."""
    if not settings.has_mail:
        yield ok("mail", "off: set smtp-host to let people reset their password by mail")
        return
    if settings.smtp_security == "none" and not is_local(settings.smtp_host):
        found = f"mails and the password are sent to {settings.smtp_host} without TLS"
        yield fail("mail", found, "set smtp-security to starttls or tls")
        return
    if not settings.public_url:
        found = f"links in mails lead to {settings.address}, this machine alone"
        yield warn("mail links", found, "set public-url to the address that people use")
    try:
        check_connection(settings)
    except MailUnavailableError as error:
        advice = "check smtp-host, smtp-port, smtp-security, smtp-user and the password"
        yield fail("mail", str(error), advice)
        return
    yield ok("mail", f"{settings.smtp_host}:{settings.smtp_port} accepts the login")
