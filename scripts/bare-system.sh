#!/usr/bin/env bash
# A bare system for scripts that source this: a Debian made by debootstrap in a folder, with nothing but cargo, Node.js and
# npm, a clone of this repository, and this machine's addresses of package registries. It is removed at the end, unless KEEP
# is set.

script=$(basename "$0" .sh)

fail() {
    echo "$script: $1" >&2
    exit 1
}

inside() { # command, run by a login shell without anything of this machine's environment
    env -i HOME=/root USER=root TERM=dumb LANG=C.UTF-8 PATH=/root/.cargo/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin \
        ${NODE_EXTRA_CA_CERTS:+NODE_EXTRA_CA_CERTS="$NODE_EXTRA_CA_CERTS"} \
        unshare --mount --pid --fork --kill-child chroot "$root" /bin/bash -c "mount -t proc proc /proc && $1"
}

mounts=()
attach() { # mount's arguments, the last of which is a folder of the bare system
    mkdir -p "$root${*: -1}"
    mount "${@:1:$#-1}" "$root${*: -1}" || fail "this machine does not let root mount, which a bare system needs"
    mounts+=("$root${*: -1}")
}

end() {
    local at
    for ((at = ${#mounts[@]} - 1; at >= 0; at--)); do umount -l "${mounts[at]}" || true; done
    [[ -n ${KEEP:-} ]] || rm -rf --one-file-system "$root"
}

make_bare_system() {
    ((EUID == 0)) || fail "a bare system can only be made by root"
    command -v debootstrap >/dev/null || fail "debootstrap is missing (Debian: apt-get install debootstrap)"
    [[ -z $(git status --porcelain) ]] || echo "$script: changes that are not committed are left out"

    local release mirror toolchain device file tool library
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    root=$(mktemp -d "${TMPDIR:-/var/tmp}/bole-bare.XXXXXX")
    # As the root of any system is: accounts other than root, such as PostgreSQL's, have to enter it.
    chmod 755 "$root"
    trap end EXIT
    echo "$script: making a Debian $release in $root"
    mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
        sed -nE 's/^(deb .*|URIs: *)(https?:[^ ]+).*/\2/p' | sed -n 1p) || true
    debootstrap --variant=minbase --include=ca-certificates,make,git,gcc,libc6-dev "$release" "$root" ${mirror:+"$mirror"} \
        >"$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; fail "debootstrap failed"; }
    rm -f "$root.log"

    attach -t tmpfs tmpfs /dev/shm
    attach -t devpts devpts /dev/pts
    for device in null zero random urandom full tty; do
        [[ -e $root/dev/$device ]] || cp -a "/dev/$device" "$root/dev/$device"
    done
    # For process substitution.
    [[ -L $root/dev/fd ]] || ln -s /proc/self/fd "$root/dev/fd"
    # Registries are reached as this machine reaches them.
    for file in /etc/resolv.conf /etc/hosts /etc/npmrc /usr/etc/npmrc /root/.npmrc /root/.cargo/config.toml /etc/pip.conf; do
        if [[ -f $file ]]; then mkdir -p "$root${file%/*}" && cp -L "$file" "$root$file"; fi
    done
    rm -rf "$root/etc/apt/sources.list" "$root/etc/ssl/certs"
    cp -aL /etc/apt/. "$root/etc/apt/"
    cp -a /usr/local/share/ca-certificates/. "$root/usr/local/share/ca-certificates/" 2>/dev/null || true
    cp -aL /etc/ssl/certs "$root/etc/ssl/certs"

    # The three that the README asks for.
    toolchain=$(rustc --print sysroot)
    mkdir -p "$root/root/.cargo/bin" "$root/opt"
    cp -a "$toolchain" "$root/opt/rust"
    for tool in "$root"/opt/rust/bin/*; do ln -s "/opt/rust/bin/${tool##*/}" "$root/root/.cargo/bin/${tool##*/}"; done
    cp -L "$(command -v node)" "$root/usr/local/bin/node"
    while read -r library; do
        mkdir -p "$root${library%/*}" && cp -nL "$library" "$root$library"
    done < <(ldd "$(command -v node)" | sed -nE 's/.*=> (\/[^ ]+) .*/\1/p')
    mkdir -p "$root/usr/local/lib/node_modules"
    cp -aL "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
    ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"

    git clone -q --no-local . "$root/root/bole"
}
