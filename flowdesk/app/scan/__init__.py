"""Levels from pictures: the dialog over a picture, and the ways in which pictures come."""
