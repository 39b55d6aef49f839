#!/usr/bin/env bash
# Evaluations by a model that takes two seconds for an answer, fifty at a time; then with a limit of requests in a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo run --release --quiet -p bole-bench -- models "$@"
cargo run --release --quiet -p bole-bench -- models --workers 3 --resumes 1500 --latency-ms 500 --requests-per-minute 600 "$@"
