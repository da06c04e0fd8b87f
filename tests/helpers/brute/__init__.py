"""The games in plain loops: a third opinion beside the two engines."""
