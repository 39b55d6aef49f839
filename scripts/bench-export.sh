#!/usr/bin/env bash
# The figures of 50,000 applications as a workbook that lists them all, and as a document: seconds, and the worker's memory.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- export "$@"
