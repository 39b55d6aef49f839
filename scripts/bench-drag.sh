#!/usr/bin/env bash
# Script time of dragging a card over a board of 2,000, compared with a dnd-kit list of empty items.
set -euo pipefail
cd "$(dirname "$0")/.."

BOLE=$PWD/${BOLE_BIN:-target/release/bole}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
export BOLE CHROMIUM
exec node bench/pages/drag.mjs
