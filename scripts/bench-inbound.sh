#!/usr/bin/env bash
# A thousand mails with resumes taken from a mailbox, beside the MIME parser alone.
set -euo pipefail
cd "$(dirname "$0")/.."
exec cargo run --release --quiet -p bole-bench -- inbound "$@"
