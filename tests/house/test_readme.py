"""The statements of the documents are true."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

import flowdesk
from flowdesk.core.storage import shipped
from flowdesk.desk.pictures.booklet import Layout
from flowdesk.desk.pictures.picture import picture_bytes
from flowdesk.desk.pictures.style import Style, options_of
from flowdesk.formats import registry
from flowdesk.formats.registry import load
from tests.command_line import GOOD, UNSOLVABLE, CommandLine

PROJECT = Path(__file__).parents[2]
COMMANDS = PROJECT / "docs" / "commands.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder like the project's, where examples may write."""
    (tmp_path / "puzzles").symlink_to(PROJECT / "puzzles")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_examples_of_python_work(folder: Path) -> None:
    result = doctest.testfile(str(COMMANDS), module_relative=False)
    assert result.attempted >= 5
    assert result.failed == 0
    assert (folder / "first-steps.png").read_bytes().startswith(b"\x89PNG")


def test_the_commands_about_slitherlink_work(flowdesk: CommandLine) -> None:
    for name in ("instances.txt", "instances.slk"):
        flowdesk.file(name, "2 3 3.. .1.\n")
    flowdesk.file("loop.txt", "2.2\n...\n2.2\n")
    flowdesk.file("puzzles/loop.txt", "3.3\n.3.\n")
    _, _, section = COMMANDS.read_text().partition("\n## Slitherlink\n")
    commands = re.findall(r"^    flowdesk (.*)$", section.partition("\n## ")[0], re.MULTILINE)
    assert len(commands) >= 6
    for command in commands:
        done = flowdesk(*shlex.split(command, comments=True))
        assert (done.returncode in (0, 1), done.stderr) == (True, ""), command
        assert done.stdout or (flowdesk.folder / "loop.png").exists()


def test_the_examples_in_the_help_work(flowdesk: CommandLine) -> None:
    level = (shipped("puzzles") / "05x05-four-corners.txt").read_text()
    for name in ("level", "pack/a", "puzzles/packs/a", "puzzles/05x05-four-corners"):
        flowdesk.file(f"{name}.txt", level)
    flowdesk.file("puzzles/07x07-big-wave.txt", level)
    flowdesk.file("pack.txt", f"5 5\n{GOOD}\n" * 3)
    for name in ("instances.txt", "instances.slk"):
        flowdesk.file(name, "2 3 3.. .1.\n" * 3)
    flowdesk.file("loop.txt", "2.2\n...\n2.2\n")
    flowdesk.file("none.txt", UNSOLVABLE)
    flowdesk("generate", "4x4", "-o", "level.json")
    for verb in ("check", "solve", "convert", "render", "rules", "cnf"):
        help_of_it = flowdesk(verb, "-h").stdout
        examples = re.findall(
            rf"^  flowdesk ({verb} .*?)(?:   | [>|&]|$)", help_of_it, re.MULTILINE
        )
        assert len(examples) >= 4
        for example in examples:
            done = flowdesk(*shlex.split(example))
            assert done.returncode in (0, 1), (example, done.stderr)


def test_the_commands_about_pictures_work(flowdesk: CommandLine) -> None:
    level = load(shipped("puzzles") / "05x05-four-corners.txt")[0]
    picture = picture_bytes(level, None, Style(cell=40), ".png")
    for name in ("screenshot.png", "screenshots/a.png", "one.png", "two.png", "photo.jpg"):
        flowdesk.file(name, picture)
    commands = re.findall(
        r"^    flowdesk (scan .*|.* screenshot.*)$", COMMANDS.read_text(), re.MULTILINE
    )
    without_screen = [command for command in commands if "--screen " not in command]
    assert len(without_screen) >= 5
    for command in without_screen:
        done = flowdesk(*shlex.split(command, comments=True))
        assert (done.returncode, done.stderr) == (0, ""), command


def test_every_option_of_pictures_has_its_row() -> None:
    page = COMMANDS.read_text()
    for name in {**options_of(Style), **options_of(Layout)}:
        row = f"\n| `--{name.replace('_', '-')}"
        assert row in page, f"{COMMANDS.name} lacks a row of its table that begins {row.strip()}"


@pytest.mark.parametrize("module", [flowdesk, registry])
def test_the_examples_in_docstrings_work(folder: Path, module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]  # it is a module
    assert result.attempted
    assert result.failed == 0


def test_links_in_documents_lead_somewhere() -> None:
    for document in (*PROJECT.glob("*.md"), *(PROJECT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name}: {target}"


def test_everything_public_can_be_imported_and_is_documented() -> None:
    for name in flowdesk.__all__:
        assert getattr(flowdesk, name).__doc__, name
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        flowdesk.nonsense  # noqa: B018 -- looking it up is the point


def test_readme_is_one_screen() -> None:
    assert len((PROJECT / "README.md").read_text(encoding="utf-8").split()) <= 300
