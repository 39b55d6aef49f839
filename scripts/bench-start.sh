#!/usr/bin/env bash
# How long `bole up` takes until it serves: once on an empty folder, then warm, then after a kill -9.
set -euo pipefail
cd "$(dirname "$0")/.."

bole=$PWD/${BOLE_BIN:-target/release/bole}
folder=$(mktemp -d)
pid=
trap '[[ -z $pid ]] || kill -INT "$pid" 2>/dev/null || true; wait || true; rm -rf "$folder"' EXIT

# Milliseconds from the start of the process to its ready line. The process stays, as $pid.
start() { # what it is called
    local before after line
    before=$(date +%s%N)
    exec 3< <("$bole" up --port 0 --no-demo --data-dir "$folder/data" 2>>"$folder/log" & echo "pid $!"; wait)
    read -r _ pid <&3
    until read -r line <&3 && [[ $line == ready* ]]; do
        kill -0 "$pid" || { tail -n 20 "$folder/log" >&2; exit 1; }
    done
    after=$(date +%s%N)
    printf '%-28s %6d ms\n' "$1" $(((after - before) / 1000000))
}

stop() { # signal
    kill "-$1" "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
    exec 3<&-
}

start "empty data folder"
stop INT
for run in 1 2 3 4 5; do
    start "warm, run $run"
    stop INT
done
start "warm, then killed"
stop KILL
start "after kill -9"
stop INT
pid=
