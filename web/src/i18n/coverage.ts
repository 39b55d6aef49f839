// Translation coverage: missing keys compared with English, and keys equal to another language.
import { LANGUAGES, type Language } from "./languages";

export type Texts = Readonly<Record<string, string>>;

/** Texts by language, then namespace. */
export type AllTexts = Readonly<Partial<Record<Language, Readonly<Record<string, Texts>>>>>;

export interface NamespaceCoverage {
  namespace: string;
  /** Keys of all languages; plural forms of one key count once. */
  keys: number;
  present: number;
  missing: readonly string[];
  /** Keys whose text equals another language's. */
  same: readonly string[];
}

export type Coverage = Readonly<Record<Language, readonly NamespaceCoverage[]>>;

const files = import.meta.glob<Texts>("./locales/*/*.json", { import: "default" });

export async function loadAllTexts(): Promise<AllTexts> {
  const all: Partial<Record<Language, Record<string, Texts>>> = {};
  await Promise.all(
    Object.entries(files).map(async ([path, load]) => {
      const [language = "", file = ""] = path.split("/").slice(-2);
      const texts = await load();
      all[language as Language] = { ...all[language as Language], [file.replace(".json", "")]: texts };
    }),
  );
  return all;
}

/** Languages have different plural forms; one is enough. */
function withoutPlural(key: string): string {
  return key.replace(/_(?:zero|one|two|few|many|other)$/u, "");
}

function byKey(texts: Texts | undefined): Map<string, string> {
  return new Map(Object.entries(texts ?? {}).map(([key, text]) => [withoutPlural(key), text]));
}

/** Texts without letters, and names, are the same in all languages. */
function isTranslatable(text: string): boolean {
  return /\p{L}{2,}/u.test(text.replace(/\{\{.*?\}\}/gu, ""));
}

export function coverage(all: AllTexts): Coverage {
  const namespaces = [...new Set(LANGUAGES.flatMap((language) => Object.keys(all[language] ?? {})))].sort();
  const of = (language: Language): NamespaceCoverage[] =>
    namespaces.map((namespace) => {
      const own = byKey(all[language]?.[namespace]);
      const others = LANGUAGES.filter((other) => other !== language).map((other) => byKey(all[other]?.[namespace]));
      const keys = [...new Set([own, ...others].flatMap((texts) => [...texts.keys()]))].sort();
      return {
        namespace,
        keys: keys.length,
        present: own.size,
        missing: keys.filter((key) => !own.get(key)),
        same: keys.filter((key) => {
          const text = own.get(key);
          return text && isTranslatable(text) && others.some((texts) => texts.get(key) === text);
        }),
      };
    });
  return Object.fromEntries(LANGUAGES.map((language) => [language, of(language)])) as unknown as Coverage;
}
