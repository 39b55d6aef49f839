#!/usr/bin/env bash
# Runs the product against a real server of models: builds llama.cpp's from PyPI's package llama-cpp-python, makes a tiny
# random model for it, and follows one organization with scripts/test-model-server.mjs. Needs Python 3.11 with venv, a C++
# compiler and a binary of ours: BOLE_BIN, by default the debug build. The first run compiles for ten minutes on one core.
#
#   JOBS=1 scripts/test-model-server.sh   compiles with one process
#   KEEP=1 scripts/test-model-server.sh   leaves the logs
set -euo pipefail
cd "$(dirname "$0")/.."

package=llama-cpp-python==0.3.36
tools=(cmake==4.4.5 ninja==1.13.2 gguf==0.19.0 numpy==2.4.6)

bole=${BOLE_BIN:-target/debug/bole}
if [[ ! -x $bole ]]; then
    echo "test-model-server: $bole is missing; run scripts/compile.sh bole, or name a binary with BOLE_BIN" >&2
    exit 1
fi

home=$PWD/target/model-server
mkdir -p "$home"
server=$home/build/bin/llama-server
if [[ $(cat "$home/built" 2>/dev/null) != "$package" ]]; then
    rm -rf "$home/venv" "$home/source" "$home/build"
    python3 -m venv "$home/venv"
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    "$home/venv/bin/pip" install --quiet "${tools[@]}"
    "$home/venv/bin/pip" download --quiet --no-deps --no-binary llama-cpp-python --dest "$home/source" "$package"
    tar -xzf "$home"/source/*.tar.gz --strip-components 1 -C "$home/source"
    # Only what a small model needs, on any processor, with little optimization, since compiling takes longest.
    PATH=$home/venv/bin:$PATH nice cmake -S "$home/source/vendor/llama.cpp" -B "$home/build" -G Ninja \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DBUILD_SHARED_LIBS=OFF \
        -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF -DGGML_LLAMAFILE=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF \
        -DLLAMA_BUILD_EXAMPLES=OFF -DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF >"$home/cmake.log"
    nice "$home/venv/bin/ninja" -C "$home/build" -j "${JOBS:-$(nproc)}" llama-server >"$home/ninja.log" ||
        { tail -n 20 "$home/ninja.log" >&2; exit 1; }
    echo "$package" >"$home/built"
fi
"$home/venv/bin/python" scripts/tiny-model.py "$home/tiny.gguf"

folder=$(mktemp -d)
stop() {
    jobs -p | xargs -r kill 2>/dev/null || true
    wait || true
    if [[ -n ${KEEP:-} ]]; then echo "The logs are in $folder"; else rm -rf "$folder"; fi
}
trap stop EXIT

free_port() {
    node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
}

# A context of 32,768 tokens for each of two requests at a time. The same seed for each, so that a request that is alone is
# answered the same in every run.
MODEL_PORT=$(free_port)
"$server" --model "$home/tiny.gguf" --alias tiny-random --host 127.0.0.1 --port "$MODEL_PORT" --ctx-size 65536 --parallel 2 \
    --threads 2 --seed 14 --temp 1 --offline >"$folder/model.log" 2>&1 &
# One whose context is too short for a resume.
SHORT_PORT=$(free_port)
"$server" --model "$home/tiny.gguf" --alias tiny-short --host 127.0.0.1 --port "$SHORT_PORT" --ctx-size 2048 --parallel 1 \
    --threads 1 --seed 14 --temp 1 --offline >"$folder/short.log" 2>&1 &

export BOLE_MAILBOX_TOKEN=model-server BOLE_AI_ALLOW_HOSTS=127.0.0.1
unset BOLE_AI_BASE_URL BOLE_AI_MODEL BOLE_AI_API_KEY
"$bole" up --port 0 --no-demo --data-dir "$folder/data" >"$folder/output" 2>"$folder/bole.log" &
bole_pid=$!
for _ in $(seq 1800); do
    grep -q '^ready ' "$folder/output" && break
    kill -0 "$bole_pid" 2>/dev/null || break
    sleep 0.1
done
BOLE_URL=$(sed -n 's/^ready //p' "$folder/output")
[[ $BOLE_URL ]] || { tail -n 20 "$folder/bole.log" >&2; exit 1; }

export BOLE_URL MODEL_URL=http://127.0.0.1:$MODEL_PORT/v1 SHORT_URL=http://127.0.0.1:$SHORT_PORT/v1
echo "$package, $("$server" --version 2>&1 | sed -n 's/^version: //p')"
if ! node scripts/test-model-server.mjs; then
    echo "What the product's log warns of:"
    grep -E ' (WARN|ERROR) ' "$folder/bole.log" | tail -n 20 || true
    exit 1
fi
