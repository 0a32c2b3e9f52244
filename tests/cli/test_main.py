"""The command line: exit status, errors, usage, help and versions."""

from __future__ import annotations

import gc
import os
import platform
import re
import signal
import sys
import textwrap
import time
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import PIL
import pytest

from flowdesk import __version__
from flowdesk.cli.generate import KIND
from flowdesk.cli.main import VERBS
from flowdesk.core.finding import FormatError
from flowdesk.desk.work.pool import Pool
from flowdesk.formats.registry import format_named, load
from flowdesk.sat.backend import backend
from tests import processes
from tests.command_line import (
    GOOD,
    HARD_TO_SOLVE,
    INCOMPLETE,
    SECONDS,
    SEVERAL,
    UNSOLVABLE,
    CommandLine,
    objects,
    run_here,
    statuses,
)
from tests.desk.pools import CpuPool
from tests.formats import cases

ROOT = Path(__file__).parents[2]
#: As if python-sat and Tk were not installed.
HIDDEN = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in ("pysat", "pysolvers", "tkinter"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Hidden())
"""


# -- errors of our own ----------------------------------------------------------------------------


def fail(*_: Any, **__: Any) -> None:
    """Something with a fault."""
    raise LookupError("nothing is where it should be")


@pytest.mark.parametrize(
    ("place", "arguments"),
    [
        ("cli.solve.solve", ["solve", "good.txt", "good.txt"]),
        ("cli.check.check_and_explain", ["check", "good.txt", "good.txt"]),
        ("cli.render.solve", ["render", "good.txt", "--solution", "-o", "a.png"]),
        ("cli.rules.explore", ["rules", "good.txt"]),
        ("lab.race.timed", ["bench", "good.txt", "--runs", "1", "--engines", "sat"]),
        ("cli.convert.format_for", ["convert", "good.txt", "-o", "a.json"]),
    ],
)
def test_every_error_of_our_own_is_told_with_what_makes_it_happen_and_ends_with_3(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch, place: str, arguments: list[str]
) -> None:
    monkeypatch.setattr(f"flowdesk.{place}", fail)
    flowdesk.file("good.txt", GOOD)
    expect_own_error(flowdesk, arguments)


@pytest.mark.parametrize("entry", ["generate", "problem"])
def test_an_error_of_our_own_in_a_generator_is_told_and_ends_with_3(
    flowdesk: CommandLine, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    monkeypatch.setattr(type(KIND.making), entry, staticmethod(fail))
    expect_own_error(flowdesk, ["generate", "5x5", "--seed", "1", "--count", "2"])


def expect_own_error(flowdesk: CommandLine, arguments: list[str]) -> None:
    """A verb tells of an error of our own with what makes it happen, and ends with status 3."""
    done = flowdesk(*arguments)
    assert done.returncode == 3
    said = textwrap.dedent(done.stderr)
    times = said.count("an error in FlowDesk itself. Please report the lines below.")
    assert times == said.count("LookupError: nothing is where it should be") > 0
    assert f"FlowDesk {__version__}\n" in textwrap.dedent(said)
    by_itself = arguments[0] in ("generate", "convert")
    assert (" ".join(arguments[:2]) if by_itself else GOOD.splitlines()[1]) in said


# -- exit status and time limit -------------------------------------------------------------------


def test_the_exit_status_tells_the_worst(flowdesk: CommandLine) -> None:
    good, wrong = flowdesk.file("good.txt", GOOD), flowdesk.file("wrong.txt", UNSOLVABLE)
    bad = flowdesk.file("bad.txt", INCOMPLETE)
    assert flowdesk("solve", good).returncode == 0
    assert flowdesk("solve", wrong, good).returncode == 1
    assert flowdesk("solve", good, "missing.txt", wrong).returncode == 2
    assert flowdesk("solve", bad, wrong).returncode == 2
    assert flowdesk("check", good).returncode == 0
    assert flowdesk("check", flowdesk.file("several.txt", SEVERAL)).returncode == 1


def test_a_time_limit_leaves_a_puzzle_unknown(flowdesk: CommandLine) -> None:
    hard, wrong = flowdesk.file("hard.txt", HARD_TO_SOLVE), flowdesk.file("wrong.txt", UNSOLVABLE)
    good = flowdesk.file("good.txt", GOOD)
    limited = partial(flowdesk, "solve", "--timeout", "0.1", make_pool=CpuPool)
    done = limited("--json", hard, good)
    assert (done.returncode, done.stderr) == (3, "")
    assert statuses(done) == {"hard.txt": "unknown", "good.txt": "solved"}
    assert objects(done)[0]["paths"] == {}
    done = limited(hard, wrong)
    assert done.returncode == 1
    assert "hard.txt: unknown: the search was ended before it could tell\n" in done.stdout
    assert limited(hard, wrong, "missing.txt").returncode == 2


def test_a_time_limit_is_in_seconds_of_the_wall_clock(flowdesk: CommandLine) -> None:
    start = time.monotonic()
    hard = flowdesk.file("hard.txt", HARD_TO_SOLVE)
    assert flowdesk("solve", "--timeout", "0.2", hard, make_pool=Pool).returncode == 3
    assert time.monotonic() - start > 0.2


# -- bad input ------------------------------------------------------------------------------------


#: What no reader of a format sees; what those say is told word by word.
BAD: dict[str, tuple[str | bytes, str]] = {
    "letter.txt": ("R.R\n.é.\n", ", line 2, column 2: 'é' is not a cell."),
    "binary.txt": (b"RR\n\0\0\n", ", line 2, column 1: this is a binary file"),
    "latin1.txt": ("RR\n.é\n".encode("latin-1"), ", line 2, column 2: byte 0xe9 is not UTF-8"),
    "utf16.txt": ("RR\n".encode("utf-16"), ": the text is UTF-16."),
    "huge.txt": (b"." * 10_000_001, ": the file is larger than 10 MB."),
}


def test_every_bad_input_is_told_and_the_others_are_done(flowdesk: CommandLine) -> None:
    files = [flowdesk.file(name, content) for name, (content, _) in BAD.items()]
    (flowdesk.folder / "nothing here").mkdir()
    others = {
        "missing.txt": ": there is no such file.",
        "nothing here": ": there is no puzzle file in this folder",
        "a" * 300: "too long",
        "a" * 300 + "#2": "too long",
        "https://example.org/level": ", column 1: this is not a link to a puzzle.",
        "https://puzz.link/p?nurikabe/5/5/a": ", column 21: 'nurikabe' is another kind of puzzle.",
        "letter.txt/level.txt": "cannot be read: not a directory.",
        "letter.txt#1": ", line 2, column 2: 'é' is not a cell.",
    }
    good = flowdesk.file("good.txt", GOOD)
    done = flowdesk("solve", "--json", *files, good, *others)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2
    assert statuses(done) == {"good.txt": "solved"}
    said = done.stderr.splitlines()
    assert all(line.startswith("flowdesk: ") for line in said)
    expected = {name: words for name, (_, words) in BAD.items()} | others
    for name, words in expected.items():
        where = name.partition("#")[0]
        assert [line for line in said if where in line and words in line], (name, words)


@pytest.fixture
def no_collection() -> Iterator[None]:
    """Collect no garbage of other tests: within too deep a recursion that fails, on stderr."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
def test_what_a_reader_says_of_a_bad_file_is_told_word_by_word(flowdesk: CommandLine) -> None:
    for key, bad in cases.BAD.items():
        names = [
            flowdesk.file(f"{key}-{number}{format_named(key).suffixes[0]}", text)
            for number, (text, *_) in enumerate(bad.values())
        ]
        done = flowdesk("solve", "--json", *names, flowdesk.file("good.txt", GOOD))
        assert (done.returncode, statuses(done)) == (2, {"good.txt": "solved"})
        for name, line in zip(names, done.stderr.splitlines(), strict=True):
            with pytest.raises(FormatError) as caught:
                load(flowdesk.folder / name)
            assert line == f"flowdesk: {caught.value}".replace(f"{flowdesk.folder}/", "")


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_each_verb_has_an_example(flowdesk: CommandLine, verb: str) -> None:
    done = flowdesk(verb, "-h")
    assert done.returncode == 0
    assert "example" in done.stdout
    assert f"  flowdesk {verb} " in done.stdout
    of_generate = "exit status: 0 all as requested; 2 an impossible request"
    assert (of_generate in done.stdout) == (verb == "generate")


def test_the_help_names_the_verbs_and_the_version(flowdesk: CommandLine) -> None:
    done = flowdesk("-h")
    assert done.returncode == 0
    assert [verb for verb in VERBS if verb not in done.stdout] == []


def test_the_version_is_that_of_all_parts_and_needs_no_screen(flowdesk: CommandLine) -> None:
    flowdesk.environment |= {"DISPLAY": "", "FLOWDESK_SAT": ""}
    ours, python, tk, pillow, *solvers, used = flowdesk.prints("--version").splitlines()
    assert ours == f"FlowDesk {__version__}"
    assert python.startswith(f"Python {platform.python_version()} on ")
    assert re.fullmatch(r"Tk \d+\.\d+ \(Tcl \d+\.\d+\.\d+\)", tk)
    assert pillow == f"Pillow {PIL.__version__}"
    assert solvers == [f"{name} {version(name)}" for name in ("pycosat", "python-sat")]
    assert used == f"Solver: {backend()}"


@pytest.mark.parametrize("name", ["pycosat", "python-sat"])
def test_the_environment_chooses_the_solver(flowdesk: CommandLine, name: str) -> None:
    flowdesk.environment["FLOWDESK_SAT"] = name
    assert flowdesk("--version").stdout.endswith(f"\nSolver: {name}\n")


def test_a_solver_that_there_is_not_is_refused(flowdesk: CommandLine) -> None:
    flowdesk.environment["FLOWDESK_SAT"] = "minisat"
    said = flowdesk.refused("solve", flowdesk.file("level.txt", "AB\nAB"))
    assert said == (
        "flowdesk: FLOWDESK_SAT is 'minisat', which is no solver: "
        "set it to python-sat or pycosat, or to nothing.\n"
    )


def test_what_is_not_installed_is_told_and_how_to_install_a_solver(flowdesk: CommandLine) -> None:
    """As on a machine where the modules are nowhere."""
    flowdesk.file("none/sitecustomize.py", HIDDEN)
    flowdesk.environment |= {"PYTHONPATH": f"{flowdesk.folder}/none:{ROOT}", "FLOWDESK_SAT": ""}
    done = flowdesk.process("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert "\nTk not installed\nPillow " in done.stdout
    assert done.stdout.endswith("python-sat not installed\nSolver: pycosat\n")
    flowdesk.environment["FLOWDESK_SAT"] = "python-sat"
    done = flowdesk.process("--version")
    assert (done.returncode, done.stdout) == (2, "")
    assert "-m pip install python-sat` installs it" in done.stderr


# -- commands in this process, as most tests call them ---------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("solve", "é.txt", "-", "missing.txt"), b"R.\n.R\n"),
        (("render", "é.txt", "--solution", "-o", "-"), b""),
        (("solve", "--jobs", "0", "é.txt"), b""),
    ],
)
def test_the_bytes_are_those_of_a_process(
    flowdesk: CommandLine, arguments: tuple[str, ...], stdin: bytes
) -> None:
    flowdesk.file("é.txt", GOOD + "\ntitle: é\n")
    own = processes.run(
        processes.flowdesk(*arguments),
        input=stdin,
        capture_output=True,
        timeout=SECONDS,
        cwd=flowdesk.folder,
        env=flowdesk.environment,
    )
    here = run_here(arguments, stdin, flowdesk.environment, flowdesk.folder)
    assert here == (own.returncode, own.stdout, own.stderr)


def test_nothing_is_left_of_a_command_that_failed(flowdesk: CommandLine) -> None:
    ending = signal.SIGINT, signal.SIGTERM, signal.SIGHUP
    before = [dict(os.environ), os.getcwd(), sys.stdin, sys.stdout, sys.stderr]
    handlers = [signal.getsignal(number) for number in ending]
    flowdesk.environment["NO_COLOR"] = "1"
    assert flowdesk("solve", "--nonsense").returncode == 2
    assert before == [dict(os.environ), os.getcwd(), sys.stdin, sys.stdout, sys.stderr]
    assert handlers == [signal.getsignal(number) for number in ending]


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="its workers import everything")
def test_a_check_imports_neither_generators_nor_the_scanner_nor_the_lab() -> None:
    command = processes.flowdesk("check", "puzzles/05x05-first-steps.txt")
    command[1:1] = ["-X", "importtime"]
    done = processes.run(command, capture_output=True, timeout=SECONDS, cwd=ROOT)
    names = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    kind = "flowdesk.kinds.flow"
    assert {f"{kind}.solving.solve", f"{kind}.deduction.hints"} <= names
    assert not {"PIL", "sqlite3", "flowdesk.scan", "flowdesk.lab", "flowdesk.desk.packs"} & names
    assert not {f"{kind}.making", f"{kind}.tools", f"{kind}.play", f"{kind}.dots"} & names
