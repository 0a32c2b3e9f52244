"""Find what FlowDesk needs but this machine lacks, and the command that installs it.

`make` runs it as a script (`python3 flowdesk/doctor.py`) before anything is installed. So it uses
only the standard library and the syntax of Python 3.6, to run on a Python that is too old.
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
from typing import Collection, Dict, Iterable, List, Optional  # list[str] is too new here

OLDEST = (3, 10)
THIS = "{}.{}".format(*sys.version_info)
ON_WINDOWS = os.name == "nt"
ON_LINUX = sys.platform.startswith("linux")

SENTENCES: Dict[str, str] = {
    "make": "make is missing: it runs the commands in the Makefile.",
    "compiler": "A working C compiler is missing: it compiles pycosat, the second solver, "
    "which the tests need.",
    "python": f"FlowDesk needs Python 3.10 or newer, this is {THIS}.",
    "venv": "Python's venv and ensurepip are missing: they make the folder .venv.",
    "tkinter": "tkinter is missing: it opens FlowDesk's window.",
    "headers": "Python's headers are missing: without them pycosat cannot be compiled.",
    "dropping": "libXcursor is missing: without it files cannot be dropped on the window.",
    "display": "There is no screen to open a window on: start FlowDesk from a desktop, "
    "over ssh with `ssh -X`, or on a virtual screen with `xvfb-run`.",
}

#: What is said where pycosat cannot be compiled, and so `requirements` has the other solver.
NO_COMPILER = (
    "pycosat cannot be compiled here: python-sat, which needs no compiler, takes its place."
)

#: What is said if that fails, as on a Python that is newer than the other solver.
NO_WHEEL = (
    f"There is no python-sat for this Python ({THIS} on {platform.machine()}). "
    "With a C compiler and Python's headers, pycosat is installed instead."
)

#: What FlowDesk can run without.
OPTIONAL = ("dropping",)

MANAGERS: Dict[str, str] = {
    "apt": "Debian, Ubuntu",
    "dnf": "Fedora",
    "pacman": "Arch Linux",
    "brew": "macOS, Homebrew",
    "windows": "Windows",
}

#: A manager's command, to be followed by the names of packages.
_INSTALL: Dict[str, str] = {
    "apt": "sudo apt-get update && sudo apt-get install ",
    "dnf": "sudo dnf install ",
    "pacman": "sudo pacman -S --needed ",
    "brew": "brew install ",
    "windows": "winget install --exact --id ",
}

#: The packages to install for a missing thing, or a whole command. A new Python comes with all its
#: parts.
PACKAGES: Dict[str, Dict[str, str]] = {
    "apt": {
        "make": "make",
        "compiler": "gcc libc6-dev",
        "python": "python3 python3-venv python3-tk",
        "venv": "python3-venv",
        "tkinter": "python3-tk",
        "headers": "python3-dev",
        "dropping": "libxcursor1",
        "display": "xvfb xauth",
    },
    "dnf": {
        "make": "make",
        "compiler": "gcc",
        "python": "python3 python3-tkinter",
        "venv": "python3-libs",
        "tkinter": "python3-tkinter",
        "headers": "python3-devel",
        "dropping": "libXcursor",
        "display": "xorg-x11-server-Xvfb xauth",
    },
    "pacman": {
        "make": "make",
        "compiler": "gcc",
        "python": "python tk",
        "venv": "python",
        "tkinter": "tk",
        "headers": "python",
        "dropping": "libxcursor",
        "display": "xorg-server-xvfb xorg-xauth",
    },
    "brew": {  # Homebrew itself does not work without make and a compiler
        "compiler": "xcode-select --install",
        "python": "python python-tk",
        "venv": f"python@{THIS}",
        "tkinter": f"python-tk@{THIS}",
        "headers": f"python@{THIS}",
    },
    "windows": {
        "compiler": "winget install --exact --id Microsoft.VisualStudio.2022.BuildTools --override "
        '"--passive --wait --add Microsoft.VisualStudio.Workload.VCTools --includeRecommended"',
        **dict.fromkeys(("python", "venv", "tkinter", "headers"), "Python.Python.3.13"),
    },
}


def package_manager() -> Optional[str]:
    """Return the key in MANAGERS for this machine, or None if there is none."""
    if ON_WINDOWS:
        return "windows"
    if sys.platform == "darwin":
        return "brew"
    programs = {"apt": "apt-get", "dnf": "dnf", "pacman": "pacman"}
    return next((name for name, program in programs.items() if shutil.which(program)), None)


def commands_for(names: Iterable[str], manager: str) -> List[str]:
    """Return the commands that install these things: one for all packages, then whole commands."""
    packages, others = {}, {}  # ordered sets
    for name in names:
        words = PACKAGES[manager].get(name, "")
        if " -" in words:
            others[words] = True
        else:
            packages.update(dict.fromkeys(words.split()))
    commands = list(others)
    if packages:
        commands.insert(0, _INSTALL[manager] + " ".join(packages))
    return commands


def explain(*names: str) -> str:
    """Return a sentence for each missing thing in SENTENCES, and the commands that install them."""
    return "\n".join([*(SENTENCES[name] for name in names), *how_to_install(*names)])


def how_to_install(*names: str) -> List[str]:
    """Return the lines with the commands that install missing things."""
    lines = []
    here = package_manager()
    wanted = [name for name in names if name != "display" or not shutil.which("xvfb-run")]
    for manager in [here] if here else MANAGERS:
        commands = commands_for(wanted, manager)
        if commands:
            lines.append(f"To install what is missing ({MANAGERS[manager]}):")
            lines += ["    " + as_root(command) for command in commands]
    return lines + _about_pythons(names, here)


def as_root(command: str) -> str:
    """Change a command that begins with sudo for root, and for a Debian that has no sudo."""
    bare = command.replace("sudo ", "")
    if ON_WINDOWS or os.geteuid() == 0:
        return bare
    return command if bare == command or shutil.which("sudo") else f"su - -c {shlex.quote(bare)}"


def _about_pythons(names: Collection[str], manager: Optional[str]) -> List[str]:
    """Say which Python to use, if the installed packages would not be for this one."""
    if not {"python", "venv", "tkinter", "headers"}.intersection(names) or ON_WINDOWS:
        return []
    newer = [f"python3.{minor}" for minor in range(30, OLDEST[1] - 1, -1)]
    found = [name for name in newer if shutil.which(name)]
    if "python" in names and found:
        return [f"There is a newer Python as well. To use it: make run PYTHON={found[0]}"]
    if manager not in ("apt", "dnf", "pacman"):
        return []
    # The system's packages serve its own Python only, not one from pyenv or conda.
    if sys.base_prefix != "/usr":
        line = f"This Python ({sys.base_prefix}) is not the system's. After that, type:"
        return [line, "    make clean; make run PYTHON=/usr/bin/python3"]
    if "python" in names:
        line = (
            "If that installs no newer one, get it from https://www.python.org/downloads, and type:"
        )
        return [line, "    make run PYTHON=/the/path/to/python3"]
    return []


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
    if ON_WINDOWS:
        programs = os.environ.get("PROGRAMFILES(X86)", "")
        vswhere = os.path.join(programs, "Microsoft Visual Studio", "Installer", "vswhere.exe")
        tools = "Microsoft.VisualStudio.Component.VC.Tools.x86.x64"
        # vswhere ends with status 0 even if it finds nothing.
        return bool(_output(vswhere, "-products", "*", "-requires", tools))
    if sys.platform == "darwin" and _output("xcode-select", "-p") is None:
        return False  # macOS has a /usr/bin/cc that only asks to install the real one
    words = [os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"]
    words += [sysconfig.get_config_var(name) or "" for name in ("CFLAGS", "CCSHARED")]
    with tempfile.TemporaryDirectory() as folder:
        source, library = os.path.join(folder, "try.c"), os.path.join(folder, "try.so")
        with open(source, "w") as file:
            file.write("#include <stdlib.h>\n")
        return _output(*shlex.split(" ".join(words)), "-shared", source, "-o", library) is not None


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


def find_missing(venv: Optional[str], build: bool, display: bool) -> List[str]:
    """Return the names of what is missing, in the order of SENTENCES.

    `venv` is the folder of a virtual environment; what it already has is not missing.
    """
    has_pip = venv and _output(_python_of(venv), "-m", "pip", "--version") is not None
    builds = build and not _has_pycosat(venv)
    old = sys.version_info < OLDEST  # a newer one comes with all its parts
    missing = {
        "make": not ON_WINDOWS and not shutil.which("make"),
        "compiler": builds and not has_compiler(),
        "python": old,
        "venv": venv and not old and not has_pip and not _can_import("venv", "ensurepip"),
        "tkinter": not old and not _can_import("tkinter"),
        "headers": builds and (old or not has_headers()),
        "dropping": not can_drop(),
        "display": display and not has_display(),
    }
    return [name for name in SENTENCES if missing[name]]


def _python_of(venv: str) -> str:
    return os.path.join(venv, "Scripts" if ON_WINDOWS else "bin", "python")


def _has_pycosat(venv: Optional[str]) -> bool:
    return bool(venv) and _output(_python_of(venv or ""), "-c", "import pycosat") is not None


def requirements(lines: Iterable[str], *, compiles: bool) -> List[str]:
    """Return the lines of a file of requirements, with a solver that can be installed here."""
    if compiles:
        return list(lines)
    return [
        line.split(";")[0].strip() if line.startswith("python-sat") else line
        for line in lines
        if not line.startswith("pycosat")
    ]


def can_compile(venv: Optional[str]) -> bool:
    """Whether pycosat can be installed in an environment, or is already, or is not asked for."""
    return ON_WINDOWS or _has_pycosat(venv) or (has_compiler() and has_headers())


def print_requirements(path: str, venv: Optional[str]) -> None:
    """Print what to install of a file of requirements; say so if it is not what it names."""
    compiles = can_compile(venv)
    with open(path, encoding="utf-8") as file:
        print("\n".join(requirements(file.read().splitlines(), compiles=compiles)))
    if not compiles:
        print(NO_COMPILER, file=sys.stderr)


def explain_failure(path: str, venv: str) -> str:
    """Return what helps if pip has failed because there is no python-sat here, else ""."""
    if can_compile(venv):
        return ""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.startswith(("pillow", "python-sat"))]
    if [_pip_finds(line, venv) for line in lines] != [True, False]:
        return ""
    missing = [name for name in ("compiler", "headers") if name in find_missing(venv, True, False)]
    return "\n".join([NO_WHEEL, *how_to_install(*missing), ""])


def _pip_finds(requirement: str, venv: str) -> bool:
    words = ["--dry-run", "--ignore-installed", "--no-deps", "--only-binary=:all:", "--retries=0"]
    return _output(_python_of(venv), "-m", "pip", "install", *words, requirement) is not None


def main() -> int:
    """Print what is missing; return 1 if FlowDesk cannot run without it."""
    parser = argparse.ArgumentParser(description="Find what FlowDesk needs but this machine lacks.")
    parser.add_argument("--venv", metavar="FOLDER", help="can this environment be made?")
    parser.add_argument("--build", action="store_true", help="can pycosat be compiled?")
    parser.add_argument("--display", action="store_true", help="is there a screen?")
    parser.add_argument("--requirements", metavar="FILE", help="print what to install of a file")
    parser.add_argument("--failed", metavar="FILE", help="why could pip not install this file?")
    options = parser.parse_args()
    if options.requirements:
        print_requirements(options.requirements, options.venv)
        return 0
    if options.failed:
        sys.stderr.write(explain_failure(options.failed, options.venv or ""))
        return 1
    missing = find_missing(options.venv, options.build, options.display)
    if missing:
        print(explain(*missing), file=sys.stderr)
    if set(missing).difference(OPTIONAL):
        return 1
    print("Nothing that FlowDesk needs is missing.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
