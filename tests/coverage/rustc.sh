#!/bin/sh
# What cargo calls in place of rustc for our own crates: the same, with counters.
exec "$@" -C instrument-coverage
