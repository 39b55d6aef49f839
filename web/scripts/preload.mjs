// Writes the chunks of each route to dist/preload.json; the server lists them in a header of the page, so that the
// browser fetches them in parallel.
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chunksOf, DIST, LANGUAGES, routes } from "./chunks.mjs";

function files(entries) {
  return new Set(chunksOf(entries).flatMap(({ file, css = [] }) => [file, ...css]));
}

/** The component library's style sheet, which no chunk names. */
const LIBRARY_STYLES = readdirSync(join(DIST, "assets"))
  .filter((name) => /^antd-.*\.css$/.test(name))
  .map((name) => `assets/${name}`);

const told = routes().map(({ path, isBare, page, code, texts }) => {
  const known = files(page);
  const without = (entries, others) => [...files(entries)].filter((file) => !others.has(file));
  const ofRoute = without(code, known);
  const all = new Set([...known, ...ofRoute]);
  return {
    path,
    // The page's own come first: everything else waits for them.
    files: [...known, ...(isBare ? [] : LIBRARY_STYLES), ...ofRoute],
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, without(texts[language], all)])),
  };
});
writeFileSync(join(DIST, "preload.json"), JSON.stringify(told));
