"""Fixtures of packs and folders, for all tests of the desk."""

from __future__ import annotations

from tests.core.test_storage import folder
from tests.packs import box, many, pack

__all__ = ["box", "folder", "many", "pack"]
