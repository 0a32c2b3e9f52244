"""PackFile: a file of a pack with the levels in it, and the same file with others."""

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
    """A file as it lies on the disk, and the levels in it by their ids, in their order.

    A file that cannot be read has none, but a `problem`; one that was not read yet has neither.
    """

    name: str
    data: bytes = b""
    levels: Mapping[int, Entry] = field(default_factory=dict, compare=False)
    problem: str = ""

    def with_levels(self, levels: Mapping[int, Entry]) -> PackFile:
        """The file with these levels instead; FlowDeskError if it cannot hold them."""
        entries = list(levels.values())
        if entries == list(self.levels.values()):
            return replace(self, levels=levels)
        data = _format_to_write(self, len(entries)).write(entries).encode()
        if len(data) > MAX_BYTES:
            raise FlowDeskError(
                f"{self.name} would be larger than {MAX_BYTES // 1_000_000} MB: that is the most."
            )
        wanted = [(entry.level, entry.solution) for entry in entries]
        if [(entry.level, entry.solution) for entry in read_data(data, self.name)[1]] != wanted:
            raise _unable(self, "it cannot hold all that is known of its levels.")
        return replace(self, data=data, levels=levels)


def _format_to_write(file: PackFile, count: int) -> Format:
    """What a file is written in again: what it is, or a list of maps when a map gets company."""
    format = format_of(decode(file.data), Path(file.name).suffix.lower())
    if format is MAP and count > 1:
        return LEVEL_LIST
    if not format.can_write:
        raise _unable(file, f"FlowDesk only reads what it is written in ({format.name}).")
    if count > 1 and not format.holds_many:
        raise _unable(file, f"it can hold only one level ({format.name}).")
    if remarks := [remark for entry in file.levels.values() for remark in entry.remarks]:
        raise _unable(file, f"not all of it would be written again. {remarks[0]}")
    return format


def _unable(file: PackFile, reason: str) -> FlowDeskError:
    return FlowDeskError(
        f"{file.name} cannot be changed here: {reason} Open it, and save it as {JSON.name} (.json)."
    )
