#!/usr/bin/env bash
# Checks the gzipped size of each route's first view, style sheets included, against its limit.
set -euo pipefail
cd "$(dirname "$0")/../web"

npm run --silent build >/dev/null
npm run --silent size
