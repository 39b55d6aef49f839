#!/usr/bin/env bash
# cargo as the checks and the tests run it: each crate is linted while it is compiled, so that one build serves both.
# Without clippy, as in a minimal toolchain, it compiles without lints.
set -euo pipefail

if cargo clippy --version >/dev/null 2>&1; then
    export RUSTC_WORKSPACE_WRAPPER=clippy-driver
    # The way of `cargo clippy` to pass arguments.
    export CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
fi
exec cargo "$@"
