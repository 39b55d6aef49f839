#!/usr/bin/env bash
# A talent pool of 10,000 ranked for a job, beside judging the same readings alone. --people N for another number.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- rediscovery "$@"
