// The chunks of each route's first view, from the build's manifest; used for the size check and for preloading.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ROUTES } from "../src/lib/routes/manifest.ts";

export const DIST = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
export const LANGUAGES = ["zh-CN", "en-US", "id-ID"];

const manifest = JSON.parse(readFileSync(join(DIST, ".vite", "manifest.json"), "utf8"));

const PAGE = ["index.html"];
const COMMON_TEXTS = ["common", "shell", "errors"];
const SHELL = [
  "src/app/layouts/ComponentLibrary.tsx",
  "src/app/layouts/Shell.tsx",
  "src/app/screenModules.ts",
  "src/i18n/locale.ts",
  "src/lib/listStore.ts",
];
/** Words of the component library and of dates. */
const LIBRARY_TEXTS = {
  "zh-CN": ["node_modules/antd/es/locale/zh_CN.js", "node_modules/dayjs/locale/zh-cn.js"],
  "en-US": ["node_modules/antd/es/locale/en_US.js"],
  "id-ID": ["node_modules/antd/es/locale/id_ID.js", "node_modules/dayjs/locale/id.js"],
};

/** A chunk and all its static imports. */
function closure(key, seen) {
  if (seen.has(key)) return seen;
  if (!manifest[key]) throw new Error(`${key} is not in the manifest`);
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
}

/** The scripts and style sheets of these entries with all their imports. */
export function filesOf(entries) {
  const seen = new Set();
  for (const entry of entries) closure(entry, seen);
  return new Set([...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
}

/** The routes with their chunks: the page, the shell and the route itself, and the texts by language. */
export function routes() {
  return Object.values(ROUTES).map(({ path, screen, access, namespaces, layout, limitKb }) => {
    const [feature, component] = screen.split("/");
    const isBare = layout === "bare";
    const texts = (language) => [
      ...[...COMMON_TEXTS, ...namespaces].map((namespace) => `src/i18n/locales/${language}/${namespace}.json`),
      ...(isBare ? [] : LIBRARY_TEXTS[language]),
    ];
    return {
      path,
      isGuest: access === "guest" || access === "public",
      limitKb,
      page: PAGE,
      code: [...(isBare ? [] : SHELL), `src/features/${feature}/routes/${component}.tsx`],
      texts: Object.fromEntries(LANGUAGES.map((language) => [language, texts(language)])),
    };
  });
}
