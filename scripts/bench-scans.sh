#!/usr/bin/env bash
# Seconds a page and characters read right of scanned resumes in each language, at 200 dpi with noise and one degree of skew.
set -euo pipefail
cd "$(dirname "$0")/.."

make target/ocr/ppocr_keys_v1.txt
cargo test --release -p bole-documents --test documents scanned_resumes -- --nocapture | grep '^scan:'
