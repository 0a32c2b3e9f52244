"""Fixtures: a screen, one root window, the command line, and a corpus of real puzzles."""

from __future__ import annotations

import gc
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from hypothesis import settings

from flowdesk.core.finding import FlowDeskError
from flowdesk.desk.documents.recovery import OpenFiles, load_open_files, save_open_files
from flowdesk.desk.work.worker import start_server
from flowdesk.sat.backend import VARIABLE, backend, is_installed
from tests.screen import ensure_screen

if TYPE_CHECKING:  # the tests that open no window run where there is no Tk
    import tkinter as tk

    from tests.app.one_window import OneWindow
    from tests.command_line import CommandLine
    from tests.driver import Driver

#: How many facts of a kind are listed that were not checked.
MOST_FACTS = 20


def corpus_folder() -> Path | None:
    """Return a folder of real puzzles by other people, or None if there is none."""
    named = os.environ.get("FLOWDESK_CORPUS")
    folder = Path(named) if named else Path(__file__).parents[2] / "shared" / "corpus"
    return folder if folder.is_dir() else None


@pytest.fixture(scope="session", autouse=True)
def state_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep unsaved work of killed test programs, results and settings away from the user's."""
    for name in ("STATE", "DATA", "CONFIG", "CACHE"):
        os.environ[f"XDG_{name}_HOME"] = str(tmp_path_factory.mktemp(name.lower()))


@pytest.fixture(scope="session", autouse=True)
def server() -> None:
    """Start the server of processes where the modules of this checkout are found."""
    start_server("flowdesk.lab.rule_questions")


@pytest.fixture(autouse=True)
def no_session(state_home: None) -> Iterator[None]:
    """Let no window go on with what a window of another test had open."""
    yield
    if load_open_files() != OpenFiles():
        save_open_files(OpenFiles())


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real puzzles; without it the test is skipped."""
    folder = corpus_folder()
    if folder is None:
        pytest.skip("FLOWDESK_CORPUS does not name a folder of other people's puzzles")
    return folder


@pytest.fixture(scope="session")
def screen() -> None:
    """A screen to open windows on; if there is none, skip the test, or fail under CI=true."""
    if why_not := ensure_screen():
        cannot_run(why_not)


@pytest.fixture(scope="session")
def xdotool(screen: None) -> str:
    """The program that moves the real pointer; without it the test cannot run."""
    return shutil.which("xdotool") or cannot_run("xdotool is not installed")


@pytest.fixture(scope="session")
def xclip(screen: None) -> str:
    """The program that copies and pastes pictures; without it the test cannot run."""
    return shutil.which("xclip") or cannot_run("xclip is not installed")


@pytest.fixture(scope="session")
def other_programs() -> None:
    """Other programs that draw SVG and PDF; without them the test cannot run."""
    for program in ("rsvg-convert", "pdftoppm"):
        if not shutil.which(program):
            cannot_run(f"{program} is not installed")


@pytest.fixture(scope="session")
def minisat() -> str:
    """Another SAT solver; without it the test cannot run."""
    return shutil.which("minisat") or cannot_run("minisat is not installed")


@pytest.fixture
def picosat(monkeypatch: pytest.MonkeyPatch) -> None:
    """PicoSAT: for tests of what it finds first of several answers, or of tiny limits."""
    if not is_installed("pycosat"):
        cannot_run("pycosat is not installed")
    monkeypatch.setenv(VARIABLE, "pycosat")


def cannot_run(why_not: str) -> NoReturn:
    """Skip a test because the machine lacks something, or fail where all tests must run."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"all tests must run in CI: {why_not}")
    pytest.skip(why_not)


@pytest.fixture
def flowdesk(tmp_path: Path) -> Iterator[CommandLine]:
    """The command line, in an empty folder."""
    from tests.command_line import CommandLine

    commands = CommandLine(tmp_path)
    yield commands
    commands.leave()


@pytest.fixture(scope="session")
def root(screen: None) -> Iterator[tk.Tk]:
    """The one Tk of all tests: a destroyed one that is collected in another thread aborts."""
    import tkinter as tk

    root = tk.Tk()
    root.withdraw()
    root.tk.call("tk", "useinputmethods", False)  # it asks the screen twice about each widget
    yield root
    root.destroy()


@pytest.fixture(scope="session")
def one_window(root: tk.Tk) -> Iterator[OneWindow]:
    """The window of the tests that have a driver."""
    from tests.app.one_window import OneWindow

    window = OneWindow(root)
    yield window
    window.close()


@pytest.fixture(autouse=True)
def alone(request: pytest.FixtureRequest) -> None:
    """Leave the screen to tests that open windows of their own."""
    if _has_own_window(request.fixturenames):
        request.getfixturevalue("one_window").close()


def _has_own_window(fixtures: Collection[str]) -> bool:
    return "screen" in fixtures and "one_window" not in fixtures


@pytest.fixture
def driver(
    root: tk.Tk, one_window: OneWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Driver]:
    """A driver of a window with an empty 5x5 board."""
    from tests.driver import Driver

    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    driver = Driver(root, one_window.take())
    yield driver
    driver.leave()
    one_window.give_back()
    driver.raise_errors()


def pytest_configure(config: pytest.Config) -> None:
    """Try all random cases if slow tests are run, as in make test-all."""
    is_quick = "not slow" in config.option.markexpr
    os.environ["FLOWDESK_TESTS"] = "quick" if is_quick else "all"
    settings.register_profile("flowdesk", max_examples=13 if is_quick else 100, deadline=None)
    settings.load_profile("flowdesk")


def pytest_report_header() -> str:
    """Say which solver the tests use, unless they choose another."""
    try:
        return f"solver: {backend()}"
    except FlowDeskError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(wrapper=True, tryfirst=True)  # to be the last to write
def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> Iterator[None]:
    """Say which facts were not checked here, and what would check them."""
    yield
    lines = unchecked(terminalreporter.stats.get("skipped", []))
    if config.option.markexpr == "not slow":
        lines.insert(0, "What takes long: `make test-all` checks it.")
    if lines:
        terminalreporter.section("not checked here")
    for line in lines:
        terminalreporter.line(line)


def unchecked(skipped: Iterable[Any]) -> list[str]:
    """Return lines that say why which facts were not checked, from the reports of their tests."""
    by_reason = defaultdict[str, Counter[str]](Counter)
    for report in skipped:
        fact = report.nodeid.partition("[")[0].rpartition("::")[2].removeprefix("test_")
        by_reason[report.longrepr[2].removeprefix("Skipped: ")][fact.replace("_", " ")] += 1
    lines = []
    for reason, facts in by_reason.items():
        number = facts.total()
        lines.append(f"{number} {'test' if number == 1 else 'tests'}, because {reason}:")
        for fact, number in facts.most_common(MOST_FACTS):
            lines.append(f"    {fact}" + (f" ({number} times)" if number > 1 else ""))
        if len(facts) > MOST_FACTS:
            lines.append(f"    and {len(facts) - MOST_FACTS} more")
    if any("not installed" in reason for reason in by_reason):
        lines.append("`./start test` installs what is missing.")
    return lines


def pytest_collection() -> None:
    """Search for no garbage while all that tests share is made."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Leave what all tests share out of every search for garbage, and search less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that opens a window; those come last that have one of their own.

    For each of them between others the shared window would be closed and made anew.
    """
    for item in items:
        if "screen" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.window)
    items.sort(key=lambda item: _has_own_window(getattr(item, "fixturenames", ())))
