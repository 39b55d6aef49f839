#!/usr/bin/env bash
# How soon pages show their cached content while the server does not answer.
set -euo pipefail
cd "$(dirname "$0")/.."

BOLE=$PWD/${BOLE_BIN:-target/release/bole}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
export BOLE CHROMIUM
cd bench/pages
[[ -d node_modules ]] || npm ci --ignore-scripts --no-audit --no-fund --silent
exec node cold.mjs
