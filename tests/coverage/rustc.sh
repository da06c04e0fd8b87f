#!/bin/sh
# Cargo calls this instead of rustc for our crates. It adds coverage counters.
exec "$@" -C instrument-coverage
