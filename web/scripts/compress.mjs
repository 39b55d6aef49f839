// Writes gzip and Brotli versions next to each text file of the build.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const WORTH_BYTES = 1024;
const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name);
  if (!entry.isFile() || !/\.(js|mjs|css|html|svg|json|wasm)$/.test(entry.name) || file.includes(".vite")) continue;
  const content = readFileSync(file);
  if (content.length < WORTH_BYTES) continue;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: quality }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
