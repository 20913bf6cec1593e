"""The attributes of a plain position as sentences, for designers who write none themselves."""

from collections.abc import Mapping, Sequence

LONGEST_NOTE = 100
"""Longer is what a program keeps for itself, such as all positions that were seen."""


def titles_of(names: Sequence[str], seats: int) -> list[str]:
    """The name of each seat, also if more play than there are names."""
    return [names[seat] if seat < len(names) else f"Player {seat + 1}" for seat in range(seats)]


def notes_of(state: Mapping[str, object], titles: Sequence[str]) -> list[str]:
    """A sentence for each attribute but `cells`; what is None, False, empty or long needs no telling.

    A list or tuple with an item for each seat is told by the names of the seats.
    """
    notes = []
    for name, value in state.items():
        told = _told(value, titles)
        if name != "cells" and told is not None:
            subject = name.replace("_", " ").strip().capitalize()
            note = f"{subject}: {told}." if told else f"{subject}."
            if len(note) <= LONGEST_NOTE:
                notes.append(note)
    return notes


def _told(value: object, titles: Sequence[str] = ()) -> str | None:
    """A value in words: nothing for True, None for what is not told."""
    if value is None or value is False or value in ([], (), {}, set(), ""):
        return None
    if value is True:
        return ""
    if isinstance(value, list | tuple) and len(value) == len(titles):
        told = [(title, _told(each)) for title, each in zip(titles, value, strict=True)]
        return ", ".join(f"{title} {words}".strip() for title, words in told if words is not None) or None
    if isinstance(value, list | tuple):
        return ", ".join(_told(each) or "-" for each in value)
    if isinstance(value, set):
        return ", ".join(sorted(_told(each) or "-" for each in value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_told(each) or '-'}" for key, each in value.items())
    return str(value)
