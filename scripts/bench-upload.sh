#!/usr/bin/env bash
# Uploads a ZIP of 1 GB: the memory of the API process, and how soon the first task runs.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- upload "$@"
