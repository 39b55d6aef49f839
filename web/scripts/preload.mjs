// Writes the chunks of each route to dist/preload.json; the server lists them in a header of the page, so that the
// browser fetches them in parallel.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunksOf, DIST, LANGUAGES, routes } from "./chunks.mjs";

function files(entries) {
  return new Set(chunksOf(entries).flatMap(({ file, css = [] }) => [file, ...css]));
}

const told = routes().map(({ path, page, code, texts }) => {
  const known = files(page);
  const without = (entries, others) => [...files(entries)].filter((file) => !others.has(file));
  const ofRoute = without(code, known);
  const all = new Set([...known, ...ofRoute]);
  return {
    path,
    files: ofRoute,
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, without(texts[language], all)])),
  };
});
writeFileSync(join(DIST, "preload.json"), JSON.stringify(told));
