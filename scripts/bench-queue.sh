#!/usr/bin/env bash
# The task ledger compared with BullMQ, graphile-worker and pg-boss, on its own PostgreSQL and Redis.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release -p bole-bench -- queue "$@"
