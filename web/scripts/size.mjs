// Checks the gzipped size of each route's first view, scripts, texts and style sheets, against its limit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DIST, filesOf, LANGUAGES, routes } from "./chunks.mjs";

/** The most that the manifest may allow a page before sign-in, and any other. */
const GUEST_KB = 172;
const LIMIT_KB = 400;

const weights = new Map();

function weightOf(file) {
  if (!weights.has(file)) weights.set(file, gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length);
  return weights.get(file);
}

function weigh(files) {
  return [...files].reduce((bytes, file) => bytes + weightOf(file), 0) / 1000;
}

const faults = [];
for (const { path, isGuest, limitKb, page, code, texts } of routes()) {
  // The largest language counts.
  const kilobytes = Math.max(...LANGUAGES.map((language) => weigh(filesOf([...page, ...code, ...texts[language]]))));
  const limit = limitKb ?? LIMIT_KB;
  const most = isGuest ? GUEST_KB : LIMIT_KB;
  if (limit > most) faults.push(`${path}: a limit of ${limit} kB is above ${most} kB.`);
  if (kilobytes > limit) faults.push(`${path}: the first view is larger than its limit.`);
  console.log(`${path.padEnd(29)} ${kilobytes.toFixed(1).padStart(6)} kB gzip (limit ${limit})`);
}
if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exit(1);
}
