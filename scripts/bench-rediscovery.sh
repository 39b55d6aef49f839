#!/usr/bin/env bash
# A talent pool of 10,000 ranked for a job, compared with judging the same profiles alone. --people N sets another number.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- rediscovery "$@"
