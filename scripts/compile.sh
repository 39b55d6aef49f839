#!/usr/bin/env bash
# Compiles all Rust targets for the tests, with lints. Where queries or migrations changed since the last success, the
# queries are described by a migrated database meanwhile, and .sqlx, used by builds without one, is compared with that.
#
#   scripts/compile.sh           fails if .sqlx is out of date
#   scripts/compile.sh --update  updates .sqlx
#   scripts/compile.sh bole      compiles only this binary, without looking at queries
set -euo pipefail
cd "$(dirname "$0")/.."

# Features of dependencies depend on what is compiled: those of an example in the workspace are those of all targets.
one=(build --workspace --example with-database)
if [[ ${1:-} == [a-z]* ]]; then
    exec scripts/cargo.sh "${one[@]}" --quiet --bin "$1"
fi

described=$PWD/target/described
known=$described.sum
# Everything a description depends on.
sum() {
    find migrations shared/store/src shared/store/tests .sqlx Cargo.lock -type f -print0 | sort -z |
        xargs -0 sha256sum | sha256sum
}

build=(--all-targets)
if [[ ${1:-} == --inside ]]; then
    # The address of the database is in DATABASE_URL. The macros describe queries when they are expanded.
    touch shared/store/src/lib.rs
    export SQLX_OFFLINE=false SQLX_OFFLINE_DIR=$described
    # An update compiles what has queries, and leaves the rest to the next build.
    [[ ${2:-} != --update ]] || build=(--test store)
elif [[ ! -f $known || $(<"$known") != "$(sum)" || ${1:-} == --update ]]; then
    rm -rf "$described"
    mkdir -p "$described"
    scripts/cargo.sh "${one[@]}"
    target/debug/examples/with-database "$0" --inside "$@"

    if [[ ${1:-} == --update ]]; then
        rm -rf .sqlx
        cp -R "$described" .sqlx
        sum >"$known"
        echo "Described $(find .sqlx -name 'query-*.json' | wc -l) queries in .sqlx."
        exit
    fi
    if ! diff -rq .sqlx "$described"; then
        echo "The queries described in .sqlx are out of date: run 'make fix' and commit the result." >&2
        exit 1
    fi
    sum >"$known"
    exit
fi

scripts/cargo.sh build --workspace "${build[@]}"
