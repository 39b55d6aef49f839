#!/usr/bin/env bash
# Follows docs/operations.md: runs the commands of its blocks marked `test=…`, on machines that are folders, each with a
# PostgreSQL of its own. One machine is installed, backed up while it runs and restored elsewhere, with a newer
# PostgreSQL if there are two; its backup becomes a fleet, which is backed up, upgraded and restored elsewhere, too.
#
#   scripts/test-operations.sh        on this system, with BOLE_BIN or target/release/bole
#   scripts/test-operations.sh bare   on a bare Debian in a folder, where everything is built (needs root and debootstrap)
#   KEEP=1 scripts/test-operations.sh leaves the folder
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${1:-} == bare ]]; then
    . scripts/bare-system.sh
    make_bare_system
    inside 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql'
    inside 'cd /root/bole && scripts/setup.sh && make build && scripts/test-operations.sh'
    exit
fi

document=docs/operations.md
bole=${BOLE_BIN:-target/release/bole}
[[ -x $bole ]] || { echo "test-operations: $bole is missing; run make build, or name a binary with BOLE_BIN" >&2; exit 1; }
place=$(mktemp -d /tmp/bole-operations.XXXXXX)
# PostgreSQL's account has to reach its folders.
chmod 755 "$place"
mkdir "$place/bin"
ln -s "$(realpath "$bole")" "$place/bin/bole"
system_postgres=$(dirname "$(find /usr/lib/postgresql -path '*/bin/initdb' 2>/dev/null | sort -V | tail -n 1)")
PATH=$place/bin:$system_postgres:$PATH
unset DATABASE_URL BOLE_FILES_DIR BOLE_SERVER_KEY BOLE_DATA_DIR

fail() {
    echo "test-operations: $1" >&2
    tail -n 20 "$place"/*.log >&2 2>/dev/null || true
    exit 1
}

[[ -x $system_postgres/initdb ]] || fail "a fleet needs PostgreSQL (Debian: apt-get install postgresql)"

# The lines of a block, which the document must have.
block() { # name
    local lines
    lines=$(awk -v start="\`\`\`sh test=$1" '$0 == start { on = 1; next } $0 == "```" { on = 0 } on' "$document")
    [[ $lines ]] || fail "$document has no block test=$1"
    printf '%s\n' "$lines"
}

follow() { # name; the environment has the variables
    echo "=== $1"
    block "$1" | sed 's/^/    /'
    bash -euo pipefail -c "$(block "$1")" 2>>"$place/commands.log" || fail "$1 failed"
}

processes=()

begin() { # name of the block, then the file for its output; the process runs until `end_all`
    echo "=== $1"
    block "$1" | sed 's/^/    /'
    # exec, so that the signal reaches the program itself.
    bash -euo pipefail -c "exec $(block "$1")" >"$2" 2>>"$2.log" &
    processes+=($!)
}

end_all() {
    local process
    for process in "${processes[@]}"; do kill -TERM "$process" 2>/dev/null || true; done
    for process in "${processes[@]}"; do wait "$process" || fail "a process did not end well"; done
    processes=()
}

clusters=()

# From a folder that the account may enter: PostgreSQL 15 goes back to the one it was started in, and fails if it can't.
as_postgres() ( # command
    cd /
    if ((EUID == 0)); then exec setpriv --reuid=nobody --clear-groups "$@"; else exec "$@"; fi
)

# A database server of a fleet: sets ADMIN_URL, and OWNER_URL for the database to be made there.
make_cluster() { # name
    local folder=$place/$1
    mkdir "$folder"
    ((EUID != 0)) || chown nobody "$folder"
    as_postgres "$system_postgres/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C >/dev/null
    as_postgres "$system_postgres/pg_ctl" -D "$folder/data" -o "-k $folder -c listen_addresses=" -l "$folder/server.log" -w \
        start >/dev/null
    clusters+=("$folder")
    export ADMIN_URL="postgres://postgres@localhost/postgres?host=$folder"
    export OWNER_URL="postgres://bole_owner:$OWNER_PASSWORD@localhost/bole?host=$folder"
    service_url="postgres://bole_service:$SERVICE_PASSWORD@localhost/bole?host=$folder"
}

finish() {
    local process cluster
    for process in "${processes[@]}"; do kill -KILL "$process" 2>/dev/null || true; done
    for cluster in "${clusters[@]}"; do
        as_postgres "$system_postgres/pg_ctl" -D "$cluster/data" -m immediate stop >/dev/null 2>&1 || true
    done
    [[ -n ${KEEP:-} ]] || rm -rf "$place"
}
trap finish EXIT

free_port() {
    node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
}

# Waits until the server works, and prints what the demo's account sees: its jobs, which must be the same everywhere.
seen() { # url
    node --input-type=module - "$1" "$email" "$password" <<'JS'
const [, , url, email, password] = process.argv;
const ended = Date.now() + 120_000;
const ready = async () => {
    try {
        return (await fetch(`${url}/readyz`)).ok;
    } catch {
        return false;
    }
};
while (!(await ready())) {
    if (Date.now() > ended) throw new Error(`${url} does not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 200));
}
const answer = async (path, init) => {
    const response = await fetch(url + path, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
};
const headers = { "content-type": "application/json", origin: url };
const signedIn = await answer("/api/auth/sign-in", { method: "POST", headers, body: JSON.stringify({ email, password }) });
const cookie = signedIn.headers.getSetCookie().map((set) => set.split(";")[0]).join("; ");
const get = async (path) => (await answer(path, { headers: { cookie } })).json();
const [{ organization }] = (await get("/api/me/organizations")).items;
const { items } = await get(`/api/organizations/${organization.id}/jobs`);
console.log(organization.name, ...items.map((job) => `${job.id} ${job.title}`).sort());
JS
}

check_same() { # url
    local now
    now=$(seen "$1") || fail "$1 cannot be used"
    [[ $now == "$expected" ]] || fail "$1 has other jobs: $now instead of $expected"
}

files_are_in() { # the folder that has files/
    (cd "$1" && sha256sum --check --quiet "$BACKUP/files.sha256") || fail "$1 lacks stored files"
}

# Every variable of the document has a value here.
export DATA=$place/first BACKUP=$place/backup-1 OWNER_PASSWORD=owners SERVICE_PASSWORD=services
for name in $(block names | grep -oE '\b[A-Z_]+=' | tr -d =); do
    [[ $name == *_URL || -v $name ]] || fail "$document names $name, which has no value here"
done

# One machine, with the system's PostgreSQL and the demo's data.
BOLE_PORT=$(free_port)
export BOLE_PORT
export BOLE_POSTGRES_BIN=$system_postgres
begin start-machine "$place/first.out"
until grep -qs '^Sign in as ' "$place/first.out"; do
    kill -0 "${processes[0]}" 2>/dev/null || fail "bole up did not start"
    sleep 0.2
done
read -r email password < <(sed -nE 's/^Sign in as (.*) with the password (.*)$/\1 \2/p' "$place/first.out")
url=http://127.0.0.1:$BOLE_PORT
expected=$(seen "$url") || fail "the demo cannot be used"
follow back-up-machine
follow check-files
end_all

# Another machine, which takes the newest PostgreSQL it finds, as for a newer major version.
unset BOLE_POSTGRES_BIN
export DATA=$place/second
follow restore-machine
files_are_in "$DATA"
begin start-machine "$place/second.out"
check_same "$url"
end_all
echo "PostgreSQL $(cat "$place/first/postgres/data/PG_VERSION") was restored on $(cat "$DATA/postgres/data/PG_VERSION")"

# A fleet, as it is installed.
export BOLE_SMTP_URL=smtp://127.0.0.1:9 BOLE_MAIL_FROM='Bole <bole@example.com>'
begin_fleet() { # folder of its output
    DATABASE_URL=$service_url
    BOLE_LISTEN=127.0.0.1:$(free_port)
    BOLE_PUBLIC_URL=http://$BOLE_LISTEN
    export DATABASE_URL BOLE_LISTEN BOLE_PUBLIC_URL
    begin start-api "$1.api"
    begin start-worker "$1.worker"
    begin start-worker "$1.worker-2"
    begin start-scheduler "$1.scheduler"
    unset DATABASE_URL
}

make_cluster fresh
export BOLE_FILES_DIR=$place/fresh/files BOLE_SERVER_KEY
mkdir "$BOLE_FILES_DIR"
BOLE_SERVER_KEY=$(head -c 32 /dev/urandom | base64)
follow create-database
follow migrate
follow create-service-user
begin_fleet "$place/fresh-fleet"
until [[ $(node -e 'fetch(process.argv[1]).then((answer) => console.log(answer.status), () => {})' "$BOLE_PUBLIC_URL/readyz") == 200 ]]; do
    kill -0 "${processes[0]}" 2>/dev/null || fail "the fresh fleet did not start"
    sleep 0.2
done
end_all

# The machine becomes a fleet.
make_cluster moved
export BOLE_FILES_DIR=$place/moved/files
mkdir "$BOLE_FILES_DIR"
BOLE_SERVER_KEY=$(cat "$BACKUP/server.key")
follow create-database
follow restore-fleet
follow create-service-user
files_are_in "$place/moved"
begin_fleet "$place/moved-fleet"
check_same "$BOLE_PUBLIC_URL"

# Its backup while it runs, an upgrade, and another fleet from the backup.
export BACKUP=$place/backup-2
follow back-up-fleet
follow check-files
end_all
follow migrate
begin_fleet "$place/moved-fleet"
check_same "$BOLE_PUBLIC_URL"
end_all
make_cluster elsewhere
export BOLE_FILES_DIR=$place/elsewhere/files
mkdir "$BOLE_FILES_DIR"
follow create-database
follow restore-fleet
follow create-service-user
files_are_in "$place/elsewhere"
begin_fleet "$place/elsewhere-fleet"
check_same "$BOLE_PUBLIC_URL"
end_all

grep -l 'the server key is not the one' "$place"/*.log && fail "a server key was lost"
echo "All that $document says was done in $SECONDS s."
