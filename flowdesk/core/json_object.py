"""Read JSON that people may have written: errors name their place, repeated names are errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from flowdesk.core.finding import FormatError
from flowdesk.core.grid import Cell, Edge, are_neighbors, edge_between
from flowdesk.core.text import place_in

T = TypeVar("T")

#: Where an object of a JSON text begins and ends, and its names: strings before a colon.
_PARTS = re.compile(r'(?P<text>"[^"\\]*(?:\\.[^"\\]*)*")(?P<colon>\s*:)?|[{}]')

_TYPES: dict[type, str] = {
    int: "a whole number",
    bool: "true or false",
    str: "a text",
    list: "a list",
    dict: "an object",
}


class JsonObject:
    """An object at a place of a text (empty: it is all); its values are checked when asked for."""

    __slots__ = ("_asked", "_data", "_where")

    def __init__(self, data: object, where: str = "") -> None:
        if not isinstance(data, dict):
            raise FormatError(f"{where or 'the file'} is not a JSON object.")
        self._data: Mapping[str, Any] = data
        self._where = where
        self._asked: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self._data

    @property
    def unknown(self) -> list[str]:
        """The names that nobody has asked for, in alphabetical order."""
        return sorted(self._data.keys() - self._asked)

    @property
    def rest(self) -> dict[str, object]:
        """What nobody has asked for, by its names."""
        return {name: value for name, value in self._data.items() if name not in self._asked}

    def place(self, name: str) -> str:
        """The place of a value in the text, for errors."""
        return f"{self._where}.{name}" if self._where else f"'{name}'"

    def get(self, name: str, type: type[T], default: T | None = None, *, hint: str = "") -> T:
        """A value of this type; FormatError if it is missing or of another one."""
        self._asked.add(name)
        value = self._data.get(name, default)
        if value is None:
            raise FormatError(f"{self.place(name)} is missing.", hint=hint)
        if value.__class__ is not type:  # a bool is no int in JSON
            raise FormatError(f"{self.place(name)} is not {_TYPES[type]}.", hint=hint)
        return value

    def objects(self, name: str) -> Iterator[JsonObject]:
        """Yield the objects of a list."""
        place = self.place(name)
        for i, item in enumerate(self.get(name, list)):
            yield JsonObject(item, f"{place}[{i}]")

    def cells(self, name: str, default: list[Cell] | None = None) -> list[Cell]:
        """A list of cells."""
        return cells_in(self.get(name, list, default), self.place(name))

    def object(self, name: str) -> JsonObject:
        """An object, empty if it is missing."""
        return JsonObject(self.get(name, dict, {}), self.place(name).strip("'"))

    def numbers(self, name: str, limit: int) -> list[int]:
        """A list of whole numbers from 0 to below a limit, empty if it is missing."""
        numbers = self.get(name, list, [])
        for i, number in enumerate(numbers):
            if type(number) is not int or not 0 <= number < limit:
                raise FormatError(f"{self.place(name)}[{i}] is no number from 0 to {limit - 1}.")
        return list(numbers)

    def edges(
        self, name: str, is_edge: Callable[[Cell, Cell], bool] = are_neighbors
    ) -> frozenset[Edge]:
        """The edges of a list, which may be missing, each the pair of its cells."""
        edges = set()
        for i, item in enumerate(self.get(name, list, [])):
            place = f"{self.place(name)}[{i}]"
            cells = cells_in(item, place)
            if len(cells) != 2 or not is_edge(*cells):
                raise FormatError(f"{place} is not a pair of neighbouring cells.")
            edges.add(edge_between(*cells))
        return frozenset(edges)

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


def parse_json(text: str) -> Any:
    """Parse JSON; FormatError with the place if it is none, or an object has a name twice."""

    def object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise _repeated_name(text)
        return found

    try:
        return json.loads(text, object_pairs_hook=object_of)
    except json.JSONDecodeError as error:
        wrong = f"this is not JSON: {error.msg}."
        raise FormatError(wrong, line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise FormatError("this JSON is nested too deeply or has too long a number.") from None


def _repeated_name(text: str) -> FormatError:
    """Search a text for the first name that is twice in an object: json.loads tells no places."""
    objects: list[dict[str, int]] = []
    for part in _PARTS.finditer(text):
        if part["colon"]:
            name, names = json.loads(part["text"]), objects[-1]
            if name in names:
                first, (line, column) = place_in(text, names[name]), place_in(text, part.start())
                return FormatError(
                    f"the name {name!r} stands here and in line {first[0]}, column {first[1]}.",
                    line=line,
                    column=column,
                    hint="An object has each name once: keep one of the two.",
                )
            names[name] = part.start()
        elif part[0] == "{":
            objects.append({})
        elif part[0] == "}":
            objects.pop()
    raise AssertionError("no object of this text has a name twice")
