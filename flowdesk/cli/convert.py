"""flowdesk convert: any readable format to any writable one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from flowdesk.cli.inputs import Named, puzzles
from flowdesk.cli.output import BAD_INPUT, Console
from flowdesk.core.finding import FlowDeskError
from flowdesk.formats.registry import format_for, write_file

HELP = "write puzzles in another format"
EXAMPLE = """examples:
  flowdesk convert level.txt -o level.json
  flowdesk convert puzzles -o all.txt       many levels in one file

The suffix says the format: .txt is a map, or a list of levels if there are several; .json is
FlowDesk's own, which holds everything."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of this verb."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a path, folder, '-' or FILE#n")
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="'-' for standard output, as .txt"
    )


def run(arguments: argparse.Namespace, console: Console) -> None:
    """Write what can be read into one file; the rest is told."""
    entries = []
    for puzzle in puzzles(arguments.files):
        if isinstance(puzzle, Named):
            entries.append(puzzle.entry)
        else:
            console.error(puzzle)
            console.seen.add(BAD_INPUT)
    if not entries:
        return
    to_stdout = arguments.output == "-"
    target = Path("standard-output.txt" if to_stdout else arguments.output)
    format = format_for(target, len(entries))
    try:
        if lost := format.losses(entries):
            console.error(f"{arguments.output}: left out in this format: {', '.join(lost)}.")
        if to_stdout:
            sys.stdout.buffer.write(format.write(entries).encode())
        else:
            write_file(target, entries, format)
    except FlowDeskError as error:
        raise FlowDeskError(f"{arguments.output} was not written: {error}") from error
    console.note(f"{arguments.output}: {len(entries)} written as {format.name}")
