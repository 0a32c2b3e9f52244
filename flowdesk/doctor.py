"""Find what FlowDesk needs but this machine lacks, and the command that installs it.

`start` and `make` run it as a script before anything is installed. So it uses only the standard
library, and the syntax of Python 3.6, to run on a Python that is too old.
"""

import argparse
import ctypes
import importlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from typing import Collection, Dict, List, Optional  # list[str] is too new here

THIS = "{}.{}".format(*sys.version_info)
ON_LINUX = sys.platform.startswith("linux")

#: What is said of missing things. Other names are programs that only tests need.
SENTENCES = {
    "make": "make is missing: it runs the commands in the Makefile.",
    "python": f"FlowDesk needs Python 3.10 or newer, this is {THIS}.",
    "venv": "Python's venv and ensurepip are missing: they make the folder .venv.",
    "tkinter": "tkinter is missing: it opens FlowDesk's window.",
    "compiler": "A working C compiler with Python's headers is missing: it compiles pycosat, a "
    "solver. (On macOS, `xcode-select --install` brings one.)",
    "dropping": "libXcursor is missing: without it files cannot be dropped on the window.",
    "display": "There is no screen to open a window on: start FlowDesk from a desktop, "
    "over ssh with `ssh -X`, or on a virtual screen with `xvfb-run`.",
}

#: Whose the package managers in packages.txt are.
MANAGERS = {
    "apt": "Debian, Ubuntu",
    "dnf": "Fedora",
    "pacman": "Arch Linux",
    "brew": "macOS, Homebrew",
    "windows": "Windows",
}

#: The machines that python-sat has wheels for.
MACHINES = ("x86_64", "AMD64", "aarch64", "arm64")


def packages(manager: str) -> Dict[str, List[str]]:
    """Return the packages of each thing, as packages.txt has them for this manager and Python."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages.txt")
    with open(path, encoding="utf-8") as file:
        head, *rows = [[cell.strip() for cell in line.split("|")] for line in file if "|" in line]
    return {row[0]: row[head.index(manager)].format(THIS).split() for row in rows}


def packages_for(names: Collection[str], manager: str) -> List[str]:
    """Return the packages that bring these things, each once."""
    found = packages(manager)
    return list(dict.fromkeys(word for name in found if name in names for word in found[name]))


def managers_here() -> List[str]:
    """Return those of the MANAGERS that this machine has."""
    return [name for name in MANAGERS if shutil.which(packages(name)["install"][0])]


def sentence(name: str) -> str:
    """Return what is said of a missing thing."""
    return SENTENCES.get(name, f"{name} is missing: some tests need it.")


def explain(*names: str) -> str:
    """Return a sentence for each missing thing, and the command that installs them all."""
    lines = [sentence(name) for name in names]
    wanted = [name for name in names if name != "display" or not shutil.which("xvfb-run")]
    for manager in managers_here()[:1] or MANAGERS:
        words = packages_for(wanted, manager)
        if words:
            command = " ".join(packages(manager)["install"] + words)
            if manager not in ("brew", "windows") and os.geteuid() != 0:
                become = "sudo sh" if shutil.which("sudo") else "su -"
                command = f"{become} -c {shlex.quote(command)}"
            lines += [f"To install what is missing ({MANAGERS[manager]}):", "    " + command]
    return "\n".join(lines)


def _can_import(*modules: str) -> bool:
    try:
        return all(importlib.import_module(module) for module in modules)
    except ImportError:
        return False


def _works(*command: str, source: bytes = b"") -> bool:
    """Whether there is such a program, and it succeeds with this input."""
    try:
        none = subprocess.DEVNULL
        return subprocess.run(command, input=source, stdout=none, stderr=none).returncode == 0
    except OSError:
        return False


def _works_in(venv: Optional[str], *words: str) -> bool:
    """Whether there is such a virtual environment, and its Python succeeds with these words."""
    python = os.path.join("Scripts" if os.name == "nt" else "bin", "python")
    return venv is not None and _works(os.path.join(venv, python), *words)


def has_compiler() -> bool:
    """Whether there is a C compiler that can make a module of Python, with the headers for it."""
    if sys.platform == "darwin" and not _works("xcode-select", "-p"):
        return False  # macOS has a /usr/bin/cc that only asks to install the real one
    words = [os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"]
    words += [sysconfig.get_config_var(name) or "" for name in ("CFLAGS", "CCSHARED")]
    more = ["-I", sysconfig.get_paths()["include"], "-S", "-o", "-", "-x", "c", "-"]
    return _works(*shlex.split(" ".join(words)), *more, source=b"#include <Python.h>\n")


def has_wheel() -> bool:
    """Whether python-sat can be installed here: the condition that requirements.txt has."""
    is_known = sys.version_info < (3, 15) and platform.machine() in MACHINES
    return is_known and platform.python_implementation() == "CPython"


def can_drop() -> bool:
    """Whether the system has what the package tkinterdnd2 needs."""
    try:
        ctypes.CDLL("libXcursor.so.1")
    except OSError:
        return not ON_LINUX
    return True


def find_missing(venv: Optional[str], tests: bool, display: bool) -> List[str]:
    """Return the names of what is missing: those in SENTENCES, then programs.

    `venv` is the folder of a virtual environment; what it already has is not missing.
    """
    old = sys.version_info < (3, 10)  # a newer one comes with all its parts
    has_pip = _works_in(venv, "-m", "pip", "--version")
    compiles = (tests or not has_wheel()) and not _works_in(venv, "-c", "import pycosat")
    missing = {
        "make": os.name != "nt" and not shutil.which("make"),
        "python": old,
        "venv": venv and not old and not has_pip and not _can_import("venv", "ensurepip"),
        "tkinter": not old and not _can_import("tkinter"),
        "compiler": compiles and (old or not has_compiler()),
        "dropping": not can_drop(),
        "display": display and ON_LINUX and not os.environ.get("DISPLAY"),
    }
    known = packages((managers_here() or ["apt"])[0]) if tests else {}
    programs = [name for name in known if known[name] and name not in [*SENTENCES, "install"]]
    missing.update((name, not shutil.which(name)) for name in programs)
    return [name for name in missing if missing[name]]


def requirements(path: str, venv: Optional[str]) -> str:
    """Return what can be installed here of a file of requirements: pycosat has to be compiled."""
    compiles = _works_in(venv, "-c", "import pycosat") or has_compiler()
    with open(path, encoding="utf-8") as file:
        return "".join(line for line in file if compiles or not line.startswith("pycosat"))


def main() -> int:
    """Print what is missing; return 1 if FlowDesk cannot run without it."""
    parser = argparse.ArgumentParser(description="Find what FlowDesk needs but this machine lacks.")
    parser.add_argument("--venv", metavar="FOLDER", help="can this environment be made?")
    parser.add_argument("--tests", action="store_true", help="can the tests run?")
    parser.add_argument("--display", action="store_true", help="is there a screen?")
    parser.add_argument("--packages", metavar="MANAGER", help="print packages that are missing")
    parser.add_argument("--requirements", metavar="FILE", help="print what to install of a file")
    options = parser.parse_args()
    if options.requirements:
        sys.stdout.write(requirements(options.requirements, options.venv))
        return 0
    missing = find_missing(options.venv, options.tests, options.display)
    for name in missing:
        print(sentence(name), file=sys.stderr)
    if options.packages:
        print(*packages_for(missing, options.packages))
    elif options.packages is None and set(missing) - {"display"}:
        print("`./start` names the line that installs it, and asks.", file=sys.stderr)
    return 1 if [name for name in missing if name in SENTENCES and name != "dropping"] else 0


if __name__ == "__main__":
    sys.exit(main())
