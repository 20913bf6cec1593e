"""The command line. Bad input is answered in one line with exit code 2."""

import argparse
import io
import os
import sys
from collections.abc import Sequence

from ludoteca import GAMES
from ludoteca.cli.parser import build_parser
from ludoteca.core.ruling import LudotecaError
from ludoteca.server.admin.command_line import with_addresses


def main(arguments: Sequence[str] | None = None) -> int:
    words = with_addresses(list(sys.argv[1:] if arguments is None else arguments))
    _never_fail_to_print()
    parsed = argparse.Namespace()
    try:
        parsed = build_parser(words).parse_args(words)
        code: int = parsed.run(parsed) or 0
        sys.stdout.flush()
    except LudotecaError as error:
        print("ludoteca:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader has gone; nothing more can be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except Exception as error:
        told = _told_by_game(error, getattr(parsed, "game", None))
        if not told:
            raise
        print("ludoteca:", told, file=sys.stderr)
        return 2
    return code


def _told_by_game(error: Exception, name: str | None) -> str:
    """What a game in plain Python raises, in one line; nothing if it is not the game that raises it."""
    from ludoteca.core.plain_faults import in_words
    from ludoteca.testing.checking import is_raised_by

    if not name or name not in GAMES or not is_raised_by(error, GAMES[name]):
        return ""
    return f"{name}: {in_words(error, GAMES[name].module)} (ludoteca check tells more)"


def uci() -> int:
    """A command without arguments, for programs that take no other as an engine."""
    return main(["uci"])


def _never_fail_to_print() -> None:
    """Characters that this terminal does not have are shown as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
