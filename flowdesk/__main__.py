"""The entry point: open the window, or run a verb of the command line.

Worker processes import this file again, so its imports must be quick.
"""

from __future__ import annotations

import multiprocessing
import sys


def main() -> int:
    """Run FlowDesk with the arguments of the process, and return the exit status."""
    multiprocessing.freeze_support()
    try:
        from flowdesk.cli.main import main as command_line
        from flowdesk.cli.main import wants_window

        arguments = sys.argv[1:]
        if not wants_window(arguments):
            return command_line(arguments)
        from flowdesk.app.main import main as window

        return window(arguments)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
