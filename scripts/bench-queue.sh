#!/usr/bin/env bash
# The task ledger beside BullMQ, graphile-worker and pg-boss, on a PostgreSQL and a Redis of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release -p bole-bench -- queue "$@"
