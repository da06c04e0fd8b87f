"""The games in plain loops, independent of both engines."""
