#!/usr/bin/env node
// Checks the dependencies of the lock files: used, from crates.io and npm, with licenses we may ship, without known
// vulnerabilities. Writes a bill of materials (CycloneDX) to target/sbom.cdx.json.
//
//   node scripts/dependencies.mjs            everything, with advisories from npm's registry, yanked crates from crates.io, and
//                                            RustSec advisories by cargo-deny if it is installed
//   node scripts/dependencies.mjs --offline  without the network; RustSec advisories as cargo-deny fetched them last
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const LICENSES = new Set([
  "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0",
  "CC0-1.0", "CDLA-Permissive-2.0", "ISC", "MIT", "MIT-0", "MPL-2.0", "NCSA", "OpenSSL", "PostgreSQL", "Python-2.0",
  "Unicode-3.0", "Unlicense", "WTFPL", "Zlib", "bzip2-1.0.6",
]);
/** Packages without an allowed license in their lock file, and why they are fine. */
const LICENSE_EXCEPTIONS = JSON.parse(readFileSync(join(root, "scripts", "dependencies.json"), "utf8")).licenses;
/** Advisories that do not affect us, by id, and why. */
const ADVISORY_EXCEPTIONS = JSON.parse(readFileSync(join(root, "scripts", "dependencies.json"), "utf8")).advisories;
/** Dependencies that are needed without being named, and why. */
const UNUSED_EXCEPTIONS = JSON.parse(readFileSync(join(root, "scripts", "dependencies.json"), "utf8")).unused;

/** Whether an SPDX expression can be satisfied with the allowed licenses. */
function isAllowed(expression) {
  const tokens = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    if (tokens[at] === "(") {
      at += 1;
      const inner = any();
      at += 1;
      return inner;
    }
    let name = tokens[at++] ?? "";
    if (tokens[at] === "WITH") {
      name += ` WITH ${tokens[at + 1]}`;
      at += 2;
    }
    return LICENSES.has(name);
  };
  const all = () => {
    let met = one();
    while (tokens[at] === "AND") {
      at += 1;
      met = one() && met;
    }
    return met;
  };
  const any = () => {
    let met = all();
    while (tokens[at] === "OR") {
      at += 1;
      met = all() || met;
    }
    return met;
  };
  return any() && at === tokens.length;
}

function cargoPackages() {
  const args = ["metadata", "--format-version", "1", "--locked"];
  return JSON.parse(execFileSync("cargo", args, { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" })).packages;
}

function crates(cargo) {
  return cargo
    .filter((crate) => crate.source !== null)
    .map(({ name, version, license, source }) => ({ kind: "cargo", name, version, license: license ?? "", source }));
}

function npmPackages() {
  const lock = JSON.parse(readFileSync(join(root, "web", "package-lock.json"), "utf8"));
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== "" && !entry.link)
    .map(([path, { version, license, resolved, integrity, dev, name }]) => ({
      kind: "npm",
      name: name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version,
      license: license ?? "",
      source: resolved ?? "",
      integrity,
      dev: dev === true,
    }));
}

function problemsOf(packages) {
  const problems = [];
  const cargoRegistry = packages.find(({ kind, source }) => kind === "cargo" && source.startsWith("registry+"))?.source;
  for (const { kind, name, version, license, source, integrity } of packages) {
    // npm's lock file omits the default registry.
    const usual = kind === "cargo" ? cargoRegistry : "";
    if (source !== usual) problems.push(`${kind} ${name} ${version}: comes from ${source || "nowhere"}`);
    if (kind === "npm" && !integrity) problems.push(`${kind} ${name} ${version}: has no integrity hash`);
    if (!isAllowed(license) && !LICENSE_EXCEPTIONS[`${kind}:${name}`]) {
      problems.push(`${kind} ${name} ${version}: license "${license}" is not on the list`);
    }
  }
  return problems;
}

/** All Rust files of a folder as one text, without comments. */
function rustOf(folder) {
  if (!existsSync(folder)) return "";
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".rs"));
  return files.map((name) => readFileSync(join(folder, name), "utf8").replace(/^\s*\/\/.*$/gm, "")).join("\n");
}

/** Dependencies that their crate's code never names. */
function unusedOf(workspace) {
  const problems = [];
  for (const { name: crate, manifest_path, dependencies } of workspace) {
    const folder = dirname(manifest_path);
    const source = rustOf(join(folder, "src")) + (existsSync(join(folder, "build.rs")) ? readFileSync(join(folder, "build.rs"), "utf8") : "");
    const beside = ["tests", "examples", "benches"].map((part) => rustOf(join(folder, part))).join("\n");
    for (const { name, rename, kind } of dependencies) {
      const word = new RegExp(`\\b${(rename ?? name).replaceAll("-", "_")}\\b`);
      const isUsed = word.test(kind === "dev" ? source + beside : source);
      if (!isUsed && !UNUSED_EXCEPTIONS[`${crate}:${name}`]) problems.push(`${crate}: ${name} is not used`);
    }
  }
  return problems;
}

/** npm advisories on shipped packages; undefined if the registry is unreachable. */
function advisories() {
  const args = ["audit", "--omit=dev", "--json"];
  const asked = spawnSync("npm", args, { cwd: join(root, "web"), encoding: "utf8", maxBuffer: 1 << 26 });
  let report;
  try {
    report = JSON.parse(asked.stdout);
  } catch {
    return undefined;
  }
  if (!report.vulnerabilities) return undefined;
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) => via.filter((one) => typeof one === "object"));
  return found.filter(({ severity }) => ["moderate", "high", "critical"].includes(severity));
}

/** Yanked crates, from crates.io's index; undefined if it is unreachable. */
async function takenBack(packages) {
  const folder = (name) => (name.length < 4 ? [name.length, ...(name.length === 3 ? [name[0]] : [])] : [name.slice(0, 2), name.slice(2, 4)]);
  const ours = packages.filter(({ kind }) => kind === "cargo");
  const names = [...new Set(ours.map(({ name }) => name))];
  const found = [];
  const look = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const path = [...folder(name.toLowerCase()), name.toLowerCase()].join("/");
      const answer = await fetch(`https://index.crates.io/${path}`, { signal: AbortSignal.timeout(30_000) });
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
      const versions = (await answer.text()).trim().split("\n").map((line) => JSON.parse(line));
      const gone = new Set(versions.filter(({ yanked }) => yanked).map(({ vers }) => vers));
      found.push(...ours.filter((one) => one.name === name && gone.has(one.version)));
    }
  };
  try {
    await Promise.all(Array.from({ length: 24 }, look));
    return found;
  } catch {
    return undefined;
  }
}

/** What RustSec's advisories say of the crates, by cargo-deny; where that could not look, why not. */
function crateAdvisories(isOffline) {
  const known = Object.keys(ADVISORY_EXCEPTIONS).filter((id) => id.startsWith("RUSTSEC-"));
  const config = join(root, "target", "deny.toml");
  // As every version of it reads it; the reasons stand in our own list.
  writeFileSync(config, `[advisories]\nignore = ${JSON.stringify(known)}\n`);
  const args = ["deny", "--format", "json", "--workspace", "check", "--config", config, ...(isOffline ? ["--disable-fetch"] : []), "advisories"];
  const asked = spawnSync("cargo", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  const text = asked.stderr ?? "";
  if (/no such (sub)?command/.test(text)) return { gap: "install cargo-deny (cargo install --locked cargo-deny) where github.com is reachable" };
  const lines = text.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));
  const said = lines.filter(({ type }) => type === "diagnostic").map(({ fields }) => fields);
  const found = said.filter(({ severity, advisory }) => advisory && ["error", "warning"].includes(severity));
  // It ends with an error where it found something, and where it could not look.
  if (asked.status === 0 || found.length > 0) return { found: found.map(({ advisory }) => advisory) };
  const failure = lines.filter(({ fields }) => ["ERROR", "error"].includes(fields.level ?? fields.severity)).at(-1)?.fields.message;
  return { gap: `cargo-deny could not look: ${(failure ?? text.trim()).split("\n")[0] || `it ended with ${asked.status}`}` };
}

function billOfMaterials(packages) {
  const purl = ({ kind, name, version }) => `pkg:${kind}/${name.replace("@", "%40")}@${version}`;
  const components = packages
    .filter((one) => !one.dev)
    .map((one) => ({
      type: "library",
      name: one.name,
      version: one.version,
      purl: purl(one),
      "bom-ref": purl(one),
      ...(one.license ? { licenses: [{ expression: one.license.replaceAll("/", " OR ") }] } : {}),
    }));
  const unique = [...new Map(components.map((one) => [one.purl, one])).values()];
  unique.sort((a, b) => (a.purl < b.purl ? -1 : 1));
  return { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, components: unique };
}

const cargo = cargoPackages();
const packages = [...crates(cargo), ...npmPackages()];
const problems = [...problemsOf(packages), ...unusedOf(cargo.filter(({ source }) => source === null))];
/** Skipped checks, reported last so that they are noticed. */
const unchecked = [];
const isOffline = process.argv.includes("--offline");
mkdirSync(join(root, "target"), { recursive: true });
if (isOffline) {
  unchecked.push("known holes of npm packages, and crates that were taken back: --offline");
} else {
  const found = advisories();
  if (!found) unchecked.push("known holes of npm packages: npm's registry did not answer");
  for (const { source, name, title, url } of found ?? []) {
    if (!ADVISORY_EXCEPTIONS[source]) problems.push(`npm ${name}: ${title} (${source}, ${url})`);
  }
  const gone = await takenBack(packages);
  if (!gone) unchecked.push("crates that were taken back: crates.io's index did not answer");
  for (const { name, version } of gone ?? []) {
    if (!ADVISORY_EXCEPTIONS[`yanked:${name}`]) problems.push(`cargo ${name} ${version}: its version was taken back (yanked)`);
  }
}
const ofCrates = crateAdvisories(isOffline);
if (ofCrates.gap) unchecked.push(`ADVISORIES OF CRATES: ${ofCrates.gap}`);
for (const { id, title, package: name } of ofCrates.found ?? []) problems.push(`cargo ${name}: ${title} (${id})`);
writeFileSync(join(root, "target", "sbom.cdx.json"), `${JSON.stringify(billOfMaterials(packages), null, 2)}\n`);
for (const problem of problems) console.error(problem);
for (const gap of unchecked) console.error(`NOT CHECKED: ${gap}.`);
console.error(`${packages.length} packages; ${problems.length} problems; target/sbom.cdx.json is written.`);
process.exitCode = problems.length > 0 ? 1 : 0;
