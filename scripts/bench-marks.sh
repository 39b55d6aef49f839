#!/usr/bin/env bash
# How the built-in engine's verdicts stand against resumes labelled criterion by criterion: precision and recall of met, proof, false comfort.
set -euo pipefail
cd "$(dirname "$0")/.."

exec cargo run --release --quiet -p bole-ai --example marks -- "$@"
