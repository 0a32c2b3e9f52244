"""flowdesk convert: write puzzles in another format."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path

from flowdesk.cli import options, runs
from flowdesk.cli.output import Console
from flowdesk.cli.runs import Named
from flowdesk.core.finding import FlowDeskError, FormatError
from flowdesk.formats.registry import FORMATS, format_for, format_named, write_file
from flowdesk.kinds.entry import Entry, Format
from flowdesk.kinds.table import KINDS

_WRITABLE = {format.key: format for format in FORMATS if format.can_write}


def _line_of(format: Format) -> str:
    """Return what the help says about a format: of which kinds it is, if not of all."""
    kinds = [kind.name for key, kind in KINDS.items() if format.kinds and key in format.kinds]
    only = f": {kinds[0]} only" if len(kinds) == 1 else ""
    return f"  {format.key:8}{format.name} ({', '.join(format.suffixes)}){only}"


_KEYS = "\n".join(map(_line_of, _WRITABLE.values()))
EXAMPLE = f"""examples:
  flowdesk convert level.txt -o level.json
  flowdesk convert puzzles/packs -o all.txt       many puzzles in one file
  flowdesk convert puzzles -o all.json            of any kind
  flowdesk convert level.txt -o - --format link   a link to play it on puzz.link
  flowdesk convert 'https://puzz.link/p?arukone/5/5/1g2g3h4g5l2g3h145g' -o level.txt
  flowdesk convert 'https://puzz.link/p?slither/5/5/cbcbcddad' -o loop.slk

Without --format the suffix decides: .txt is text, a row a line, or for several puzzles a list of
maps or a course file; .json is FlowDesk's own format, which holds everything. The formats:
{_KEYS}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_files(parser)
    text = "'-' for standard output, as .txt, with escapes for control characters"
    options.add_output(parser, "FILE", text)
    parser.add_argument("--format", choices=_WRITABLE, metavar="KEY", help=", ".join(_WRITABLE))


def run(arguments: argparse.Namespace, console: Console) -> None:
    found = list(runs.readable(arguments, console))
    entries = [puzzle.entry for puzzle in found]
    if not entries:
        return
    format = _format(arguments, entries)
    try:
        runs.tell_losses(arguments.output, format, entries, console)
        if arguments.output == "-":
            console.text(format.write(entries))
        else:
            write_file(Path(arguments.output), entries, format)
    except FlowDeskError as error:
        why = f"{_refused(format, found)}{error}"
        raise FlowDeskError(f"{arguments.output} was not written: {why}") from error
    console.note(f"{arguments.output}: {len(entries)} written as {format.name}")


def _refused(format: Format, found: Sequence[Named]) -> str:
    """Return which of several puzzles a format cannot hold, as "NAME: "; empty if none."""
    for puzzle in found if len(found) > 1 else ():
        try:
            format.write([puzzle.entry])
        except FormatError:
            return f"{puzzle.name}: "
    return ""


def _format(arguments: argparse.Namespace, entries: Sequence[Entry]) -> Format:
    """Return the format for these levels; FlowDeskError if the requested one cannot be used."""
    to_stdout, target = arguments.output == "-", Path(arguments.output)
    levels = [entry.level for entry in entries]
    if arguments.format is None and to_stdout:
        with contextlib.suppress(FormatError):
            return format_for(Path("text.txt"), levels)
        raise FlowDeskError("- was not written: no text can hold this. Choose --format json.")
    if arguments.format is None:
        return format_for(target, levels)
    format, problem = format_named(arguments.format), ""
    if len(entries) > 1 and not format.holds_many:
        problem = f"holds one puzzle, not {len(entries)}"
    elif not to_stdout and target.suffix.lower() not in format.suffixes:
        problem = f"is for files that end in {' or '.join(format.suffixes)}"
    if problem:
        why = f"the format {format.key} {problem}."
        raise FlowDeskError(f"{arguments.output} was not written: {why}")
    return format
