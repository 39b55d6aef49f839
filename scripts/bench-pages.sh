#!/usr/bin/env bash
# Lighthouse scores of five pages of the demo.
set -euo pipefail
cd "$(dirname "$0")/.."

BOLE=$PWD/${BOLE_BIN:-target/release/bole}
CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}
export BOLE CHROMIUM
cd bench/pages
npm ci --ignore-scripts --no-audit --no-fund --silent
exec node measure.mjs
