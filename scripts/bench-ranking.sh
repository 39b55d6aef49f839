#!/usr/bin/env bash
# How the built-in engine ranks the labelled resumes, and how much of their profiles is read right.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- ranking "$@"
