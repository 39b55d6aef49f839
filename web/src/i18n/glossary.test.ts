// Checks the locale files and the emails against docs/glossary.md: terms appear as defined, and excluded words do not.
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "./languages";

const SHORT: Record<string, Language> = { zh: "zh-CN", en: "en-US", id: "id-ID" };

const [header = [], , ...rows] = readFileSync(resolve(import.meta.dirname, "../../../docs/glossary.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const terms = rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ""])));

function readTexts(language: Language): Map<string, string> {
  const folder = resolve(import.meta.dirname, "locales", language);
  return new Map(
    readdirSync(folder).flatMap((file) =>
      Object.entries(JSON.parse(readFileSync(resolve(folder, file), "utf8")) as Record<string, string>).map(
        ([key, text]) => [`${file.replace(".json", "")}:${key}`, text] as const,
      ),
    ),
  );
}

const MAILS = resolve(import.meta.dirname, "../../../testdata/mails");

/** The emails in a language, without their markup. */
function readMails(language: Language): [string, string][] {
  return readdirSync(MAILS)
    .filter((file) => language.startsWith(file.split(".").at(-2)?.slice(0, 2) ?? ""))
    .map((file) => [file, readFileSync(resolve(MAILS, file), "utf8").replace(/<style>.*?<\/style>|<[^>]*>/gs, " ")]);
}

function isWordIn(language: Language, word: string, text: string): boolean {
  if (language === "zh-CN") return text.includes(word);
  return new RegExp(`(?<![\\w-])${word}(?![\\w-])`, "i").test(text);
}

describe.each(LANGUAGES)("glossary in %s", (language) => {
  const texts = readTexts(language);

  it("has texts that exist and contain the term", () => {
    const wrong = terms.flatMap((term) =>
      [...(term["texts"] ?? "").matchAll(/`([^`]+)`/g)].flatMap(([, key = ""]) => {
        const text = texts.get(key) ?? texts.get(`${key}_other`);
        return text?.toLowerCase().includes((term[language] ?? "").toLowerCase()) ? [] : [`${key}: ${text}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it("has no text with an excluded word", () => {
    const ruledOut = terms.flatMap((term) =>
      (term["not"] ?? "")
        .split(";")
        .map((part) => /^(\w+) (.+)$/.exec(part.trim()))
        .flatMap((found) => (found && SHORT[found[1] ?? ""] === language ? (found[2] ?? "").split(", ") : [])),
    );
    const mails = readMails(language);
    expect(mails.length).toBeGreaterThan(10);
    const wrong = [...texts, ...mails].filter(
      ([key, text]) => !key.startsWith("legal:") && ruledOut.some((word) => isWordIn(language, word, text)),
    );
    expect(wrong).toEqual([]);
  });
});

describe("the glossary", () => {
  it("defines about thirty terms, each in three languages", () => {
    expect(terms.length).toBeGreaterThanOrEqual(30);
    expect(terms.filter((term) => LANGUAGES.some((language) => !term[language]))).toEqual([]);
  });
});
