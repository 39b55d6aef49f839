// Checks that style sheets and inline styles use the tokens of src/ui/theme for colours, type sizes, line heights, radii,
// heights, layers, and spaces that have a token; that breakpoints and dialogs have one of a few widths; and that
// components use existing classes of their style sheets. `--fix` replaces values by their
// token, or by the nearest one.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "src");
const fix = process.argv.includes("--fix");
const tokens = readFileSync(join(root, "ui/theme/tokens.css"), "utf8");

/** Tokens of a family by value: `8px` → `var(--space-2)`. */
function family(prefix) {
  const found = [...tokens.matchAll(new RegExp(`^\\s*(--${prefix}-[\\w-]+):\\s*([^;]+);`, "gm"))];
  return new Map(found.toReversed().map(([, name, value]) => [value.trim(), `var(${name})`]));
}

const SPACE = family("space");
const HEIGHTS = new Map([...family("height"), ["34px", "var(--control-height)"], ["40px", "var(--row-height)"]]);
/** Properties, their tokens, and other allowed values. */
const RULES = [
  { property: /^font-size$/, tokens: family("text"), allows: /^(inherit|[\d.]+em|.*var\(.*)$/ },
  // A line in pixels is as high as what it stands beside.
  { property: /^line-height$/, tokens: family("line"), allows: /^(1|inherit|\d+px|.*var\(.*)$/ },
  { property: /^border(-\w+)*-radius$/, tokens: family("radius"), allows: /^(0|50%|inherit|calc\(.*)$/ },
  // Heights of controls, rows and tags; smaller ones are lines or bars, larger ones areas.
  {
    property: /^(min-|max-)?(height|block-size)$/,
    tokens: HEIGHTS,
    allows: /^(?!(?:[2-5]\d|6[0-4])(?:\.\d+)?px$)/,
  },
  { property: /^z-index$/, tokens: family("layer"), allows: /^(0|-1|auto)$/ },
  // Spaces between the steps are allowed; a step is written as its token.
  { property: /^((row-|column-)?gap|(margin|padding|inset)(-\w+)*|scroll-(margin|padding)(-\w+)*)$/, tokens: SPACE },
];
/**
 * The widest small phone, phone, tablet, window with no room beside a panel, and window with none for two columns;
 * `min-width` begins one pixel above.
 */
const BREAKPOINTS = [479, 767, 1023, 1199, 1279];
/** A question, a form, a long form, and two things side by side. */
const DIALOG_WIDTHS = [440, 520, 640, 960];
const COLOUR = /#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(/;

/** The token with the nearest value in pixels. */
function nearest(from, word) {
  const pixels = Number(/^([\d.]+)(?:px)?$/.exec(word)?.[1]);
  const known = [...from].map(([value, token]) => ({ token, away: Math.abs(Number.parseFloat(value) - pixels) }));
  return known.filter(({ away }) => !Number.isNaN(away)).sort((a, b) => a.away - b.away)[0]?.token;
}

/** Splits a value into words, keeping functions whole. */
function words(value) {
  return value.match(/[\w-]*\((?:[^()]|\([^()]*\))*\)|[^\s,]+/g) ?? [];
}

const problems = [];

/** Breakpoints of a media query that are none of the few. */
function foreignBreakpoints(line) {
  if (!line.includes("@media")) return [];
  return [...line.matchAll(/\((min|max)-width: ([^)]+)\)/g)]
    .filter(([, end, width]) => !BREAKPOINTS.some((known) => width === `${end === "max" ? known : known + 1}px`))
    .map(([, , width]) => width);
}

for (const file of readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".css"))) {
  if (file.startsWith(join("ui", "theme"))) continue;
  const path = join(root, file);
  const lines = readFileSync(path, "utf8").split("\n");
  let isChanged = false;
  lines.forEach((line, at) => {
    for (const width of foreignBreakpoints(line))
      problems.push(`${relative(join(root, ".."), path)}:${at + 1} ${width} is none of the breakpoints`);
    const declaration = /^(\s*)([\w-]+):\s*(.+);$/.exec(line);
    if (!declaration) return;
    const [, indent, property, value] = declaration;
    const report = (text) => problems.push(`${relative(join(root, ".."), path)}:${at + 1} ${property}: ${text}`);
    if (!property.startsWith("--") && COLOUR.test(value)) report(`${value} is not a token's colour`);
    const rule = RULES.find((one) => one.property.test(property));
    if (!rule) return;
    let next = value;
    for (const word of words(value)) {
      const isForeign = rule.allows && !word.startsWith("var(") && !rule.allows.test(word);
      const token = rule.tokens.get(word) ?? (fix && isForeign ? nearest(rule.tokens, word) : undefined);
      if (token)
        next = next.replace(new RegExp(`(^|[\\s(])${word.replace(".", "\\.")}(?=$|[\\s)])`, "g"), `$1${token}`);
      else if (isForeign) report(`${word} has no token`);
    }
    if (next === value) return;
    if (fix) {
      lines[at] = `${indent}${property}: ${next};`;
      isChanged = true;
    } else report(`write ${next}`);
  });
  if (isChanged) writeFileSync(path, lines.join("\n"));
}

/** What a component's inline styles and dialogs have that no token allows. */
function inlineProblems(file, text) {
  if (/\.test\.tsx$/.test(file)) return [];
  const found = [];
  for (const [, width] of text.matchAll(/\bwidth=\{(\d+)\}/g)) {
    if (Number(width) >= DIALOG_WIDTHS[0] - 100 && !DIALOG_WIDTHS.includes(Number(width)))
      found.push(`a dialog is ${width} wide`);
  }
  for (const [, style] of text.matchAll(/\bstyle=\{\{([^}]*)\}\}/g)) {
    for (const [, name, number, string] of style.matchAll(/(\w+): (?:(\d+)(?=[\s,]|$)|"([^"]*)")/g)) {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const value = string ?? (number === "0" || property === "line-height" ? number : `${number}px`);
      const rule = RULES.find((one) => one.property.test(property));
      const isForeign = (word) =>
        !word.startsWith("var(") && (rule.tokens.has(word) || rule.allows?.test(word) === false);
      if (COLOUR.test(value) || (rule && words(value).some(isForeign))) found.push(`${property}: ${value} is no token`);
    }
  }
  return found.map((what) => `${join("src", file)}: ${what}`);
}

/** Classes that components use, by style sheet; null if they are chosen by name at run time. */
const used = new Map();
for (const file of readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".tsx"))) {
  const text = readFileSync(join(root, file), "utf8");
  problems.push(...inlineProblems(file, text));
  for (const [, name, from] of text.matchAll(/import (\w+) from "([^"]+\.module\.css)"/g)) {
    const sheet = from.startsWith("@/") ? join(root, from.slice(2)) : join(root, dirname(file), from);
    const names = [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, "g"))].map(([, found]) => found);
    const isDynamic = new RegExp(`\\b${name}\\[`).test(text);
    const before = used.has(sheet) ? used.get(sheet) : new Set();
    used.set(sheet, isDynamic || before === null ? null : new Set([...before, ...names]));
  }
}
for (const [sheet, names] of used) {
  const text = readFileSync(sheet, "utf8").replace(/\/\*[\s\S]*?\*\/|:global\([^)]*\)/g, "");
  const defined = new Set([...text.matchAll(/\.([a-zA-Z_][\w-]*)(?=[^{};]*\{)/g)].map(([, found]) => found));
  const where = relative(join(root, ".."), sheet);
  for (const name of names ?? [])
    if (!defined.has(name)) problems.push(`${where}: a component uses .${name}, which is not defined`);
  for (const name of defined) if (names && !names.has(name)) problems.push(`${where}: .${name} is not used`);
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  console.error(`${problems.length} problems. npm run fix writes tokens; fix colours and classes by hand.`);
  process.exit(1);
}
