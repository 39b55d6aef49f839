# `make` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Arguments of `bole up` for `make run`, such as make run ARGS="--port 8080 --no-demo"
ARGS ?=
# Arguments of `cargo test` for `make test-rust`, such as make test-rust ARGS="-p bole-store promotion"
CARGO_TEST = $(if $(ARGS),$(ARGS),--workspace)

WEB_SOURCES = $(shell find web/src web/public web/index.html web/*.json web/*.ts -type f 2>/dev/null)

.PHONY: help setup run build web test test-rust test-web test-weight test-e2e check check-rust check-sqlx check-web check-dependencies fix bench

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Check the tools, install the web app's packages and the tests' requirements
	@scripts/setup.sh --tests
	@$(MAKE) web/node_modules/.installed

run: ## Build the release binary with the web app inside, and start it (ARGS="--port 8080")
	@scripts/setup.sh
	@$(MAKE) build
	@exec target/release/bole up $(ARGS)

build: web ## Build the release binary with the web app inside
	cargo build --release -p bole

web: web/dist/index.html ## Build the web app

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

web/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	@touch $@

test: test-weight test-rust test-web test-e2e ## Run every test

test-rust: ## Rust: unit, property and integration tests with their own PostgreSQL and Redis
# The same builds for both: a package built alone has other features of its dependencies.
	$(if $(ARGS),cargo build --quiet -p bole-testkit,cargo test --quiet --workspace --no-run)
	target/debug/bole-testkit cargo test $(CARGO_TEST)

test-web: web/node_modules/.installed ## The web app's unit tests
	cd web && npm test

test-weight: web ## The weight of each route's first view, against its limit
	cd web && npm run --silent size

test-e2e: web ## Browser tests against the binary built for the other tests
	cargo test --quiet --workspace --no-run
	BOLE_BIN=target/debug/bole scripts/e2e.sh

check: check-rust check-sqlx check-web check-dependencies ## Formatting, lints, types, generated files, dependencies

check-rust: ## cargo fmt, clippy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

check-sqlx: ## The query metadata in .sqlx against the migrations
	scripts/sqlx-prepare.sh --check

check-web: web/node_modules/.installed ## Types, lints, translations, and the client against openapi.json
	cd web && npm run check

check-dependencies: ## Origins, licenses and advisories of dependencies; writes target/sbom.cdx.json
	node scripts/dependencies.mjs

fix: web/node_modules/.installed ## Fix what can be fixed automatically
	cargo fmt --all
	scripts/sqlx-prepare.sh
	cd web && npm run generate && npm run fix

bench: ## Run the benchmarks; docs/benchmarks.md explains the numbers
	scripts/bench.sh
