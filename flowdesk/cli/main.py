"""Run a verb: parse the arguments, and turn errors and signals into messages and exit status."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from flowdesk.cli.output import BAD_INPUT, Console, versions
from flowdesk.core.finding import FlowDeskError
from flowdesk.core.storage import reason
from flowdesk.core.text import ArgumentParser, drop
from flowdesk.desk.work.pool import Calls, Pool
from flowdesk.sat.backend import backend

if TYPE_CHECKING:
    from flowdesk.desk.work.cluster import Cluster

#: Each verb, a module of its name, and its help.
VERBS = {
    "solve": "solve puzzles",
    "check": "tell how many solutions puzzles have, and what is wrong with them",
    "generate": "make new puzzles with exactly one solution",
    "improve": "make a puzzle harder, easier or otherwise another one, by few changes",
    "render": "write a picture of a puzzle or of its solution, or a booklet of many",
    "publish": "write packs as web pages on which they are played",
    "convert": "write puzzles in another format",
    "scan": "read levels from pictures, such as screenshots of the game",
    "cnf": "write a puzzle as a formula in DIMACS, for any SAT solver",
    "decode": "draw what another solver's model of a puzzle's formula says",
    "check-cnf": "tell whether formulas of your own have exactly a puzzle's solutions as answers",
    "rules": "solve with some of the rules only, and show what breaks",
    "bench": "compare engines on the same puzzles, with a table and a chart",
    "play": "play puzzles in the terminal",
    "results": "collect what players of a published pack sent back, and show its figures",
}

#: Put before ``-#2``, which argparse would take for an option; no real argument contains it.
_STDIN_MARK = "\0"

#: Ctrl-C, a request to end, and a closed terminal, which Windows does not have.
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
#: For so many seconds after a signal others are ignored: shells and systems may send several,
#: while the results so far are still being written.
_PATIENCE = 5.0


def wants_window(arguments: Sequence[str]) -> bool:
    """Whether the arguments open the window: none, a FILE, ``--new-window``, ``--self-test``."""
    if not arguments or arguments[0] in ("--self-test", "--new-window"):
        return True
    first = arguments[0]
    is_file = first == "-" or not first.startswith("-")
    return first not in VERBS and is_file and len(arguments) == 1


def main(arguments: Sequence[str], make_pool: Callable[..., Calls] = Pool) -> int:
    """Run the verb that the arguments name, and return the exit status."""
    _make_printing_safe()
    console, is_short = Console(), False  # of memory
    try:
        try:
            parsed = parsed_arguments(arguments)
        finally:
            sys.stdout.flush()  # help and versions end the program right there
        parsed.make_pool = make_pool
        console = Console(quiet=parsed.quiet, verbose=parsed.verbose)
        backend()  # a wrong choice is reported before anything is done
        with ended_by_signals(), contextlib.ExitStack() as stack:
            if (address := getattr(parsed, "cluster", None)) is not None:
                cluster = stack.enter_context(contextlib.closing(_cluster(address, console)))
                parsed.make_pool = cluster.make_pool
            parsed.run(parsed, console)
            sys.stdout.flush()
    except FlowDeskError as error:
        console.error(error, status=BAD_INPUT)
    except Ended as ended:
        console.clear_progress()
        return ended.status
    except MemoryError:  # which holds what was made until this block is left
        is_short = True
    except BrokenPipeError:  # the reader of the output has closed it
        drop(sys.stdout)
    except OSError as error:  # of print: a full disk behind standard output
        console.error(f"the output cannot be written: {reason(error)}.", status=BAD_INPUT)
        drop(sys.stdout)
    except Exception:
        import shlex  # hardly ever needed

        console.own_error(arguments[0], f"{shlex.join(arguments)}\n\n{traceback.format_exc()}")
    if is_short:
        console.error("there is not enough memory for this.", status=BAD_INPUT)
    return console.exit_status


def _cluster(address: str, console: Console) -> Cluster:
    """Return a connection to a Dask scheduler; FlowDeskError if there is none."""
    try:
        from flowdesk.desk.work.cluster import Cluster  # imports Dask, which may be missing
    except ImportError as error:
        problem = f"--cluster needs the package distributed ({error})"
        raise FlowDeskError(f"{problem}: 'pip install distributed' brings it.") from error
    return Cluster(address, tell=console.error)


class Ended(KeyboardInterrupt):
    """Raised by a signal; `status` is the exit status for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = 128 + number


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Raise `Ended` on a signal, so that results so far are kept.

    One that is ignored already, as under nohup, stays ignored. What is needed should be imported
    before: Python prints and forgets what is raised in the callbacks of its import locks.
    """
    received_at = -_PATIENCE

    def end(number: int, _: object) -> None:
        nonlocal received_at
        if time.monotonic() - received_at >= _PATIENCE:
            received_at = time.monotonic()
            raise Ended(number)

    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    replaced = {number: was for number, was in before.items() if was not in (signal.SIG_IGN, None)}
    for number in replaced:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, was in replaced.items():
            signal.signal(number, was)


def parsed_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the arguments; if they are wrong, print why and exit with status 2."""
    marked = [_STDIN_MARK + word if word.startswith("-#") else word for word in arguments]
    parsed = parser(next((word for word in marked if word in VERBS), "")).parse_args(marked)
    for name, value in vars(parsed).items():
        if isinstance(value, str):
            setattr(parsed, name, value.removeprefix(_STDIN_MARK))
        elif name == "files":
            parsed.files = [file.removeprefix(_STDIN_MARK) for file in value]
    return parsed


class _Version(argparse.Action):
    """Print all versions."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(*versions(), sep="\n")
        parser.exit()


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(message.replace(_STDIN_MARK, ""))


def _make_printing_safe() -> None:
    """Make printing work even if the output is closed or has another encoding."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 -- open to the end
            setattr(sys, name, nowhere)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def parser(asked: str) -> ArgumentParser:
    """Return the parser of the command line; import only the verb that is asked for."""
    common = _Parser(add_help=False)
    common.add_argument("--quiet", action="store_true", help="do not show progress")
    common.add_argument("--verbose", action="store_true", help="print more messages")
    top = _Parser(
        prog="flowdesk",
        description="Draw, solve and check Flow Free levels and Slitherlinks. "
        "Without a verb, open the window, with FILE if it is given; in the window that is open "
        "already, if there is one.",
        usage="flowdesk [--new-window] [FILE]\n       flowdesk VERB ...",
        epilog="FILE is a path, a folder, '-' for standard input, or FILE#2 for the second "
        "puzzle in a file; a picture of a level will do as well. 'flowdesk VERB -h' explains a "
        "verb, with examples.",
    )
    text = "print the versions of FlowDesk and its parts"
    top.add_argument("--version", action=_Version, nargs=0, help=text)
    text = "open a window of its own in any case"
    top.add_argument("--new-window", action="store_true", help=text)
    verbs = top.add_subparsers(prog="flowdesk", dest="verb", metavar="VERB", required=True)
    for name, text in VERBS.items():
        verb = verbs.add_parser(
            name,
            parents=[common],
            help=text,
            description=f"{text[:1].upper()}{text[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == asked:
            module = import_module(f"flowdesk.cli.{name.replace('-', '_')}")
            verb.epilog = module.EXAMPLE
            verb.set_defaults(run=module.run)
            module.add_arguments(verb)
    return top
