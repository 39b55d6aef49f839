#!/usr/bin/env bash
# A thousand emails to a mail server that takes 50 ms for each answer, compared with lettre alone; timing out ten thousand invitations.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p bole-bench -- mail "$@"
