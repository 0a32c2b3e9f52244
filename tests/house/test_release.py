"""What the files of a release say agrees; `make package` tests the release itself."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise

from packaging.requirements import Requirement

from flowdesk import __version__
from tests.processes import ROOT


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def needed(lines: list[str]) -> dict[str, Requirement]:
    """Requirements by name."""
    return {found.name: found for found in map(Requirement, lines)}


def test_pip_install_brings_what_make_brings_and_compiles_only_what_it_must() -> None:
    lines = re.findall(r"^[a-z][^#\n]*[^#\s]", text_of("requirements.txt"), re.M)
    made = needed(lines)
    project = text_of("pyproject.toml")
    section = project.partition("\ndependencies = [")[2].partition("\n]")[0]
    installed = needed(re.findall(r'^ +"(.*)",$', section, re.M))
    assert installed.keys() == {"pillow", "python-sat", "pycosat"}
    assert all(made[name].specifier == found.specifier for name, found in installed.items())
    assert made["python-sat"].marker == installed["python-sat"].marker
    for version in ("3.10", "3.13", "3.15"):
        for machine in ("x86_64", "arm64", "armv7l"):
            here = {"python_version": version, "platform_machine": machine}
            solvers = [installed[name].marker for name in ("python-sat", "pycosat")]
            assert sum(bool(marker and marker.evaluate(here)) for marker in solvers) == 1
    assert f'"{lines[-1]}"' in project, "the look is optional"


def test_the_licence_is_the_one_that_is_named() -> None:
    assert text_of("LICENSE").startswith("MIT License\n")
    assert 'license = "MIT"\nlicense-files = ["LICENSE"]' in text_of("pyproject.toml")
    assert "[MIT licence](LICENSE)" in text_of("README.md")


# The version is stated once, and the changelog has an entry for it

PLACE = "flowdesk/__init__.py"
FILES = [
    *("*.md", "*.toml", "*.txt", "*.spec", "Makefile", "docs/*.md", ".ci/*"),
    *("flowdesk/**/*.py", "assets/*.py", "tests/**/*.py"),
]


def headings() -> list[str]:
    """Of what has changed, the newest version first."""
    return re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)


def test_the_newest_changes_are_those_of_this_version_or_not_released_yet() -> None:
    assert headings()[0] == "Unreleased" or headings()[0].startswith(f"{__version__} (")


def test_every_version_has_the_day_on_which_it_came() -> None:
    released = []
    for heading in headings():
        if heading != "Unreleased":
            number, day = re.fullmatch(r"(\d+\.\d+\.\d+) \((.*)\)", heading).groups()  # type: ignore[union-attr]  # a failure is one of the test
            released.append((date.fromisoformat(day), [int(part) for part in number.split(".")]))
    assert all(later > earlier for later, earlier in pairwise(released))


def test_nothing_else_states_the_version() -> None:
    stated = re.compile(rf"(?<![\d.]){re.escape(__version__)}(?![\d.])")
    files = [path for name in FILES for path in ROOT.glob(name)]
    assert len(files) > 200
    texts = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}
    assert {name for name, text in texts.items() if stated.search(text)} <= {PLACE, "CHANGELOG.md"}
    assert 'dynamic = ["version"]' in texts["pyproject.toml"]
    assert f'[tool.hatch.version]\npath = "{PLACE}"' in texts["pyproject.toml"]
