import { expect, it } from "vitest";
import { coverage, loadAllTexts } from "./coverage";

it("finds what a language lacks and what it leaves in another language, whatever the plural forms", () => {
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

it("finds nothing missing in the product's own texts", async () => {
  const missing = Object.values(coverage(await loadAllTexts())).flatMap((namespaces) =>
    namespaces.flatMap(({ namespace, missing: keys }) => keys.map((key) => `${namespace}:${key}`)),
  );
  expect(missing).toEqual([]);
});
