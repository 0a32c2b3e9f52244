"""A screen for the tests: the existing one, or else a virtual one (Xvfb).

Two commands:
    python -m tests.screen --install        install what tests need and lack, if we may
    python -m tests.screen -- COMMAND...    run a command that needs a screen
"""

from __future__ import annotations

import atexit
import os
import select
import shutil
import subprocess
import sys

from flowdesk.doctor import PACKAGES, as_root, can_drop

NOT_INSTALLED = (
    "no screen, and Xvfb is not installed (apt-get install xvfb, dnf install xorg-x11-server-Xvfb)"
)
START_SECONDS = 20

#: Programs that tests run, and their Debian packages: for windows without a screen, to check
#: SVG and PDF files and formulas independently, and to read menus and file types as desktops do.
FOR_WINDOWS = {"Xvfb": "xvfb", "xdotool": "xdotool", "xclip": "xclip"}
FOR_PICTURES = {"rsvg-convert": "librsvg2-bin", "pdftoppm": "poppler-utils"}
FOR_FORMULAS = {"minisat": "minisat"}
FOR_DESKTOPS = {
    "gio": "libglib2.0-bin",
    "update-mime-database": "shared-mime-info",
    "update-desktop-database": "desktop-file-utils",
}


def has_screen() -> bool:
    """Whether tkinter can open a window without Xvfb."""
    if sys.platform in ("win32", "darwin"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    # In another process, because a Tk that the garbage collector frees in another thread
    # later on would abort this one.
    command = [sys.executable, "-c", "import tkinter; tkinter.Tk().destroy()"]
    return subprocess.run(command, capture_output=True).returncode == 0


def ensure_screen() -> str | None:
    """Start Xvfb unless there is a screen; return why there still is none, or None."""
    return None if has_screen() else virtual_screen()


def virtual_screen(size: str = "1400x1000") -> str | None:
    """Start Xvfb, where nothing covers our windows; return why that cannot be done, or None."""
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        return NOT_INSTALLED
    read_end, write_end = os.pipe()
    command = [xvfb, "-displayfd", str(write_end), "-screen", "0", f"{size}x24"]
    command += ["-dpi", "96", "-nolisten", "tcp", "-noreset"]
    if shutil.which("setpriv"):  # Linux: ends Xvfb with us even if we are killed
        command = ["setpriv", "--pdeathsig", "TERM", *command]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    # Xvfb picks a free number and writes it as a line as soon as it takes connections. The
    # end of the line comes apart from the number, and Xvfb dies if nobody reads it.
    line = b""
    while not line.endswith(b"\n") and select.select([read_end], [], [], START_SECONDS)[0]:
        part = os.read(read_end, 100)
        if not part:
            break
        line += part
    os.close(read_end)
    number = line.decode().strip()
    if not number:
        server.kill()
        server.wait()
        return "no screen: Xvfb does not start"
    atexit.register(_stop, server)
    os.environ["DISPLAY"] = f":{number}"
    return None


def _stop(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    server.wait()


def install() -> None:
    """Install the programs that tests need, if permitted; print what was done, never fail."""
    needed = FOR_PICTURES | FOR_FORMULAS | (FOR_DESKTOPS if sys.platform == "linux" else {})
    needed |= {} if has_screen() else FOR_WINDOWS
    missing = {name: package for name, package in needed.items() if not shutil.which(name)}
    if not can_drop():
        missing["libXcursor"] = PACKAGES["apt"]["dropping"]
    if not missing:
        return
    without = f"Tests that need {', '.join(missing)} cannot run"
    if not shutil.which("apt-get") or os.geteuid() != 0:
        command_line = as_root(f"sudo apt-get install {' '.join(missing.values())}")
        print(f"{without}. On Debian and Ubuntu, this installs them:\n    {command_line}")
        return
    packages = list(missing.values())
    print(f"Installing {', '.join(packages)} by apt-get, for the tests ...", flush=True)
    command = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A fresh machine has no lists of packages yet: try without fetching them, then with.
    output = ""
    for step in (command, ["apt-get", "update"], command):
        done = subprocess.run(
            step, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output += done.stdout
        if step is command and done.returncode == 0:
            return
    print(f"That failed. {without}:\n{output}")


def main(arguments: list[str]) -> int:
    """Run one of the two commands in the text at the top of this file."""
    if arguments == ["--install"]:
        install()
        return 0
    if len(arguments) < 2 or arguments[0] != "--":
        print(__doc__, file=sys.stderr)
        return 2
    reason = ensure_screen()
    if reason:
        print(reason, file=sys.stderr)
        return 1
    try:
        status = subprocess.run(arguments[1:]).returncode
    except OSError as error:
        print(error, file=sys.stderr)
        return 127  # as a shell reports a command that is not there
    return status if status >= 0 else 128 - status  # as a shell reports a signal


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
