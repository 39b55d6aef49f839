#!/usr/bin/env bash
# A thousand resumes from upload to the last evaluation, with one and two workers, compared with extraction alone.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- batch "$@"
