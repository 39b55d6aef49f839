#!/usr/bin/env bash
# The schedule of ten thousand interviews beside the same rows by key; the drafts of two hundred open cockpits.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p bole-bench -- interviews "$@"
