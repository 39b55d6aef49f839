#!/usr/bin/env bash
# Exports of 50,000 applications as a workbook and as a document: seconds, and the worker's memory.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- export "$@"
