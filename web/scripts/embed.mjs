// Writes what the release binary embeds: large texts only compressed, everything else as it is.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { DIST } from "./chunks.mjs";

const WORTH_BYTES = 1024;
const EMBEDDED = join(dirname(fileURLToPath(import.meta.url)), "..", "embedded");

rmSync(EMBEDDED, { recursive: true, force: true });
for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
  const source = join(entry.parentPath, entry.name);
  if (!entry.isFile() || source.includes(".vite")) continue;
  const target = join(EMBEDDED, relative(DIST, source));
  mkdirSync(dirname(target), { recursive: true });
  const content = readFileSync(source);
  if (content.length < WORTH_BYTES || !/\.(js|mjs|css|html|svg|json|wasm)$/.test(entry.name)) {
    copyFileSync(source, target);
    continue;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${target}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${target}.gz`, gzipSync(content, { level: 9 }));
}
