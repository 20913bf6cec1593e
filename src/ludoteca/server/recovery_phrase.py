"""Recovery phrases: nine words to write down, which bring a visitor's token to another device.

The first two words find what is stored, and the others are the secret. What is stored is the visitor's token, sealed
with a salted slow hash of the phrase: without the phrase it tells nothing.
"""

import hashlib
import hmac
import secrets
import unicodedata

from ludoteca.server.tokens import TOKEN_LENGTH, hash_token

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
SYLLABLES = [consonant + vowel for consonant in CONSONANTS for vowel in VOWELS]
RUDE = ("faka", "fuka", "fuku", "homo", "kaka", "kuka", "loli", "nazi", "pipi", "pito", "popo", "puta", "puti", "puto")
WORDS = [word for first in SYLLABLES for second in SYLLABLES if (word := first + second) not in RUDE]
"""4,082 words of two syllables: 12 bits each."""
WORD_LENGTH = 4
HANDLE_WORDS, SECRET_WORDS = 2, 7
"""The secret words have 84 bits."""
PHRASE_LENGTH = WORD_LENGTH * (HANDLE_WORDS + SECRET_WORDS)
COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 64 * 2**20}
"""Of scrypt: 16 MB and about a twentieth of a second for each try."""


def new_phrase() -> str:
    """Nine words, such as `balo tiku …`."""
    return " ".join(secrets.choice(WORDS) for _ in range(HANDLE_WORDS + SECRET_WORDS))


def read_phrase(text: str) -> str:
    """The letters of a phrase, however they are spaced and written; nothing if they cannot be one."""
    plain = unicodedata.normalize("NFKD", text[: 8 * PHRASE_LENGTH]).lower()
    letters = "".join(letter for letter in plain if letter.isascii() and letter.isalpha())
    is_phrase = len(letters) == PHRASE_LENGTH and not any(letter.isdigit() for letter in plain)
    return letters if is_phrase else ""


def handle_of(letters: str) -> str:
    """The part of a phrase that is no secret."""
    return letters[: WORD_LENGTH * HANDLE_WORDS]


def seal(token: str, letters: str) -> tuple[str, str]:
    """A new salt, and the token sealed with it and a phrase."""
    salt = secrets.token_bytes(16)
    return salt.hex(), _mask(token.encode(), letters, salt).hex()


def unseal(sealed: str, salt: str, letters: str, visitor: str) -> str:
    """The token whose hash is the visitor, or nothing if the phrase is another."""
    token = _mask(bytes.fromhex(sealed), letters, bytes.fromhex(salt)).decode("latin-1")
    return token if hmac.compare_digest(hash_token(token), visitor) else ""


def _mask(text: bytes, letters: str, salt: bytes) -> bytes:
    slow_hash = hashlib.scrypt(letters.encode(), salt=salt, dklen=TOKEN_LENGTH, **COST)
    return bytes(one ^ other for one, other in zip(text, slow_hash, strict=True))
