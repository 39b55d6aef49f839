// Checks the gzipped size of each route's first view against its limit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chunksOf, DIST, LANGUAGES, routes } from "./chunks.mjs";

/** Default limit of a route. */
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
