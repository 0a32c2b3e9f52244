"""Packs: folders and files of many levels, and every change of them."""
