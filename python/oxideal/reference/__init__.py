"""The games in plain Python: the written specification that runs. Slow, readable, independent of the Rust backend."""
