"""Arguments from outside, checked once for both engines. Imports neither of them, only the errors."""
