#!/usr/bin/env bash
# Runs a command of the Makefile as a step, says how long it took, and records that for the list which `make` prints.
#
#   scripts/step.sh test-web npm test
set -uo pipefail
name=$1
shift
folder=$(dirname "$0")/../target/durations
mkdir -p "$folder"
# cargo would take the flags of make for its own.
unset MAKEFLAGS MFLAGS MAKELEVEL

started=$SECONDS
"$@"
code=$?
took=$((SECONDS - started))
if ((code)); then
    echo "=== $name FAILED after $took s"
    exit "$code"
fi
echo "$took" >"$folder/$name"
echo "=== $name passed in $took s"
