"""Test the packaged program as on a user's machine: `python -m tests.smoke_dist`.

It is started from another folder and with an empty environment, so that it cannot use this
checkout or its virtual environment.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.processes import run
from tests.screen import ensure_screen

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "dist" / "flowdesk" / ("flowdesk.exe" if os.name == "nt" else "flowdesk")
LEVELS = ROOT / "dist" / "flowdesk" / "_internal" / "flowdesk" / "puzzles"
SECONDS = 60  # for each start
KEPT = ("HOME", "PATH", "DISPLAY", "XAUTHORITY", "LANG", "SYSTEMROOT", "TEMP", "TMPDIR")


def start(*arguments: str) -> str:
    """Run the packaged program and return its output; end this script if it fails."""
    print("smoke test:", PROGRAM.name, *arguments)
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = run(
                [PROGRAM, *arguments],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            sys.exit(f"smoke test FAILED: not finished after {SECONDS} s")
    if done.returncode != 0 or done.stderr:  # which also says if nothing can be dropped
        sys.exit(f"smoke test FAILED: status {done.returncode}\n{done.stdout}{done.stderr}")
    print(f"    status 0 after {time.monotonic() - begin:.1f} s")
    return str(done.stdout)


def main() -> None:
    """Solve a level that is packed inside the program: on the command line, then in a window."""
    levels = sorted(LEVELS.rglob("*.txt"))
    if not levels:
        sys.exit(f"smoke test FAILED: no levels in {LEVELS}")
    output = start("solve", "--json", str(levels[0]))
    status = json.loads(output)["status"]
    if status != "solved":
        sys.exit(f"smoke test FAILED: the status is {status}, not solved\n{output}")
    reason = ensure_screen()
    if reason:
        sys.exit(f"smoke test FAILED: {reason}")
    start("--self-test")
    print("smoke test passed")


if __name__ == "__main__":
    main()
