"""The dialog over a picture: what was read of its board, what is doubtful, and means to mend it."""

from __future__ import annotations

from PIL import Image

from flowdesk.app.shell import Shell
from flowdesk.app.theming import Theming
from flowdesk.kinds.entry import Entry


def ask_board(
    shell: Shell, theming: Theming, picture: bytes | Image.Image, called: str
) -> Entry | None:
    """Show a picture with what is read of it; return the level, or None if cancelled.

    `picture` is the content of a file or an RGB image, `called` the name to show.
    """
    raise NotImplementedError
