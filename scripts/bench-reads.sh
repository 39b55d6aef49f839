#!/usr/bin/env bash
# The reads that screens repeat: requests a second beside the same SQL by pgbench.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- reads "$@"
