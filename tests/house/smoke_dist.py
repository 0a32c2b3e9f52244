"""Test what users get, as on their machine: `python -m tests.house.smoke_dist program` or `wheel`.

It is started from another folder and with an empty environment, so that it cannot use this
checkout or its virtual environment.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import NoReturn

from flowdesk import __version__
from flowdesk.sat.backend import is_installed
from tests.processes import run
from tests.screen import ensure_screen

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
SUFFIX = ".exe" if os.name == "nt" else ""
SECONDS = 60  # for each start
KEPT = ("HOME", "PATH", "DISPLAY", "XAUTHORITY", "LANG", "SYSTEMROOT", "TEMP", "TMPDIR")

#: The folders of this checkout that a source distribution and a wheel hold, and single files.
IN_SOURCES = ("flowdesk", "assets", "puzzles", "docs")
IN_WHEEL = (
    *(
        "flowdesk",
        "assets/icon",
        "assets/icons",
        "assets/themes",
        "assets/tiles",
        "assets/web",
        "docs",
        "puzzles",
    ),
)
SINGLE = ("CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", ".gitignore", "PKG-INFO")
METADATA = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")


def fail(problem: str) -> NoReturn:
    """End this script."""
    sys.exit(f"smoke test FAILED: {problem}")


def start(program: Path, folder: str, *arguments: str) -> str:
    """Run a program in a folder and return its output."""
    print("smoke test:", program.name, *arguments)
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    begin = time.monotonic()
    try:
        done = run(
            [program, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        fail(f"not finished after {SECONDS} s")
    if done.returncode != 0 or done.stderr:  # which also says if nothing can be dropped
        fail(f"status {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"    status 0 after {time.monotonic() - begin:.1f} s")
    return str(done.stdout)


def try_out(program: Path, puzzles: Path) -> None:
    """Solve a level that came with the program, read it from its picture, and open the window."""
    levels = sorted(puzzles.rglob("*.txt"))
    if not levels:
        fail(f"no levels in {puzzles}")
    with tempfile.TemporaryDirectory() as folder:
        output = start(program, folder, "solve", "--json", str(levels[0]))
        status = json.loads(output)["status"]
        if status != "solved":
            fail(f"the status is {status}, not solved\n{output}")
        drawn, _, _ = levels[0].read_text(encoding="utf-8").partition("\n\n")
        start(program, folder, "render", str(levels[0]), "-o", "level.png")
        read = start(program, folder, "scan", "level.png", "-o", "-")
        if read.partition("\n\n")[0] != drawn:
            fail(f"the level in the picture is not the one that was drawn:\n{read}")
        reason = ensure_screen()
        if reason:
            fail(reason)
        start(program, folder, "--self-test")


def files_in(folders: Collection[str]) -> set[str]:
    """Return the files of this checkout that belong in a distribution."""
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    names = {path.relative_to(ROOT).as_posix() for path in paths}
    return {name for name in names if "__pycache__" not in name and "/." not in name}


def compare(package: Path, names: Collection[str], expected: set[str]) -> None:
    """Print how many files of each folder a package has; fail if they are not the expected."""
    if differing := set(names) ^ expected:
        fail(f"{package.name} has too much or too little: {', '.join(sorted(differing))}")
    folders = Counter("/".join(Path(name).parts[:-1][:2]) or "." for name in names)
    print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB, {len(names)} files")
    for folder, number in sorted(folders.items()):
        print(f"    {number:4} {folder}")


def smoke_program() -> None:
    """Test dist/flowdesk, which PyInstaller has made."""
    folder, inside = DIST / "flowdesk", DIST / "flowdesk" / "_internal"
    licences = [path for name in ("LICENSE*", "COPYING*") for path in inside.rglob(name)]
    packages = {path.relative_to(inside).parts[0].partition("-")[0] for path in licences}
    solver = {"pycosat", "picosat"} if is_installed("pycosat") else {"python_sat"}
    if missing := {"LICENSE", "pillow", *solver} - packages:
        fail(f"licences are missing: {', '.join(sorted(missing))}")
    packed = {path.name.partition(".")[0] for path in inside.glob("py*.so")}
    if "pycosat" in solver and "pysolvers" in packed:
        fail("python-sat is packed, whose licence does not let it be passed on")
    try_out(folder / f"flowdesk{SUFFIX}", inside / "flowdesk" / "puzzles")


def smoke_wheel() -> None:
    """Test the files of dist/*.tar.gz and dist/*.whl, and install the wheel with nothing else."""
    name = f"flowdesk-{__version__}"
    sources, wheel = DIST / f"{name}.tar.gz", DIST / f"{name}-py3-none-any.whl"
    with tarfile.open(sources) as archive:
        packed = [file.name.removeprefix(f"{name}/") for file in archive if file.isfile()]
    compare(sources, packed, files_in(IN_SOURCES) | set(SINGLE))
    with zipfile.ZipFile(wheel) as zipped:
        packed = zipped.namelist()
        about = zipped.read(f"{name}.dist-info/METADATA").decode()
    below = {
        file if file.startswith("flowdesk/") else f"flowdesk/{file}" for file in files_in(IN_WHEEL)
    }
    compare(wheel, packed, below | {f"{name}.dist-info/{file}" for file in METADATA})
    for line in (
        "License-Expression: MIT",
        "Requires-Dist: python-sat<2,>=1.9.dev0; implementation_name == 'cpython' and ",
        "Requires-Dist: pycosat<0.7,>=0.6.6; implementation_name != 'cpython' or ",
    ):
        if f"\n{line}" not in about:
            fail(f"the metadata lacks {line}\n{about[:2000]}")
    with tempfile.TemporaryDirectory() as folder:
        run([sys.executable, "-m", "venv", folder], check=True)
        programs = Path(folder, "Scripts" if os.name == "nt" else "bin")
        pip = [programs / f"python{SUFFIX}", "-m", "pip", "--disable-pip-version-check"]
        run([*pip, "install", "--quiet", wheel], check=True, env=dict(os.environ))
        run([*pip, "check"], check=True, env=dict(os.environ))
        where = "import flowdesk, os; print(os.path.dirname(flowdesk.__file__))"
        package = start(programs / f"python{SUFFIX}", folder, "-c", where).strip()
        try_out(programs / f"flowdesk{SUFFIX}", Path(package) / "puzzles")


def main() -> None:
    """Test one of the two."""
    parser = argparse.ArgumentParser(description="Test what users get, as on their machine.")
    parser.add_argument("what", choices=("program", "wheel"))
    {"program": smoke_program, "wheel": smoke_wheel}[parser.parse_args().what]()
    print("smoke test passed")


if __name__ == "__main__":
    main()
