#!/usr/bin/env bash
# Receives a thousand mails with resumes from a mailbox, compared with the MIME parser alone.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p bole-bench -- inbound "$@"
