"""Checks of arguments, shared by both engines. This package imports neither of them, only `errors`."""
