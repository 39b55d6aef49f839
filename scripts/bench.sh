#!/usr/bin/env bash
# Runs every benchmark: the files scripts/bench-*.sh, in order. `scripts/bench.sh start` runs one.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release -p bole
failed=()
for script in scripts/bench-${1:-*}.sh; do
    name=$(basename "$script" .sh | sed 's/^bench-//')
    echo "== $name"
    # Go on with the others if one cannot run because its peer is missing.
    "$script" || failed+=("$name")
done
if ((${#failed[@]})); then
    echo "These failed: ${failed[*]}" >&2
    exit 1
fi
