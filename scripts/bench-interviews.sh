#!/usr/bin/env bash
# The schedule of ten thousand interviews, compared with the same rows by key; the drafts of two hundred interviews in progress.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p bole-bench -- interviews "$@"
