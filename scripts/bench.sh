#!/usr/bin/env bash
# Runs every measurement: the files scripts/bench-*.sh, in order. `scripts/bench.sh start` runs one.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release -p bole
for script in scripts/bench-${1:-*}.sh; do
    echo "== $(basename "$script" .sh | sed 's/^bench-//')"
    "$script"
done
