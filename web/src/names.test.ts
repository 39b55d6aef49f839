// Checks that names and comments use no word excluded by docs/glossary.md.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const glossary = readFileSync(resolve(import.meta.dirname, "../../docs/glossary.md"), "utf8");
const paragraph = /^No declared name contains[\s\S]*?\n\n/m.exec(glossary)?.[0] ?? "";
const ruledOut = new Set(
  [...paragraph.slice(paragraph.indexOf(":")).matchAll(/`(\w+)`/g)].map(([, word = ""]) => word),
);
/** Common English, excluded from names only. */
const FINE_IN_COMMENTS = ["whose", "came", "gone", "mine", "understood"];
/** My version of a value, beside `theirs`. */
const FINE_AS_VALUES = ["mine"];

const files = import.meta.glob<string>(
  ["./**/*.{ts,tsx}", "../e2e/**/*.ts", "../screens/**/*.ts", "../scripts/**/*.mjs", "../*.ts"],
  { query: "?raw", import: "default", eager: true },
);
const sources = Object.entries(files).filter(([path]) => !/\.gen\.ts$|schema\.d\.ts$/.test(path));

/** `useMyTasks` consists of use, my, tasks. */
function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

interface Declared {
  path: string;
  name: string;
}

/** Names with an excluded word, which may be two words of the name. */
function wrongNames(declared: readonly Declared[], allowed: readonly string[] = []): string[] {
  const isWrong = (word: string) => ruledOut.has(word) && !allowed.includes(word);
  return declared
    .filter(({ name }) => wordsOf(name).some((word, at, all) => isWrong(word) || isWrong(word + (all[at + 1] ?? ""))))
    .map(({ path, name }) => `${path}: ${name}`);
}

function declaredBy(pattern: RegExp): Declared[] {
  return sources.flatMap(([path, text]) => [...text.matchAll(pattern)].map(([, name = ""]) => ({ path, name })));
}

it("reads the excluded words, and sources of every kind", () => {
  expect(ruledOut.size).toBeGreaterThan(15);
  for (const kind of ["./ui/", "../e2e/", "../screens/", "../scripts/", "../vite.config"]) {
    expect(sources.filter(([path]) => path.startsWith(kind)).length, kind).toBeGreaterThan(0);
  }
});

it("finds no excluded word in functions, types, members and files", () => {
  const declared = [
    ...sources.map(([path]) => ({ path, name: path.split("/").at(-1)?.split(".")[0] ?? "" })),
    ...declaredBy(/^(?:export )?(?:default )?(?:async )?(?:const|let) (\w+)/gm),
    ...declaredBy(/\b(?:function|class|type|interface|enum) (\w+)/g),
    ...declaredBy(/^ +(?:(?:private|readonly|static|async|get|set) )+(\w+)/gm),
  ];
  expect(declared.length).toBeGreaterThan(2_000);
  expect(wrongNames(declared)).toEqual([]);
});

it("finds no excluded word in local values", () => {
  const declared = declaredBy(/^ +(?:for \()?(?:const|let) (\w+)/gm);
  expect(declared.length).toBeGreaterThan(2_000);
  expect(wrongNames(declared, FINE_AS_VALUES)).toEqual([]);
});

it("finds no excluded word in comments", () => {
  const comments = sources.flatMap(([path, text]) =>
    [...text.matchAll(/(?:^|\s)\/\/ .*$|\/\*[\s\S]*?\*\//gm)].map(([comment]) => ({ path, comment: comment.trim() })),
  );
  expect(comments.length).toBeGreaterThan(2_000);
  const isWrong = (word: string) => ruledOut.has(word) && !FINE_IN_COMMENTS.includes(word);
  const wrong = comments.filter(({ comment }) =>
    comment
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.some(isWrong),
  );
  expect(wrong.map(({ path, comment }) => `${path}: ${comment}`)).toEqual([]);
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
  expect(wrongNames(members)).toEqual([]);
});

it("finds in the titles of tests no name that no longer exists", () => {
  const titled = sources.flatMap(([path, text]) =>
    [...text.matchAll(/\bdescribe\("([a-z]+[A-Z]\w+)"/g)].map(([, name = ""]) => ({ path, text, name })),
  );
  expect(titled.length).toBeGreaterThan(20);
  const missing = titled.filter(({ text, name }) => text.split(new RegExp(`\\b${name}\\b`)).length < 3);
  expect(missing.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
