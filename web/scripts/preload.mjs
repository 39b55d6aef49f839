// Writes the chunks of each route to dist/preload.json; the server lists them in a header of the page, so that the
// browser fetches them in parallel.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DIST, filesOf, LANGUAGES, routes } from "./chunks.mjs";

const preloads = routes().map(({ path, page, code, texts }) => {
  const known = filesOf(page);
  const without = (entries, others) => [...filesOf(entries)].filter((file) => !others.has(file));
  const ofRoute = without(code, known);
  const all = new Set([...known, ...ofRoute]);
  return {
    path,
    // The entry's files first, because everything else waits for them.
    files: [...known, ...ofRoute],
    texts: Object.fromEntries(LANGUAGES.map((language) => [language, without(texts[language], all)])),
  };
});
writeFileSync(join(DIST, "preload.json"), JSON.stringify(preloads));
