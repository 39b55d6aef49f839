#!/usr/bin/env bash
# How well the built-in engine ranks the labelled resumes, and how much of their profiles is extracted correctly.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-bench -- ranking "$@"
