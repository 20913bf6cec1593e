"""Visitors' names, and the recovery phrases that bring a visitor's token to another device."""

import asyncio

from ludoteca.core.message import Message
from ludoteca.server import recovery_phrase
from ludoteca.server.live.transaction import or_busy
from ludoteca.server.rooms.occupants import checked_name
from ludoteca.server.rooms.refusal import Refusal
from ludoteca.server.storage import visitors
from ludoteca.server.storage.store import Store
from ludoteca.server.tokens import hash_token, new_token

TRIES = 10
"""New phrases are made until one begins with words of its own; the first one nearly always does."""


class Identities:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._hashing = asyncio.Semaphore(1)
        """A slow hash takes much memory: one at a time."""

    async def find(self, visitor: str) -> tuple[str, bool]:
        """The name of a visitor, or nothing, and whether there is a recovery phrase."""
        found = await or_busy(self._store.visitor(visitor)) if visitor else None
        return (found.name, found.handle is not None) if found else ("", False)

    async def save_name(self, visitor: str, name: str) -> None:
        """Save a name, or remove it if it is empty; or a Refusal."""
        checked = checked_name(name) if name.strip() else ""
        await or_busy(self._store.run(visitors.save_name, visitor, checked))

    async def new_phrase(self, token: str) -> str:
        """A new recovery phrase, which replaces the one before. It is told now and never again."""
        for _ in range(TRIES):
            phrase = recovery_phrase.new_phrase()
            letters = recovery_phrase.read_phrase(phrase)
            async with self._hashing:
                salt, sealed = await asyncio.to_thread(recovery_phrase.seal, token, letters)
            handle = recovery_phrase.handle_of(letters)
            if await or_busy(self._store.run(visitors.save_phrase, hash_token(token), handle, salt, sealed)):
                return phrase
        raise Refusal("busy", "no phrase could be made; try again later")

    async def recover(self, text: str) -> str:
        """The token of the visitor who was told this phrase, or a Refusal."""
        letters = recovery_phrase.read_phrase(text)
        if not letters:
            message = Message(
                "a recovery phrase has {words} words of {letters} letters",
                words=recovery_phrase.HANDLE_WORDS + recovery_phrase.SECRET_WORDS,
                letters=recovery_phrase.WORD_LENGTH,
            )
            raise Refusal("unreadable", message)
        found = await or_busy(self._store.visitor_with_handle(recovery_phrase.handle_of(letters)))
        async with self._hashing:
            token = await asyncio.to_thread(_unseal, found, letters)
        if not token:
            raise Refusal("seat", "nobody has this recovery phrase, or it was replaced by a newer one")
        return token


def _unseal(found: visitors.StoredVisitor | None, letters: str) -> str:
    """The token, or nothing; it takes as long whether somebody was found or not."""
    if found is None:
        recovery_phrase.seal(new_token(), letters)
        return ""
    return recovery_phrase.unseal(found.sealed, found.salt, letters, found.visitor)
