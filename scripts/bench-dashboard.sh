#!/usr/bin/env bash
# The dashboard over a year of 100,000 applications and more than 1,000,000 events, compared with the same SQL in pgbench.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- reads --only dashboard --connections 1,16 --seconds 8 "$@"
