#!/usr/bin/env bash
# Runs lists of make targets beside each other, each list in order. The first list's output is shown as it comes, that
# of the others when they end. The first failure ends all.
#
#   scripts/lanes.sh "test-rust" "test-weight test-web"
set -uo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
mkfifo "$folder/ended"
# Open in both directions, so that neither side waits for the other.
exec 3<>"$folder/ended"
lanes=()

end() {
    for lane in "${lanes[@]}"; do kill -TERM -- "-$lane" 2>/dev/null; done
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

lane() { # number, targets
    local target
    trap 'echo "$1 $?" >&3' EXIT
    for target in $2; do
        make "$target" || exit
    done
}

# Makes each lane a process group, which ends with all that it started.
set -m
for list in "$@"; do
    number=${#lanes[@]}
    if ((number == 0)); then
        lane "$number" "$list" </dev/null &
    else
        lane "$number" "$list" </dev/null >"$folder/$number" 2>&1 &
    fi
    lanes+=($!)
done
set +m

for _ in "$@"; do
    read -r number code <&3
    if ((number)); then cat "$folder/$number"; fi
    if ((code)); then exit "$code"; fi
done
