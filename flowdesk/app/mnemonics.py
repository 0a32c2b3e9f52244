"""Mnemonics: the letter of each entry of a menu that chooses it, underlined."""

from __future__ import annotations

from collections.abc import Sequence


def underlines(labels: Sequence[str]) -> list[int]:
    """Return for each label the index of its letter, or -1 if there is none left for it.

    No letter is used twice. First letters of words come first, and earlier labels have the choice;
    they take another letter where a later one would have none.
    """
    places = [_places(label) for label in labels]
    owners: dict[str, int] = {}

    def settle(entry: int, tried: set[str]) -> bool:
        """Find a letter for an entry, if need be by finding another one for its owner."""
        free = [letter for letter in places[entry] if letter not in owners]
        for letter in (*free, *places[entry]):
            if letter not in tried:
                tried.add(letter)
                if letter not in owners or settle(owners[letter], tried):
                    owners[letter] = entry
                    return True
        return False

    for entry in range(len(labels)):
        settle(entry, set())
    letters = {entry: letter for letter, entry in owners.items()}
    return [
        places[entry][letters[entry]] if entry in letters else -1 for entry in range(len(labels))
    ]


def _places(label: str) -> dict[str, int]:
    """Return where each letter of a label is, first letters of words first."""
    starts = [i for i in range(len(label)) if i == 0 or not label[i - 1].isalnum()]
    places: dict[str, int] = {}
    for place in (*starts, *range(len(label))):
        letter = label[place].lower()
        if letter.isascii() and letter.isalpha():
            places.setdefault(letter, place)
    return places
