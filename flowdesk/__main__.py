"""The entry point: open the window, or run a verb of the command line.

Worker processes import this file again, so its imports must be quick.
"""

from __future__ import annotations

import sys


def main() -> int:
    """Run FlowDesk with the arguments of the process, and return the exit status."""
    try:
        _leave_on_ctrl_c()
        import multiprocessing

        multiprocessing.freeze_support()
        from flowdesk.cli.main import main as command_line
        from flowdesk.cli.main import wants_window

        arguments = sys.argv[1:]
        if not wants_window(arguments):
            return command_line(arguments)
        from flowdesk.app.main import main as window

        return window(arguments)
    except KeyboardInterrupt:
        return 130


def _leave_on_ctrl_c() -> None:
    """Let Ctrl-C end the process at once, until a verb or the window does more.

    An exception could be printed, or lost, where nothing can catch it: in the locks of imports, or
    at the very end.
    """
    import os
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # not under nohup
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))


if __name__ == "__main__":
    sys.exit(main())
