"""What the files of a release say agrees; `make package` tests the release itself."""

from __future__ import annotations

import re

from packaging.requirements import Requirement

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
