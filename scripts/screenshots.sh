#!/usr/bin/env bash
# Retakes the screenshots of docs/tour.md from the demo of the binary in BOLE_BIN (by default the release build).
set -euo pipefail
cd "$(dirname "$0")/.."

mkdir -p docs/screens
BOLE_SCREENS=1 exec scripts/e2e.sh "$@"
