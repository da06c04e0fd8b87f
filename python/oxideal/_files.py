"""Write files so that they are whole whatever happens."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Replace the file in one step: whoever reads it, now or after a crash, finds the old bytes or the new ones.

    The new bytes are first written to a file beside it, whose name has `.part` added.
    """
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as writer:
            writer.write(data)
            writer.flush()
            os.fsync(writer.fileno())
        part.replace(path)
    except OSError as error:
        error.filename, error.filename2 = str(path), None
        raise
    finally:
        part.unlink(missing_ok=True)
