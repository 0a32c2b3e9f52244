"""A screen for the tests: the existing one, or else a virtual one (Xvfb).

python -m tests.screen -- COMMAND...    run a command that needs a screen
"""

from __future__ import annotations

import atexit
import os
import select
import shutil
import subprocess
import sys

START_SECONDS = 20


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
        return "Xvfb is not installed, and there is no other screen"
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


def main(arguments: list[str]) -> int:
    """Run the command in the text at the top of this file."""
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
