"""PackReport: the report of all puzzles that `flowdesk check` has checked."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from flowdesk.cli.output import Console
from flowdesk.cli.runs import check_spares, common_name
from flowdesk.core.storage import check_writable
from flowdesk.desk.packs.manifest import PackAbout, about_of
from flowdesk.desk.packs.report import Report, Reported
from flowdesk.desk.packs.report_page import check_suffix, report_bytes
from flowdesk.kinds.known import Known


class PackReport:
    """Is written to a file at the end; FlowDeskError at once if that cannot be.

    Of one folder it has that pack's own words, and names the files within it.
    """

    def __init__(self, path: Path, files: list[str]) -> None:
        check_suffix(path)
        check_writable(path)
        check_spares(path, files)
        self._path, self._files = path, files
        self._checked: list[Reported] = []

    def add(self, name: str, known: Known) -> None:
        """Take in what was found out about a puzzle."""
        self._checked.append(Reported(name, known.level, known))

    def write(self, console: Console) -> None:
        """Write what there is to say about all of them, unless there are none."""
        about, folder = PackAbout(), Path(self._files[0])
        checked = self._checked
        if len(self._files) == 1 and folder.is_dir():
            about = about_of(folder)
            checked = [each._replace(name=os.path.relpath(each.name, folder)) for each in checked]
        title = about.title or common_name(self._files) or "Puzzles"
        if checked:
            report = Report(replace(about, title=title), checked)
            console.file(str(self._path), report_bytes(report, self._path))
