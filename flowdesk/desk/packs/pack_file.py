"""PackFile: the content of a file of a pack, and the same file with other levels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import MAX_BYTES, decode
from flowdesk.formats.registry import JSON, LEVEL_LIST, MAP, Format, format_of, read_data
from flowdesk.kinds.entry import Entry


@dataclass(frozen=True)
class PackFile:
    """A file as it is on the disk, and its levels by their ids, in order.

    A file that cannot be read has a `problem` instead; one that was not read yet has neither.
    """

    name: str
    data: bytes = b""
    levels: Mapping[int, Entry] = field(default_factory=dict, compare=False)
    problem: str = ""

    def with_levels(self, levels: Mapping[int, Entry]) -> PackFile:
        """Return the file with these levels instead; FlowDeskError if it cannot hold them."""
        entries = list(levels.values())
        if entries == list(self.levels.values()):
            return replace(self, levels=levels)
        data = _format_to_write(self, len(entries)).write(entries).encode()
        if len(data) > MAX_BYTES:
            raise FlowDeskError(
                f"{self.name} would be larger than {MAX_BYTES // 1_000_000} MB, the limit."
            )
        wanted = [(entry.level, entry.solution) for entry in entries]
        if [(entry.level, entry.solution) for entry in read_data(data, self.name)[1]] != wanted:
            raise _unable(self, "its format cannot hold everything about these levels.")
        return replace(self, data=data, levels=levels)


def _format_to_write(file: PackFile, count: int) -> Format:
    """Return the format of a file, or for several levels in a single map that of a list of maps."""
    format = format_of(decode(file.data), Path(file.name).suffix.lower())
    if format is MAP and count > 1:
        return LEVEL_LIST
    if not format.can_write:
        raise _unable(file, f"FlowDesk can read but not write its format ({format.name}).")
    if count > 1 and not format.holds_many:
        raise _unable(file, f"its format ({format.name}) can hold only one level.")
    if remarks := [remark for entry in file.levels.values() for remark in entry.remarks]:
        raise _unable(file, f"some of its content would be lost. {remarks[0]}")
    return format


def _unable(file: PackFile, reason: str) -> FlowDeskError:
    return FlowDeskError(
        f"{file.name} cannot be changed here: {reason} Open it, and save it as {JSON.name} (.json)."
    )
