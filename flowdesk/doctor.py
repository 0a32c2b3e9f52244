"""Name what this machine lacks to run FlowDesk, and the command that brings it.

Also a plain script (`python3 flowdesk/doctor.py`) which `make` runs before anything is
installed: it uses the standard library only, and syntax that Python 3.6 understands, so that
a Python which is too old can say so itself.
"""

import argparse
import importlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from typing import Dict, List, Optional  # list[str] and str | None are too new here

OLDEST = (3, 10)
THIS = "{}.{}".format(*sys.version_info)
ON_WINDOWS = os.name == "nt"

SENTENCES: Dict[str, str] = {
    "python": f"FlowDesk needs Python 3.10 or newer, this is {THIS}.",
    "venv": "Python's venv and ensurepip are missing: they make the folder .venv.",
    "tkinter": "tkinter is missing: it opens FlowDesk's window.",
    "compiler": "A C compiler is missing: pycosat, the solver, is compiled when it is installed.",
    "headers": "Python.h is missing: pycosat, the solver, is compiled when it is installed.",
    "display": "There is no screen to open a window on: start FlowDesk from a desktop, "
    "over ssh with `ssh -X`, or on a virtual screen with `xvfb-run`.",
}

MANAGERS: Dict[str, str] = {
    "apt": "Debian, Ubuntu",
    "dnf": "Fedora",
    "brew": "macOS, Homebrew",
    "windows": "Windows",
}

_BREW_VERSION = THIS if sys.version_info >= OLDEST else "3.13"
_BREW_PYTHON = f"brew install python@{_BREW_VERSION}"
_WINDOWS_PYTHON = "winget install --exact --id Python.Python.3.13"
_WINDOWS_COMPILER = (
    "winget install --exact --id Microsoft.VisualStudio.2022.BuildTools --override "
    '"--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"'
)
_APT = "sudo apt-get install "
_DNF = "sudo dnf install "

COMMANDS: Dict[str, Dict[str, str]] = {
    "apt": {
        "python": _APT + "python3",
        "venv": _APT + "python3-venv",
        "tkinter": _APT + "python3-tk",
        "compiler": _APT + "gcc libc6-dev",
        "headers": _APT + "python3-dev",
        "display": _APT + "xvfb xauth",
    },
    "dnf": {
        "python": _DNF + "python3",
        "venv": _DNF + "python3-libs",
        "tkinter": _DNF + "python3-tkinter",
        "compiler": _DNF + "gcc",
        "headers": _DNF + "python3-devel",
        "display": _DNF + "xorg-x11-server-Xvfb xauth",
    },
    "brew": {
        "python": _BREW_PYTHON,
        "venv": _BREW_PYTHON,
        "tkinter": f"brew install python-tk@{_BREW_VERSION}",
        "compiler": "xcode-select --install",
        "headers": _BREW_PYTHON,
    },
    "windows": {
        "python": _WINDOWS_PYTHON,
        "venv": _WINDOWS_PYTHON,
        "tkinter": _WINDOWS_PYTHON,
        "compiler": _WINDOWS_COMPILER,
        "headers": _WINDOWS_PYTHON,
    },
}


def package_manager() -> Optional[str]:
    """Return the key in MANAGERS that fits this machine, or None where none does."""
    if ON_WINDOWS:
        return "windows"
    if sys.platform == "darwin":
        return "brew"
    if shutil.which("apt-get"):
        return "apt"
    if shutil.which("dnf"):
        return "dnf"
    return None


def commands_for(names: List[str], manager: str) -> List[str]:
    """Return the commands that bring these things; apt and dnf bring everything in one."""
    table = COMMANDS[manager]
    commands = list(dict.fromkeys(table[name] for name in names if name in table))
    for prefix in (_APT, _DNF):
        packages = [text[len(prefix) :] for text in commands if text.startswith(prefix)]
        if packages:
            commands = [prefix + " ".join(packages)]
    if not ON_WINDOWS and os.geteuid() == 0:  # root needs no sudo, and may not have it
        commands = [text.replace("sudo ", "") for text in commands]
    return commands


def explain(names: List[str]) -> str:
    """Say what is missing, a sentence each, and how to get all of it."""
    lines = [SENTENCES[name] for name in names]
    here = package_manager()
    for manager in [here] if here else MANAGERS:
        commands = commands_for(names, manager)
        if commands:
            lines.append(f"To install what is missing ({MANAGERS[manager]}):")
            lines += ["    " + command for command in commands]
    # The system's packages serve its own Python only, not one from pyenv or conda.
    of_python = {"python", "venv", "tkinter", "headers"}.intersection(names)
    if here in ("apt", "dnf") and of_python and sys.base_prefix != "/usr":
        lines.append(f"This Python ({sys.base_prefix}) is not the system's. After that, type:")
        lines.append("    make clean; make run PYTHON=/usr/bin/python3")
    return "\n".join(lines)


def explain_missing(name: str) -> str:
    """Say that this is missing and which command brings it.

    The name is one of "python", "venv", "tkinter", "compiler", "headers" and "display".
    """
    return explain([name])


def _can_import(*modules: str) -> bool:
    try:
        for module in modules:
            importlib.import_module(module)
    except ImportError:
        return False
    return True


def _output(*command: str) -> Optional[str]:
    """Return what a command prints, or None if it fails or is not there."""
    try:
        return subprocess.check_output(command, stderr=subprocess.DEVNULL).decode(errors="replace")
    except (OSError, subprocess.CalledProcessError):
        return None


def has_compiler() -> bool:
    """Say whether pip would find a C compiler."""
    if ON_WINDOWS:
        programs = os.environ.get("PROGRAMFILES(X86)", "")
        vswhere = os.path.join(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
        tools = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
        # vswhere ends with status 0 even where it finds nothing.
        return bool(_output(vswhere, "-products", "*", "-requires", tools))
    if sys.platform == "darwin" and _output("xcode-select", "-p") is None:
        return False  # macOS has a /usr/bin/cc that only asks to install the real one
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0]) is not None


def has_headers() -> bool:
    """Say whether this Python's C headers are installed."""
    return os.path.exists(os.path.join(sysconfig.get_paths()["include"], "Python.h"))


def has_display() -> bool:
    """Say whether tkinter can open a window here."""
    import tkinter

    try:
        tkinter.Tk().destroy()
    except tkinter.TclError:
        return False
    return True


def find_missing(venv: Optional[str], build: bool, display: bool) -> List[str]:
    """Return the names of what is missing, those that other things need first.

    With `venv`, the folder of a virtual environment that is to be made, what it already
    has is not asked for again.
    """
    if sys.version_info < OLDEST:
        return ["python"]  # the right Python may well bring the rest
    missing = []
    python = os.path.join(venv or "", "Scripts" if ON_WINDOWS else "bin", "python")
    has_pip = venv and _output(python, "-m", "pip", "--version") is not None
    if venv and not has_pip and not _can_import("venv", "ensurepip"):
        missing.append("venv")
    if not _can_import("tkinter"):
        missing.append("tkinter")
    elif display and not has_display():
        missing.append("display")
    has_pycosat = venv and _output(python, "-c", "import pycosat") is not None
    if build and not has_pycosat:
        if not has_compiler():
            missing.append("compiler")
        if not has_headers():
            missing.append("headers")
    return missing


def main() -> int:
    """Print what is missing; return 1 if anything is."""
    parser = argparse.ArgumentParser(description="Name what FlowDesk needs and does not find.")
    parser.add_argument("--venv", metavar="FOLDER", help="can this environment be made?")
    parser.add_argument("--build", action="store_true", help="can pycosat be compiled?")
    parser.add_argument("--display", action="store_true", help="is there a screen?")
    options = parser.parse_args()
    missing = find_missing(options.venv, options.build, options.display)
    if missing:
        print(explain(missing), file=sys.stderr)
        return 1
    print("Nothing that FlowDesk needs is missing.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
