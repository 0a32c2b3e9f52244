"""Find what FlowDesk needs but this machine lacks, and the command that installs it.

`start` and `make` run it as a script (`python3 flowdesk/doctor.py`) before anything is installed.
So it uses only the standard library and the syntax of Python 3.6, to run on a Python that is too
old.
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
import tempfile
from typing import Collection, Dict, List, Optional  # list[str] is too new here

OLDEST = (3, 10)
THIS = "{}.{}".format(*sys.version_info)
ON_WINDOWS = os.name == "nt"
ON_LINUX = sys.platform.startswith("linux")

#: What is said of missing things. Other names are programs that only tests need.
SENTENCES: Dict[str, str] = {
    "make": "make is missing: it runs the commands in the Makefile.",
    "python": f"FlowDesk needs Python 3.10 or newer, this is {THIS}.",
    "venv": "Python's venv and ensurepip are missing: they make the folder .venv.",
    "tkinter": "tkinter is missing: it opens FlowDesk's window.",
    "headers": "Python's headers are missing: without them pycosat cannot be compiled.",
    "compiler": "A working C compiler is missing: it compiles pycosat, a solver. "
    "(On macOS, `xcode-select --install` brings one.)",
    "dropping": "libXcursor is missing: without it files cannot be dropped on the window.",
    "display": "There is no screen to open a window on: start FlowDesk from a desktop, "
    "over ssh with `ssh -X`, or on a virtual screen with `xvfb-run`.",
}

#: The machines that python-sat has wheels for.
MACHINES = ("x86_64", "AMD64", "aarch64", "arm64")

#: The package managers in packages.txt: the program, and whose it is.
MANAGERS: Dict[str, List[str]] = {
    "apt": ["apt-get", "Debian, Ubuntu"],
    "dnf": ["dnf", "Fedora"],
    "pacman": ["pacman", "Arch Linux"],
    "brew": ["brew", "macOS, Homebrew"],
    "windows": ["winget", "Windows"],
}


def package_manager() -> Optional[str]:
    """Return the key in MANAGERS for this machine, or None if there is none."""
    if ON_WINDOWS:
        return "windows"
    return next((name for name in MANAGERS if shutil.which(MANAGERS[name][0])), None)


def packages(manager: str) -> Dict[str, List[str]]:
    """Return the packages of each thing, as packages.txt has them for this manager and Python."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages.txt")
    with open(path, encoding="utf-8") as file:
        head, *rows = [[cell.strip() for cell in line.split("|")] for line in file if "|" in line]
    column = head.index(manager)
    return {row[0]: row[column].format(THIS).split() for row in rows}


def packages_for(names: Collection[str], manager: str) -> List[str]:
    """Return the packages that bring these things, each once."""
    found = packages(manager)
    return list(dict.fromkeys(word for name in found if name in names for word in found[name]))


def sentence(name: str) -> str:
    """Return what is said of a missing thing."""
    return SENTENCES.get(name, f"{name} is missing: some tests need it.")


def explain(*names: str) -> str:
    """Return a sentence for each missing thing, and the command that installs them all."""
    lines = [sentence(name) for name in names]
    wanted = [name for name in names if name != "display" or not shutil.which("xvfb-run")]
    here = package_manager()
    for manager in [here] if here else MANAGERS:
        words = packages_for(wanted, manager)
        if words:
            command = " ".join([*packages(manager)["install"], *words])
            lines.append(f"To install what is missing ({MANAGERS[manager][1]}):")
            lines.append("    " + as_root(command))
    return "\n".join(lines)


def as_root(command: str) -> str:
    """Change a command for users who have to become root for it."""
    if command.startswith(("brew", "winget")) or os.geteuid() == 0:
        return command
    if not shutil.which("sudo"):
        return f"su - -c {shlex.quote(command)}"
    return "sudo " + command.replace("&& ", "&& sudo ")


def _can_import(*modules: str) -> bool:
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError:
        return False
    return True


def _output(*command: str) -> Optional[str]:
    """Return what a command prints, or None if it fails or is missing."""
    try:
        return subprocess.check_output(command, stderr=subprocess.DEVNULL).decode(errors="replace")
    except (OSError, subprocess.CalledProcessError):
        return None


def has_compiler() -> bool:
    """Whether there is a C compiler, with its headers, that can make a module of Python."""
    if sys.platform == "darwin" and _output("xcode-select", "-p") is None:
        return False  # macOS has a /usr/bin/cc that only asks to install the real one
    words = [os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"]
    words += [sysconfig.get_config_var(name) or "" for name in ("CFLAGS", "CCSHARED")]
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "try.c"), os.path.join(folder, "try.so")
        with open(source, "w") as file:
            file.write("#include <stdlib.h>\n")
        return _output(*shlex.split(" ".join(words)), "-shared", source, "-o", library) is not None


def has_wheel() -> bool:
    """Whether python-sat can be installed here: the condition that requirements.txt has."""
    is_known = sys.version_info < (3, 15) and platform.machine() in MACHINES
    return is_known and platform.python_implementation() == "CPython"


def has_headers() -> bool:
    """Whether a C compiler would find Python's headers."""
    return os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))


def has_display() -> bool:
    """Whether tkinter can open a window here; without tkinter, whether that is likely."""
    if not _can_import("tkinter"):
        return bool(os.environ.get("DISPLAY")) or not ON_LINUX
    import tkinter

    try:
        tkinter.Tk().destroy()
    except tkinter.TclError:
        return False
    return True


def can_drop() -> bool:
    """Whether the system has what the package tkinterdnd2 needs."""
    if not ON_LINUX:
        return True
    try:
        ctypes.CDLL("libXcursor.so.1")
    except OSError:
        return False
    return True


def versions() -> List[str]:
    """Return the versions of everything that FlowDesk runs on, in lines, for bug reports."""
    lines = [f"Python {platform.python_version()} on {platform.platform()}", _tk_version()]
    for name, module in (("Pillow", "PIL"), ("pycosat", "pycosat"), ("python-sat", "pysat")):
        found = importlib.import_module(module).__version__ if _can_import(module) else None
        lines.append(f"{name} {found or 'not installed'}")
    return lines


def _tk_version() -> str:
    """Return the version of Tk, without opening a window."""
    if not _can_import("tkinter"):
        return "Tk not installed"
    import tkinter

    try:
        return f"Tk {tkinter.TkVersion} (Tcl {tkinter.Tcl().eval('info patchlevel')})"
    except tkinter.TclError:
        return f"Tk {tkinter.TkVersion} without the library of Tcl"


def find_missing(venv: Optional[str], tests: bool, display: bool) -> List[str]:
    """Return the names of what is missing: those in SENTENCES, then programs.

    `venv` is the folder of a virtual environment; what it already has is not missing.
    """
    has_pip = venv and _output(_python_of(venv), "-m", "pip", "--version") is not None
    compiles = (tests or not has_wheel()) and not _has_pycosat(venv)
    old = sys.version_info < OLDEST  # a newer one comes with all its parts
    missing = {
        "make": not ON_WINDOWS and not shutil.which("make"),
        "python": old,
        "venv": venv and not old and not has_pip and not _can_import("venv", "ensurepip"),
        "tkinter": not old and not _can_import("tkinter"),
        "headers": compiles and (old or not has_headers()),
        "compiler": compiles and not has_compiler(),
        "dropping": not can_drop(),
        "display": display and not has_display(),
    }
    return [name for name in SENTENCES if missing[name]] + (missing_programs() if tests else [])


def missing_programs() -> List[str]:
    """Return the programs that tests need, and that the package manager here could bring."""
    known = packages(package_manager() or "apt")
    programs = [name for name in known if name not in SENTENCES and name != "install"]
    return [name for name in programs if known[name] and not shutil.which(name)]


def _python_of(venv: str) -> str:
    return os.path.join(venv, "Scripts" if ON_WINDOWS else "bin", "python")


def _has_pycosat(venv: Optional[str]) -> bool:
    return bool(venv) and _output(_python_of(venv or ""), "-c", "import pycosat") is not None


def requirements(path: str, venv: Optional[str]) -> str:
    """Return what can be installed here of a file of requirements: pycosat has to be compiled."""
    compiles = _has_pycosat(venv) or (has_compiler() and has_headers())
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
