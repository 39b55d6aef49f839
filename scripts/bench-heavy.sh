#!/usr/bin/env bash
# The queue's tests with many tasks: a backlog of fifty thousand, and twenty producers of two hundred each.
set -euo pipefail
cd "$(dirname "$0")/.."

BOLE_HEAVY=1 exec scripts/test-rust.sh --test queue worker::
