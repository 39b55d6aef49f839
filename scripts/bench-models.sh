#!/usr/bin/env bash
# Evaluations by a model that takes two seconds for an answer, fifty at a time; then with a limit of requests in a minute; a
# small organization next to a large one; and the first characters of drafts. Takes the name of one to run it alone.
set -euo pipefail
cd "$(dirname "$0")/.."

what=${1:-all}
shift || true
case $what in
    all | latency) cargo run --release --quiet -p bole-bench -- models "$@" ;;&
    all | limit)
        cargo run --release --quiet -p bole-bench -- models \
            --workers 3 --resumes 1500 --latency-ms 500 --requests-per-minute 600 "$@"
        ;;&
    all | fairness) cargo run --release --quiet -p bole-bench -- fairness "$@" ;;&
    all | drafts) cargo run --release --quiet -p bole-bench -- drafts "$@" ;;&
    all | latency | limit | fairness | drafts) ;;
    *) echo "usage: $0 [all | latency | limit | fairness | drafts] [options]" >&2; exit 2 ;;
esac
