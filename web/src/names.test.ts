// Checks that no declared name uses a word excluded by docs/glossary.md.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const glossary = readFileSync(resolve(import.meta.dirname, "../../docs/glossary.md"), "utf8");
const paragraph = /^No declared name contains[\s\S]*?\n\n/m.exec(glossary)?.[0] ?? "";
const ruledOut = new Set(
  [...paragraph.slice(paragraph.indexOf(":")).matchAll(/`(\w+)`/g)].map(([, word = ""]) => word),
);

const files = import.meta.glob<string>(["./**/*.{ts,tsx}", "../e2e/**/*.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const sources = Object.entries(files).filter(([path]) => !/\.gen\.ts$|schema\.d\.ts$/.test(path));

/** `useMyTasks` consists of use, my, tasks. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** Some are two words in a name: letGo. */
function isWrong(words: readonly string[]): boolean {
  return words.some((word, at) => ruledOut.has(word) || ruledOut.has(word + (words[at + 1] ?? "")));
}

it("reads the excluded words from the glossary", () => {
  expect(ruledOut.size).toBeGreaterThan(15);
});

it("finds none in functions, types, constants and files", () => {
  const declaration = /^(?:export )?(?:default )?(?:async )?(?:function|const|let|class|type|interface|enum) (\w+)/gm;
  const declared = sources.flatMap(([path, text]) => [
    { path, name: path.split("/").at(-1)?.split(".")[0] ?? "" },
    ...[...text.matchAll(declaration)].map(([, name = ""]) => ({ path, name })),
  ]);
  expect(declared.length).toBeGreaterThan(2_000);
  const wrong = declared.filter(({ name }) => isWrong(wordsOf(name)));
  expect(wrong.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

it("finds none in members of classes", () => {
  const members = sources.flatMap(([path, text]) =>
    [...text.matchAll(/^(?:export )?(?:abstract )?class [^{]*\{\n([\s\S]*?)^\}/gm)].flatMap(([, body = ""]) =>
      [...body.matchAll(/^ {2}(?:(?:static|async|readonly|private|declare|get|set) )*#?(\w+)(?=[(:=;<?! ])/gm)].map(
        ([, name = ""]) => ({ path, name }),
      ),
    ),
  );
  expect(members.length).toBeGreaterThan(150);
  expect(members.filter(({ name }) => isWrong(wordsOf(name))).map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});

it("finds in the titles of tests no name that no longer exists", () => {
  const titled = sources.flatMap(([path, text]) =>
    [...text.matchAll(/\bdescribe\("([a-z]+[A-Z]\w+)"/g)].map(([, name = ""]) => ({ path, text, name })),
  );
  expect(titled.length).toBeGreaterThan(20);
  const gone = titled.filter(({ text, name }) => text.split(new RegExp(`\\b${name}\\b`)).length < 3);
  expect(gone.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
