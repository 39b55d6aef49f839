#!/usr/bin/env bash
# The reads that screens repeat: requests per second, compared with the same SQL in pgbench.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- reads "$@"
