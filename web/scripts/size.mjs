// Weighs what a browser must fetch for the first view of each route, gzipped; fails above a limit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chunksOf, DIST, LANGUAGES, routes } from "./chunks.mjs";

/** For routes that name no limit of their own. */
const LIMIT_KB = 400;

function weigh(entries) {
  const gzipped = (file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
  return chunksOf(entries).reduce((bytes, { file }) => bytes + gzipped(file), 0) / 1000;
}

let tooLarge = false;
for (const { path, limitKb, page, code, texts } of routes()) {
  // The largest language counts.
  const kilobytes = Math.max(...LANGUAGES.map((language) => weigh([...page, ...code, ...texts[language]])));
  const limit = limitKb ?? LIMIT_KB;
  tooLarge ||= kilobytes > limit;
  console.log(`${path.padEnd(28)} ${kilobytes.toFixed(1).padStart(7)} kB gzip (limit ${limit})`);
}
if (tooLarge) {
  console.error("A first view is larger than its limit.");
  process.exit(1);
}
