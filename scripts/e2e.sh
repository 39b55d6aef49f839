#!/usr/bin/env bash
# Starts the binary (BOLE_BIN, by default the release build) on an empty data folder and runs the browser tests against it.
#
# The tests read BOLE_URL, CHROMIUM, BOLE_BIN, and BOLE_OUTPUT, the file with the output of `bole up`, which names the
# demo's account.
set -euo pipefail
cd "$(dirname "$0")/.."

bole=${BOLE_BIN:-target/release/bole}
[[ $bole == /* ]] || bole=$PWD/$bole
folder=$(mktemp -d)
output=$folder/output
log=$folder/log

export BOLE_MAILBOX_TOKEN=${BOLE_MAILBOX_TOKEN:-e2e-mailbox}
# The AI provider of the tests that use a model.
export BOLE_AI_ALLOW_HOSTS=${BOLE_AI_ALLOW_HOSTS:-127.0.0.1}
# And their mail server.
export BOLE_MAIL_ALLOW_HOSTS=${BOLE_MAIL_ALLOW_HOSTS:-127.0.0.1}
"$bole" up --port 0 --data-dir "$folder/data" >"$output" 2>"$log" &
pid=$!
stop() {
    kill -INT "$pid" 2>/dev/null || true
    wait "$pid" || true
    rm -rf "$folder"
}
trap stop EXIT

for _ in $(seq 600); do
    grep -q '^ready ' "$output" && break
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
done
if ! grep -q '^ready ' "$output"; then
    echo "bole up did not become ready:" >&2
    tail -n 20 "$log" >&2
    exit 1
fi

if [[ -z ${CHROMIUM:-} ]]; then
    # The first renders the same pages without a window, with less work.
    CHROMIUM=$(command -v chromium-headless-shell || command -v chromium || command -v chromium-browser ||
        command -v google-chrome)
fi
BOLE_URL=$(sed -n 's/^ready //p' "$output")
export CHROMIUM BOLE_URL BOLE_OUTPUT=$output BOLE_BIN=$bole

report=$folder/report
if ! (cd web && npm run e2e -- "$@") 2>&1 | tee "$report"; then
    echo "What the server's log says but for answers:"
    grep -v 'request: answered status=[23]' "$log" | tail -n 40 || true
    # Printed last, since people read a log from the end.
    echo "What failed:"
    grep -E '^ *✘|^ *[0-9]+ (failed|flaky|passed|did not run|interrupted)|^ *[0-9]+\) |Error: ' "$report" | head -n 80
    exit 1
fi
