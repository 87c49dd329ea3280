"""A real SMTP server with STARTTLS and authentication, in a thread of its own.

As a program, for tests in other languages: `python -m tests.server.mail_server FOLDER` prints its
settings as JSON and then each mail, until its input ends.
"""

from __future__ import annotations

import json
import ssl
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.server.backing_services import find_free_port
from tests.server.running_server import TIMEOUT

USER: Final = "ringrift"
PASSWORD: Final = "the password of the relay"


class MailServer:
    """Accepts mails for `@example.org`, and can be stopped and started again on its port."""

    def __init__(self, folder: Path, *, host: str = "127.0.0.1") -> None:
        self.host = host
        self.port = find_free_port()
        self.certificate = folder / "mail-certificate.pem"
        key = folder / "mail-key.pem"
        _write_certificate(self.certificate, key)
        self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._tls.load_cert_chain(self.certificate, key)
        self._controller: Controller | None = None
        self._arrived = threading.Condition()
        self.replies: list[str] = []  # for the next recipients, instead of accepting them
        self.mails: list[EmailMessage] = []
        self.on_arrival: Callable[[EmailMessage], None] = lambda _mail: None

    def settings(self, **changes: Any) -> dict[str, Any]:
        """Return the settings of a RingRift server that uses this one."""
        return {
            "smtp_host": self.host,
            "smtp_port": self.port,
            "smtp_user": USER,
            "smtp_password": PASSWORD,
            "smtp_ca_file": str(self.certificate),
            "mail_from": "RingRift <noreply@example.org>",
            **changes,
        }

    def start(self) -> None:
        self._controller = Controller(
            self,
            hostname=self.host,
            port=self.port,
            tls_context=self._tls,
            require_starttls=True,
            auth_required=True,
            authenticator=_authenticate,
        )
        self._controller.start()

    def stop(self) -> None:
        if self._controller is not None:
            self._controller.stop()
        self._controller = None

    def wait_for(self, subject: str, to: str | None = None) -> EmailMessage:
        """Return the next mail with this in its subject, and forget it."""

        def find() -> EmailMessage | None:
            return next((one for one in self.mails if self._matches(one, subject, to)), None)

        with self._arrived:
            assert self._arrived.wait_for(find, TIMEOUT), [one["Subject"] for one in self.mails]
            found = find()
            assert found is not None
            self.mails.remove(found)
            return found

    @staticmethod
    def _matches(mail: EmailMessage, subject: str, to: str | None) -> bool:
        return subject in mail["Subject"] and (to is None or mail["To"] == to)

    async def handle_RCPT(  # noqa: N802 - the name is the SMTP command
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: Any
    ) -> str:
        if self.replies:
            return self.replies.pop(0)
        if not address.endswith("@example.org"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - the name is the SMTP command
        self, _server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert session.ssl is not None
        content = envelope.content
        assert isinstance(content, bytes)
        with self._arrived:
            mail = message_from_bytes(content, _class=EmailMessage, policy=default)
            self.mails.append(mail)
            self.on_arrival(mail)
            self._arrived.notify_all()
        return "250 OK"


@contextmanager
def mail_server(folder: Path) -> Iterator[MailServer]:
    server = MailServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _authenticate(
    _server: SMTP, _session: Session, _envelope: Envelope, mechanism: str, data: Any
) -> AuthResult:
    right = isinstance(data, LoginPassword) and (data.login, data.password) == (
        USER.encode(),
        PASSWORD.encode(),
    )
    return AuthResult(success=right and mechanism in ("LOGIN", "PLAIN"), handled=False)


def _write_certificate(certificate: Path, key_file: Path) -> None:
    """Write a certificate for 127.0.0.1 that signs itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "mail.test")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True,
                key_cert_sign=True,
                crl_sign=True,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False
        )
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def _main() -> None:
    with mail_server(Path(sys.argv[1])) as server:
        server.on_arrival = lambda mail: print(
            json.dumps({"to": mail["To"], "subject": mail["Subject"], "text": mail.get_content()}),
            flush=True,
        )
        print(json.dumps(server.settings()), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    _main()
