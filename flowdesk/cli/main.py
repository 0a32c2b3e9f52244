"""The verbs, and what is common to all of them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from flowdesk import __version__
from flowdesk.cli import check, convert, render, solve
from flowdesk.cli.output import BAD_INPUT, INTERRUPTED, Console
from flowdesk.core.finding import FlowDeskError

VERBS = {"solve": solve, "check": check, "render": render, "convert": convert}


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether the arguments, none or a FILE, ask for the window."""
    if not arguments or arguments[0] == "--self-test":
        return True
    first = arguments[0]
    return first not in VERBS and not first.startswith("-") and len(arguments) == 1


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments say; returns the exit status."""
    parsed = parser().parse_args(arguments)
    console = Console(quiet=parsed.quiet, verbose=parsed.verbose)
    try:
        VERBS[parsed.verb].run(parsed, console)
        sys.stdout.flush()
    except FlowDeskError as error:
        console.error(error)
        console.seen.add(BAD_INPUT)
    except KeyboardInterrupt:
        console.clear_progress()
        console.seen.add(INTERRUPTED)
    except BrokenPipeError:
        # Who reads has seen enough. Python would complain once more when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return console.exit_status


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--quiet", action="store_true", help="no progress")
    common.add_argument("--verbose", action="store_true", help="say more")
    top = argparse.ArgumentParser(
        prog="flowdesk",
        description="Draw, solve and check Flow Free levels. "
        "Without a verb: open the window, on FILE if it is given.",
        usage="flowdesk [FILE]\n       flowdesk VERB ...",
        epilog="FILE is a path, a folder, '-' for standard input, or FILE#2 for the second "
        "puzzle in a file. 'flowdesk VERB -h' has an example of each verb.",
    )
    top.add_argument("--version", action="version", version=f"FlowDesk {__version__}")
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)
    for name, module in VERBS.items():
        verb = verbs.add_parser(
            name,
            parents=[common],
            help=module.HELP,
            description=module.HELP.capitalize() + ".",
            epilog=module.EXAMPLE,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        module.add_arguments(verb)
    return top
