#!/usr/bin/env bash
# Checks for the tools that building Bole needs, and says where to get missing ones.
#
#   scripts/setup.sh          what building and running needs
#   scripts/setup.sh --tests  also what the tests need; installs it where apt-get can, without asking
set -euo pipefail
cd "$(dirname "$0")/.."

missing=()

have() { command -v "$1" >/dev/null 2>&1; }

need() { # tool, how to get it
    have "$1" || missing+=("$1: $2")
}

need cargo "install Rust from https://rustup.rs"
need cc "install a C compiler (Debian: apt-get install build-essential; macOS: xcode-select --install)"
# On Linux x86-64 the web app's packages include Node.js, and this one only runs npm; elsewhere it runs everything.
oldest=22.22.2
[[ $(uname -sm) == "Linux x86_64" ]] && oldest=20
need node "install Node.js $oldest or newer from https://nodejs.org"
need npm "it comes with Node.js, https://nodejs.org"

if have cargo; then
    wanted=$(sed -nE 's/^rust-version = "([0-9.]+)"/\1/p' Cargo.toml)
    found=$(rustc --version | cut -d' ' -f2)
    if [[ $(printf '%s\n%s\n' "$wanted" "$found" | sort -V | head -n1) != "$wanted" ]]; then
        missing+=("Rust $wanted or newer: this is $found; run rustup update")
    fi
fi
if have node; then
    found=$(node --version)
    if [[ $(printf '%s\n%s\n' "$oldest" "${found#v}" | sort -V | head -n1) != "$oldest" ]]; then
        missing+=("Node.js $oldest or newer: this is $found; see https://nodejs.org")
    fi
fi

if [[ ${1:-} == --tests ]]; then
    packages=()
    have redis-server || packages+=(redis-server)
    [[ -x /usr/sbin/dovecot ]] || have dovecot || packages+=(dovecot-imapd)
    # Not if there is another mail server, which the package would replace.
    have postfix || have sendmail || packages+=(postfix)
    [[ -n ${CHROMIUM:-} ]] || have chromium || have chromium-browser || have google-chrome || packages+=(chromium)

    # Faster than a whole Chromium; not every system has the package.
    faster=()
    [[ -n ${CHROMIUM:-} ]] || have chromium-headless-shell || faster+=(chromium-headless-shell)

    can_install=false
    privileged=()
    ((EUID == 0)) || privileged=(sudo -n)
    if have apt-get && { ((EUID == 0)) || sudo -n true 2>/dev/null; }; then
        can_install=true
    fi
    if ((${#packages[@]})); then
        if $can_install; then
            echo "Installing ${packages[*]} for the tests."
            # Only its test starts Postfix, with its own configuration.
            if [[ " ${packages[*]} " == *" postfix "* ]]; then
                "${privileged[@]}" debconf-set-selections <<<"postfix postfix/main_mailer_type select No configuration"
            fi
            "${privileged[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
                "${packages[@]}" ||
                { "${privileged[@]}" apt-get update &&
                    "${privileged[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
                        "${packages[@]}"; }
        else
            for package in "${packages[@]}"; do
                missing+=("$package, for the tests: install it with the system's packages (Debian: apt-get install $package)")
            done
        fi
    fi
    if ((${#faster[@]})) && $can_install; then
        "${privileged[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
            "${faster[@]}" >/dev/null 2>&1 || true
    fi
fi

if ((${#missing[@]})); then
    echo "Missing:" >&2
    printf '  %s\n' "${missing[@]}" >&2
    exit 1
fi
