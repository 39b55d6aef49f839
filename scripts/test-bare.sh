#!/usr/bin/env bash
# Tries the commands of the README on a bare system: a Debian made by debootstrap in a folder, with nothing but cargo,
# Node.js and npm, a clone of this repository, and this machine's addresses of package registries.
#
#   scripts/test-bare.sh        make run, make test
#   scripts/test-bare.sh run    one of them
#   KEEP=1 scripts/test-bare.sh leaves the folder
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/bare-system.sh

make_bare_system

started=$SECONDS
took() {
    echo "=== $1 on a bare system passed in $((SECONDS - started)) s"
    started=$SECONDS
}

if [[ ${1:-run} == run ]]; then
    # Ends as a person would end it, once the page can be opened.
    inside '
        cd /root/bole
        set -m
        make run &
        page() { node -e "fetch(\"http://127.0.0.1:7080/$1\").then((a) => a.ok && a.text().then(console.log), () => {})"; }
        until [[ $(page readyz) ]]; do
            kill -0 %1 2>/dev/null || { echo "make run ended before the server was ready" >&2; exit 1; }
            sleep 1
        done
        [[ $(page) == *"<div id=\"root\""* ]] || { echo "the page is not the web app" >&2; exit 1; }
        kill -INT -- -$!
        wait $! || (($? == 130))'
    took "make run"
fi
if [[ ${1:-test} == test ]]; then
    inside 'cd /root/bole && make test'
    took "make test"
fi
