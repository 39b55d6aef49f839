// Writes what each route needs beside the page itself into dist/preload.json; the server names it in a header with the page, so
// that the browser fetches it all at once and not one after the other as it finds out.
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
