// Generates antd's style sheets at build time, one per chunk with the rules of its components, and leaves out antd's
// code that would generate them at run time.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import postcss, { type AtRule, type ChildNode, type Rule } from "postcss";
import type { Plugin, Rolldown } from "vite";

const ANTD = fileURLToPath(new URL("./node_modules/antd", import.meta.url));

/** Class name prefixes of components, where they differ from the component's name. */
const CLASS_NAMES: Readonly<Record<string, readonly string[]>> = {
  Badge: ["badge", "scroll-number", "ribbon"],
  Button: ["btn"],
  DatePicker: ["picker"],
  FloatButton: ["float-btn"],
  Grid: ["row", "col"],
  Input: ["input", "otp"],
  QRCode: ["qrcode"],
  Radio: ["radio", "button-wrapper"],
};

/** Class name prefixes that belong to no component. */
const SHARED: readonly string[] = ["slide", "zoom", "move", "fade", "motion", "css-var"];

/** Classes of used components that the app never renders: menus outside dropdowns, columns of a grid, right to left. */
const UNUSED_CLASSES = /\.ant-(menu(?![a-z])|col-((xs|sm|md|lg|xl|xxl|xxxl)-)?([a-z]+-)?\d|[a-z-]+-rtl(?![a-z]))/;

/** Only used with server rendering: the theme's custom properties, and a list of styles. */
const OF_SERVER = /\.css-var-_R_|\.data-ant-cssinjs-cache-path/;

/** A call in antd that generates the styles of a named component. */
const GENERATOR = /\bgen(?:StyleHooks|ComponentStyleHook|SubStyleComponent)\(\[?\s*['"]([A-Za-z]+)['"]/g;
const GENERATORS = ["genStyleHooks", "genComponentStyleHook", "genSubStyleComponent"];

const STYLE_MODULE = /node_modules\/antd\/es\/.*style/;

/** The chunk with this module gets the rules that belong to no component. */
const BASE_MODULE = /node_modules\/antd\/es\/config-provider\/index\.js$/;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Calls of the generators in a module. */
function generatorCalls(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(generatorCalls);
  if (typeof node !== "object" || node === null || !("type" in node)) return [];
  const one = node as Node;
  const callee = one["callee"] as { name?: string } | undefined;
  if (one.type === "CallExpression" && callee?.name && GENERATORS.includes(callee.name)) return [one];
  return Object.values(one).flatMap(generatorCalls);
}

const componentsIn = (code: string) => [...code.matchAll(GENERATOR)].map(([, name = ""]) => name);

/** All components of antd by class name prefix. */
function componentsByClass(): Map<string, string> {
  const files = readdirSync(`${ANTD}/es`, { recursive: true, encoding: "utf8" });
  const styles = files.filter((file) => /style.*\.js$/.test(file));
  const components = new Set(styles.flatMap((file) => componentsIn(readFileSync(`${ANTD}/es/${file}`, "utf8"))));
  const inWords = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  return new Map(
    [...components].flatMap((name) => (CLASS_NAMES[name] ?? [inWords(name)]).map((begin) => [begin, name] as const)),
  );
}

/** The chunks with the styles of each component. */
type Places = Map<string, Set<string>>;

/** antd's rules by chunk. A rule that needs several components is added to the chunk of one outside the base. */
function styleSheets(places: Places, base: string): Map<string, string> {
  const components = componentsByClass();
  const ownerOf = (className: string) => {
    const words = className.split("-");
    for (let count = words.length; count > 0; count--) {
      const begin = words.slice(0, count).join("-");
      const owner = components.get(begin);
      if (owner || SHARED.includes(begin)) return owner;
    }
    throw new Error(`antd's class ant-${className} belongs to no known component`);
  };
  /** No chunk if the selector needs a class that no element has. */
  const chunksFor = (selector: string): readonly string[] => {
    const required = selector.replace(/:(not|is|where|has)\([^)]*\)/g, "");
    if (OF_SERVER.test(required) || UNUSED_CLASSES.test(required)) return [];
    const owners = [...required.matchAll(/\.ant-([a-z0-9-]+)/g)].map(([, name = ""]) => ownerOf(name));
    const chunks = owners.filter((owner) => owner !== undefined).map((owner) => places.get(owner));
    if (chunks.includes(undefined)) return [];
    return [...(chunks.find((one) => !one?.has(base)) ?? [base])];
  };

  const sheet = postcss.parse(readFileSync(`${ANTD}/dist/antd.css`, "utf8"));
  const names = new Set([base, ...[...places.values()].flatMap((chunks) => [...chunks])]);
  const selectors = new Map<Rule, Map<string, string[]>>();
  const keyframes = new Map<string, AtRule>();
  sheet.walkAtRules("keyframes", (rule) => void keyframes.set(rule.params, rule));
  sheet.walkRules((rule) => {
    if (rule.parent && keyframes.get((rule.parent as AtRule).params) !== undefined) return;
    const byChunk = new Map<string, string[]>();
    for (const selector of rule.selectors) {
      for (const chunk of chunksFor(selector)) byChunk.set(chunk, [...(byChunk.get(chunk) ?? []), selector]);
    }
    selectors.set(rule, byChunk);
  });

  const pick = (node: ChildNode, chunk: string): ChildNode[] => {
    if (node.type === "rule") {
      const kept = selectors.get(node)?.get(chunk);
      return kept ? [node.clone({ selectors: kept })] : [];
    }
    if (node.type !== "atrule" || node.name === "keyframes") return [];
    const kept = (node.nodes ?? []).flatMap((one) => pick(one, chunk));
    return kept.length > 0 ? [node.clone({ nodes: [] }).append(kept)] : [];
  };
  const animations = (nodes: ChildNode[]) => {
    const text = nodes.map((node) => node.toString()).join("");
    const words = new Set(
      [...text.matchAll(/animation[a-z-]*:([^;}]*)/g)].flatMap(([, value = ""]) => value.split(/[\s,]+/)),
    );
    return [...keyframes.keys()].filter((name) => words.has(name));
  };
  const ofBase = new Set(animations(sheet.nodes.flatMap((node) => pick(node, base))));
  return new Map(
    [...names].map((chunk) => {
      const rules = sheet.nodes.flatMap((node) => pick(node, chunk));
      const moves = animations(rules).filter((name) => chunk === base || !ofBase.has(name));
      // Of equal rules, only the last counts.
      const texts = new Set([...rules.map((rule) => rule.toString())].reverse());
      return [chunk, [...[...texts].reverse(), ...moves.map((name) => keyframes.get(name)?.toString())].join("")];
    }),
  );
}

/** The chunks with the styles of each component: the only one that uses it, else its own. */
function placesIn(
  components: ReadonlyMap<string, readonly string[]>,
  chunks: readonly Rolldown.RenderedChunk[],
  importersOf: (id: string) => readonly string[],
): Places {
  const chunkOf = new Map(chunks.flatMap(({ fileName, modules }) => Object.keys(modules).map((id) => [id, fileName])));
  const places: Places = new Map();
  for (const [id, names] of components) {
    const own = chunkOf.get(id);
    if (own === undefined) continue;
    const users = importersOf(id).filter((importer) => !STYLE_MODULE.test(importer));
    const chunksOfUsers = new Set(users.map((user) => chunkOf.get(user)).filter((chunk) => chunk !== undefined));
    const [only = own] = chunksOfUsers.size === 1 ? chunksOfUsers : [];
    for (const name of names) places.set(name, (places.get(name) ?? new Set()).add(only));
  }
  return places;
}

export function antdStyles(): Plugin {
  const components = new Map<string, readonly string[]>();
  let sheets: Map<string, string> | undefined;
  return {
    name: "antd-styles",
    apply: "build",
    buildStart() {
      components.clear();
      sheets = undefined;
    },
    transform: {
      filter: { id: STYLE_MODULE },
      handler(code, id) {
        const calls = generatorCalls(this.parse(code));
        const names = componentsIn(code);
        if (names.length < calls.length) this.error(`${id} generates the styles of a component without a name`);
        if (names.length > 0) components.set(id, names);
        let left = code;
        for (const call of calls.toReversed()) {
          const [, cut] = call["arguments"] as Node[];
          if (cut) left = `${left.slice(0, cut.start)}() => []${left.slice(cut.end)}`;
        }
        return left === code ? null : { code: left, map: null };
      },
    },
    renderChunk(_, chunk, _options, { chunks }) {
      if (!sheets) {
        const all = Object.values(chunks);
        const base = all.find(({ modules }) => Object.keys(modules).some((id) => BASE_MODULE.test(id)));
        if (!base) return this.error("no chunk has antd's base");
        const places = placesIn(components, all, (id) => this.getModuleInfo(id)?.importers ?? []);
        sheets = styleSheets(places, base.fileName);
      }
      const source = sheets.get(chunk.fileName);
      if (!source) return null;
      const file = this.emitFile({ type: "asset", name: `antd-${chunk.name}.css`, source });
      chunk.viteMetadata?.importedCss.add(this.getFileName(file));
      return null;
    },
  };
}
