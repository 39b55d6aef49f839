#!/usr/bin/env bash
# How long `bole up` takes until it is ready: on an empty folder with and without the demo, then warm, then after
# kill -9.
set -euo pipefail
cd "$(dirname "$0")/.."

bole=$PWD/${BOLE_BIN:-target/release/bole}
folder=$(mktemp -d)
pid=
trap '[[ -z $pid ]] || kill -INT "$pid" 2>/dev/null || true; wait || true; rm -rf "$folder"' EXIT

# Sets $took to the milliseconds from the start of the process to its ready line, and $pid to the running process.
start() { # data folder, further options
    local before after line
    before=$(date +%s%N)
    exec 3< <("$bole" up --port 0 --data-dir "$folder/$1" "${@:2}" 2>>"$folder/log" & echo "pid $!"; wait)
    read -r _ pid <&3
    line=
    until [[ $line == ready* ]]; do
        # What says nothing for a minute will not become ready, and at the end of its output it has ended.
        read -r -t 60 line <&3 || { tail -n 20 "$folder/log" >&2; exit 1; }
    done
    after=$(date +%s%N)
    took=$(((after - before) / 1000000))
}

row() { # name, milliseconds, target
    printf '| %s | %d | %s |\n' "$@"
}

stop() { # signal
    kill "-$1" "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.01; done
    exec 3<&-
}

echo '| start of `bole up` to the ready line | ms | aim |'
echo '|---|---|---|'
start demo
row "empty data folder, until the demo is there" "$took" "under 20000"
stop INT
start data --no-demo
row "empty data folder" "$took" ""
stop INT
runs=()
for _ in 1 2 3 4 5; do
    start data --no-demo
    runs+=("$took")
    stop INT
done
median=$(printf '%s\n' "${runs[@]}" | sort -n | sed -n 3p)
row "warm, median of ${runs[*]}" "$median" "under 1000"
start data --no-demo
stop KILL
start data --no-demo
row "after kill -9" "$took" ""
stop INT
pid=
echo
