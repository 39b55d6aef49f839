#!/usr/bin/env bash
# Weighs what the first view of each route fetches, gzipped, and fails above a route's limit.
set -euo pipefail
cd "$(dirname "$0")/../web"

npm run --silent build >/dev/null
npm run --silent size
