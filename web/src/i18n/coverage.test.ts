import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { coverage, loadAllTexts } from "./coverage";
import { LANGUAGES } from "./languages";

it("finds missing and untranslated texts for any plural forms", () => {
  const found = coverage({
    "en-US": {
      jobs: { title: "Jobs", count_one: "{{count}} job", count_other: "{{count}} jobs", only: "Only", id: "#" },
    },
    "zh-CN": { jobs: { title: "职位", count_other: "{{count}} 个职位", only: "", id: "#" } },
    "id-ID": { jobs: { title: "Jobs", count_other: "{{count}} lowongan", id: "#" } },
  });
  expect(found["zh-CN"]).toEqual([{ namespace: "jobs", keys: 4, present: 4, missing: ["only"], same: [] }]);
  expect(found["id-ID"]).toEqual([{ namespace: "jobs", keys: 4, present: 3, missing: ["only"], same: ["title"] }]);
  expect(found["en-US"][0]).toMatchObject({ missing: [], same: ["title"] });
});

it("finds no missing keys in the product's own texts", async () => {
  const missing = Object.values(coverage(await loadAllTexts())).flatMap((namespaces) =>
    namespaces.flatMap(({ namespace, missing: keys }) => keys.map((key) => `${namespace}:${key}`)),
  );
  expect(missing).toEqual([]);
});

it("defines each key once per file", () => {
  const repeated = LANGUAGES.flatMap((language) => {
    const folder = resolve(import.meta.dirname, "locales", language);
    return readdirSync(folder).flatMap((file) => {
      const keys = [...readFileSync(resolve(folder, file), "utf8").matchAll(/^ {2}"([^"]+)":/gm)].map(([, key]) => key);
      return keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${language}/${file}: ${key}`);
    });
  });
  expect(repeated).toEqual([]);
});
