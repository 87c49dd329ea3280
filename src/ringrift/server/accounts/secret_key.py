"""The key that encrypts secrets which the server must read again: those of authenticator apps.

It is a file outside the database, so neither a backup nor a copied database gives them away.
"""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from pathlib import Path
from secrets import token_bytes
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ringrift.server.errors import ApiError
from ringrift.server.settings import Settings

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


class SecretKey:
    """AES-256-GCM with a random nonce per text. The owner of a text is authenticated with it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of(cls, settings: Settings) -> SecretKey | None:
        """Return the key of a server, or None if its operator has chosen no file for it."""
        file = settings.secret_key_file
        return None if file is None else cls(file)

    def encrypt(self, text: bytes, owner: str) -> str:
        """Return the encrypted text; the first one creates the file of the key."""
        if not self.path.exists():
            self._create()
        nonce = token_bytes(_NONCE_BYTES)
        return b64encode(nonce + self._cipher().encrypt(nonce, text, owner.encode())).decode()

    def decrypt(self, stored: str, owner: str) -> bytes:
        """Return the text, or refuse the request if it was encrypted with another key."""
        sealed = b64decode(stored)
        try:
            return self._cipher().decrypt(
                sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], owner.encode()
            )
        except (OSError, InvalidTag) as error:
            message = "the server has lost the key of your authenticator app: use a recovery code"
            raise ApiError(409, "KEY_MISSING", message) from error

    def _cipher(self) -> AESGCM:
        try:
            key = b64decode(self.path.read_text(encoding="ascii"), validate=False)
        except (UnicodeDecodeError, Base64Error) as error:
            raise OSError(f"{self.path} is no key") from error
        if len(key) != _KEY_BYTES:
            raise OSError(f"{self.path} is no key")
        return AESGCM(key)

    def _create(self) -> None:
        """Write a key that only this user can read. Of several processes, the first one counts."""
        temporary = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(b64encode(token_bytes(_KEY_BYTES)).decode() + "\n")
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(temporary, self.path)
            except FileExistsError:
                return
        finally:
            temporary.unlink()
