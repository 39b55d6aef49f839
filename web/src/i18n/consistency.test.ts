// Checks that texts agree with each other: a page has one name, and a sentence one translation.
import { describe, expect, it } from "vitest";
import { ROUTE_ENTRIES } from "@/lib/routes/manifest";
import { loadAllTexts } from "./coverage";
import { LANGUAGES, type Language } from "./languages";

/** The texts of a language by `namespace:key`. */
async function readTexts(language: Language): Promise<Map<string, string>> {
  const namespaces = (await loadAllTexts())[language] ?? {};
  return new Map(
    Object.entries(namespaces).flatMap(([namespace, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${namespace}:${key}`, text] as const),
    ),
  );
}

describe.each(LANGUAGES)("texts in %s", (language) => {
  it("use one name for a page in menus, permissions, welcome page, tour and title", async () => {
    const texts = await readTexts(language);
    const names = ROUTE_ENTRIES.flatMap(([route, { path, menu, namespaces }]) => {
      if (!menu) return [];
      const name = texts.get(`shell:${menu.label}`) ?? "";
      const page = path.slice(1);
      const same = [
        `organization:page.${page}`,
        `organization:resource.${page}`,
        `welcome:page.${menu.label.split(".").at(-1)}`,
        `tour:${route}.title`,
      ].map((key) => ({ key, text: texts.get(key), isRight: texts.get(key) === name }));
      // A title may say more: Evaluate resumes.
      const title = texts.get(`${namespaces[0]}:title`);
      return [...same, { key: `${namespaces[0]}:title`, text: title, isRight: title?.includes(name) === true }];
    }).filter(({ text }) => text !== undefined);
    expect(names.length).toBeGreaterThan(35);
    expect(names.filter(({ isRight }) => !isRight).map(({ key, text }) => `${key}: ${text}`)).toEqual([]);
  });

  it("translate equal sentences equally", async () => {
    const texts = await readTexts(language);
    const translations = new Map<string, Set<string>>();
    for (const [key, sentence] of await readTexts("en-US")) {
      const text = texts.get(key);
      if (text === undefined || !/[.?]$/.test(sentence)) continue;
      translations.set(sentence, (translations.get(sentence) ?? new Set<string>()).add(text));
    }
    expect(translations.size).toBeGreaterThan(700);
    const several = [...translations].filter(([, ways]) => ways.size > 1);
    expect(several.map(([sentence, ways]) => [sentence, ...ways])).toEqual([]);
  });

  it("name the person of a message about one in every language", async () => {
    const texts = await readTexts(language);
    const named = [...(await readTexts("en-US"))].flatMap(([key, text]) =>
      key.endsWith("_one") && text.includes("{{name}}") ? [key.replace(/_one$/, "")] : [],
    );
    expect(named.length).toBeGreaterThan(10);
    const form = new Intl.PluralRules(language).select(1);
    expect(named.filter((key) => !texts.get(`${key}_${form}`)?.includes("{{name}}"))).toEqual([]);
  });

  it("end failures with a full stop before their reason", async () => {
    const failures = [...(await readTexts(language))].filter(([key]) => key.startsWith("evaluate:failed."));
    expect(failures.length).toBeGreaterThan(5);
    expect(failures.filter(([, text]) => !/[.。]$/u.test(text))).toEqual([]);
  });
});
