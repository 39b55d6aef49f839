#!/usr/bin/env bash
# Runs the Rust tests with their own PostgreSQL and Redis, all of them or those that arguments of `cargo test` select:
#
#   scripts/test-rust.sh --test store promotion
set -euo pipefail
cd "$(dirname "$0")/.."

if (($#)); then
    scripts/compile.sh bole-testkit
else
    scripts/compile.sh
fi
exec target/debug/bole-testkit scripts/cargo.sh test --workspace "$@"
