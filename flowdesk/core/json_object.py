"""JsonObject: an object of a JSON text, whose values are checked when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell

_TYPES = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


class JsonObject:
    """An object at the place `where` of a text, which is empty for the text's only object."""

    __slots__ = ("_asked", "_data", "_where")

    def __init__(self, data: object, where: str = "") -> None:
        if not isinstance(data, dict):
            raise FormatError(f"{where or 'the file'} is not a JSON object.")
        self._data: Mapping[str, Any] = data
        self._where = where
        self._asked: set[str] = set()

    def __contains__(self, name: str) -> bool:
        """Whether there is a value of this name."""
        return name in self._data

    @property
    def unknown(self) -> list[str]:
        """The names that nobody has asked for, in alphabetical order."""
        return sorted(self._data.keys() - self._asked)

    def place(self, name: str) -> str:
        """The place of a value in the text, for errors."""
        return f"{self._where}.{name}" if self._where else f"'{name}'"

    def get(self, name: str, type: type, default: Any = None, *, hint: str = "") -> Any:
        """A value of this type; FormatError if it is missing or of another one."""
        self._asked.add(name)
        value = self._data.get(name, default)
        if value is None:
            raise FormatError(f"{self.place(name)} is missing.", hint=hint)
        if value.__class__ is not type:  # a bool is no int in JSON
            raise FormatError(f"{self.place(name)} is not {_TYPES[type]}.")
        return value

    def objects(self, name: str) -> Iterator[JsonObject]:
        """Yield the objects of a list."""
        place = self.place(name)
        for i, item in enumerate(self.get(name, list)):
            yield JsonObject(item, f"{place}[{i}]")

    def cells(self, name: str, default: Any = None) -> list[Cell]:
        """A list of cells."""
        return cells_in(self.get(name, list, default), self.place(name))

    def error(self, message: str) -> FormatError:
        """An error about the whole object."""
        return FormatError(f"{self._where}: {message}" if self._where else message)


def cells_in(data: object, place: str) -> list[Cell]:
    """Return the cells of a JSON list, ``[[x, y], ...]``; an empty list for anything else."""
    cells = []
    for i, item in enumerate(data if type(data) is list else ()):
        # Not `match`, and not `isinstance`: this runs for every cell of every path.
        if type(item) is list and [type(number) for number in item] == [int, int]:
            cells.append((item[0], item[1]))
        else:
            raise FormatError(f"{place}[{i}] is not a cell as [x, y].")
    return cells
