#!/usr/bin/env bash
# How soon pages show what they showed before, while the server has answered nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

BOLE=$PWD/${BOLE_BIN:-target/release/bole}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
export BOLE CHROMIUM
cd bench/pages
[[ -d node_modules ]] || npm ci --ignore-scripts --no-audit --no-fund --silent
exec node cold.mjs
