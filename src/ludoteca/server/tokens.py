"""Random tokens: visitors' cookies, invitation codes and room ids."""

import hashlib
import secrets

TOKEN_LENGTH = 43
"""The length of 32 random bytes in URL-safe base64."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_room_id() -> str:
    return secrets.token_urlsafe(12)


def hash_token(token: str) -> str:
    """The database stores this only. A token has 256 random bits, so a plain hash is as good as a slow one."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token(text: str) -> bool:
    return len(text) == TOKEN_LENGTH and text.isascii() and text.replace("-", "a").replace("_", "a").isalnum()
