"""Find what FlowDesk needs but this machine lacks, and the command that installs it.

`start` and `make` run it as a script before anything is installed. So it uses only the standard
library, and the syntax of Python 3.6, to run on a Python that is too old.
"""

import argparse
import ctypes
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
from typing import Collection, Dict, List  # list[str] is too new here

THIS = "{}.{}".format(*sys.version_info)
IS_OLD = sys.version_info < (3, 10)  # a newer Python comes with all its parts
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

#: The machines that python-sat has wheels for.
MACHINES = ("x86_64", "AMD64", "aarch64", "arm64")


def managers() -> Dict[str, Dict[str, str]]:
    """Return the columns of packages.txt for the package manager here; for all if there is none."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "packages.txt")
    with open(path, encoding="utf-8") as file:
        head, *rows = [[cell.strip() for cell in line.split("|")] for line in file if "|" in line]
    found = {name: {row[0]: row[head.index(name)] for row in rows} for name in head[2:]}
    here = [name for name in found if shutil.which(found[name]["install"].split()[0])]
    return {name: found[name] for name in here[:1] or found}


def packages(names: Collection[str], manager: Dict[str, str]) -> str:
    """Return the packages that bring these things, each once."""
    words = " ".join(manager[name] for name in manager if name in names).format(THIS).split()
    return " ".join(dict.fromkeys(words))


def explain(*names: str) -> str:
    """Return a sentence for each missing thing, and the command that installs them all."""
    lines = [SENTENCES[name] for name in names]
    wanted = [name for name in names if name != "display" or not shutil.which("xvfb-run")]
    for name, manager in managers().items():
        if packages(wanted, manager):
            command = manager["install"] + " " + packages(wanted, manager)
            if name not in ("brew", "windows") and os.geteuid() != 0:
                become = "sudo sh" if shutil.which("sudo") else "su -"
                command = f"{become} -c {shlex.quote(command)}"
            lines += [f"To install what is missing ({manager['system']}):", "    " + command]
    return "\n".join(lines)


def _works(*command: str, source: bytes = b"") -> bool:
    """Whether there is such a program, and it succeeds with this input."""
    try:
        none = subprocess.DEVNULL
        return subprocess.run(command, input=source, stdout=none, stderr=none).returncode == 0
    except OSError:
        return False


def _python(venv: str) -> str:
    """Return where a virtual environment has its Python; without one, a path to nothing."""
    return os.path.join(venv or os.devnull, "Scripts" if os.name == "nt" else "bin", "python")


def can_compile(venv: str) -> bool:
    """Whether a C compiler can make pycosat, with Python's headers, or it is there already."""
    if _works(_python(venv), "-c", "import pycosat"):
        return True
    if IS_OLD or (sys.platform == "darwin" and not _works("xcode-select", "-p")):
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
        return bool(ctypes.CDLL("libXcursor.so.1"))
    except OSError:
        return not ON_LINUX


def find_missing(venv: str, tests: bool, display: bool) -> List[str]:
    """Return the names of what is missing; what the environment in `venv` has is not."""

    def lacks(*modules: str) -> bool:
        return not IS_OLD and not _works(sys.executable, "-c", "import " + ", ".join(modules))

    has_pip = not venv or _works(_python(venv), "-m", "pip", "--version")
    missing = {
        "make": os.name != "nt" and not shutil.which("make"),
        "python": IS_OLD,
        "venv": not has_pip and lacks("venv", "ensurepip"),
        "tkinter": lacks("tkinter"),
        "compiler": (tests or not has_wheel()) and not can_compile(venv),
        "dropping": not can_drop(),
        "display": display and ON_LINUX and not os.environ.get("DISPLAY"),
    }
    for name, words in next(iter(managers().values())).items() if tests else ():
        if words and name not in [*SENTENCES, "system", "install"]:
            missing[name] = not shutil.which(name)
    return [name for name in missing if missing[name]]


def main() -> int:
    """Print what is missing; return 1 if FlowDesk cannot run without it."""
    parser = argparse.ArgumentParser(description="Find what FlowDesk needs but this machine lacks.")
    parser.add_argument("--venv", metavar="FOLDER", default="", help="can this be made?")
    parser.add_argument("--tests", action="store_true", help="can the tests run?")
    parser.add_argument("--display", action="store_true", help="is there a screen?")
    parser.add_argument("--packages", metavar="MANAGER", help="print packages that are missing")
    parser.add_argument("--requirements", metavar="FILE", help="print what to install of a file")
    options = parser.parse_args()
    if options.requirements:
        drops = () if can_compile(options.venv) else ("pycosat",)
        with open(options.requirements, encoding="utf-8") as file:
            sys.stdout.writelines(line for line in file if not line.startswith(drops))
        return 0
    missing = find_missing(options.venv, options.tests, options.display)
    for name in missing:
        print(SENTENCES.get(name, f"{name} is missing: some tests need it."), file=sys.stderr)
    if options.packages:
        print(packages(missing, managers()[options.packages]))
    elif options.packages is None and set(missing) - {"display"}:
        print("`./start` names the line that installs it, and asks.", file=sys.stderr)
    return 1 if set(missing) & set(SENTENCES) - {"dropping"} else 0


if __name__ == "__main__":
    sys.exit(main())
