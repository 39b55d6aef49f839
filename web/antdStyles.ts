// antd's style sheet, made at build time: antd then makes no styles while the app runs, and the code for it is left out.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import postcss from "postcss";
import type { Plugin } from "vite";

/** Address of the style sheet; empty where antd makes its styles itself. */
const MODULE = "virtual:antd-styles";

/** antd's components that the app does not use, by folder and class name. */
const UNUSED: readonly string[] = [
  "affix",
  "anchor",
  "avatar",
  "badge",
  "breadcrumb",
  "card",
  "carousel",
  "cascader",
  "color-picker",
  "descriptions",
  "divider",
  "float-button",
  "image",
  "layout",
  "list",
  "listy",
  "masonry",
  "mentions",
  "popconfirm",
  "qrcode",
  "rate",
  "result",
  "slider",
  "splitter",
  "statistic",
  "table",
  "timeline",
  "transfer",
  "tree",
  "tree-select",
  "upload",
  "watermark",
];

/** Classes of used components that the app never has: menus outside dropdowns, columns of a grid, right to left. */
const UNUSED_CLASSES = /\.ant-(menu(?![a-z])|col-((xs|sm|md|lg|xl|xxl|xxxl)-)?([a-z]+-)?\d|[a-z-]+-rtl(?![a-z]))/;

const UNUSED_COMPONENTS = new RegExp(`\\.ant-(${UNUSED.join("|")})(?![a-z0-9])`);

/** Functions of antd whose second argument makes a component's styles. */
const GENERATORS = ["genStyleHooks", "genComponentStyleHook", "genSubStyleComponent"];

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Whether a selector needs a class that no element has. */
function isUnused(selector: string): boolean {
  const required = selector.replace(/:(not|is|where)\([^)]*\)/g, "");
  return UNUSED_COMPONENTS.test(required) || UNUSED_CLASSES.test(required);
}

function styleSheet(): string {
  const file = fileURLToPath(new URL("./node_modules/antd/dist/antd.css", import.meta.url));
  const sheet = postcss.parse(readFileSync(file, "utf8"));
  sheet.walkRules((rule) => {
    const kept = rule.selectors.filter((selector) => !isUnused(selector));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  sheet.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return sheet.toString();
}

/** The calls of the generators in a module. */
function generatorCalls(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(generatorCalls);
  if (typeof node !== "object" || node === null || !("type" in node)) return [];
  const one = node as Node;
  const callee = one["callee"] as { name?: string } | undefined;
  if (one.type === "CallExpression" && callee?.name && GENERATORS.includes(callee.name)) return [one];
  return Object.values(one).flatMap(generatorCalls);
}

export function antdStyles(): Plugin[] {
  return [
    {
      name: "antd-styles",
      resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
      load: (id) => (id === `\0${MODULE}` ? 'export default ""' : null),
      apply: "serve",
    },
    {
      name: "antd-styles:build",
      apply: "build",
      resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
      load(id) {
        if (id !== `\0${MODULE}`) return null;
        const source = styleSheet();
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `assets/antd-${hash}.css`;
        this.emitFile({ type: "asset", fileName, source });
        return `export default "/${fileName}"`;
      },
      transform: {
        filter: { id: /node_modules\/antd\/es\/.*style/ },
        handler(code) {
          const cuts = generatorCalls(this.parse(code)).map((call) => (call["arguments"] as Node[])[1]);
          let left = code;
          for (const cut of cuts.toReversed()) {
            if (cut) left = `${left.slice(0, cut.start)}() => []${left.slice(cut.end)}`;
          }
          return left === code ? null : { code: left, map: null };
        },
      },
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          for (const id of chunk.moduleIds) {
            const [, folder] = /node_modules\/antd\/es\/([^/]+)\/index\.js$/.exec(id) ?? [];
            if (folder && UNUSED.includes(folder))
              this.error(`antd's ${folder} is used: its styles must not be left out`);
          }
        }
      },
    },
  ];
}
