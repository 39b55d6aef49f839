#!/usr/bin/env bash
# Writes the store's query metadata to .sqlx, for builds without a database.
#
#   scripts/sqlx-prepare.sh          after a query or a migration changed: updates .sqlx
#   scripts/sqlx-prepare.sh --check  fails if .sqlx is out of date
set -euo pipefail
cd "$(dirname "$0")/.."

described=$PWD/target/sqlx-prepare

if [[ ${1:-} != --inside ]]; then
    rm -rf "$described"
    mkdir -p "$described"
    cargo run --quiet -p bole-postgres --example with-database -- "$0" --inside

    if [[ ${1:-} == --check ]]; then
        if ! diff -rq .sqlx "$described"; then
            echo "The queries described in .sqlx are out of date: run scripts/sqlx-prepare.sh and commit the result." >&2
            exit 1
        fi
        echo ".sqlx is up to date ($(find .sqlx -name 'query-*.json' | wc -l) queries)."
    else
        rm -rf .sqlx
        cp -R "$described" .sqlx
        echo "Described $(find .sqlx -name 'query-*.json' | wc -l) queries in .sqlx."
    fi
    exit
fi

# The database is in DATABASE_URL. The macros describe queries when expanded, so the crate is recompiled.
touch shared/store/src/lib.rs
export SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$described
cargo check --quiet -p bole-store --all-targets
