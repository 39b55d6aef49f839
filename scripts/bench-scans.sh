#!/usr/bin/env bash
# Seconds a page and characters read right of scanned resumes in each language, at 200 dpi with noise and one degree of skew.
set -euo pipefail
cd "$(dirname "$0")/.."

make target/ocr/ppocr_keys_v1.txt
# Of the whole workspace, whose dependencies have the features that other benchmarks have built them with.
cargo test --release --quiet --workspace --test documents scanned_resumes -- --nocapture "$@" | grep '^scan:'
