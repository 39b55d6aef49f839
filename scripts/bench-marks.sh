#!/usr/bin/env bash
# Compares the built-in engine's verdicts with resumes labelled by criterion: precision and recall of met, proof, false positives.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-ai --example marks -- "$@"
