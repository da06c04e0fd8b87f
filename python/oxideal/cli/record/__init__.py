"""The command `oxideal record`."""
