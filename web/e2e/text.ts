// The app's texts by key, so that tests do not depend on wording.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createInstance } from "i18next";
import type { Language } from "../src/i18n/languages";
import type { Resources } from "../src/i18n/resources";
import { VALUE_SPACING, valueSpacing } from "../src/i18n/valueSpacing";

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${"one" | "other"}` ? Base : Key;

/** Every text of the app: `namespace:key`, plural forms by their common key. */
export type TextKey = {
  [Namespace in keyof Resources]: `${Namespace}:${WithoutPlural<keyof Resources[Namespace] & string>}`;
}[keyof Resources];

type Values = Record<string, string | number>;

const LOCALES = fileURLToPath(new URL("../src/i18n/locales", import.meta.url));
const GAP = "\u0000";

const resources = Object.fromEntries(
  readdirSync(LOCALES).map((language) => [
    language,
    Object.fromEntries(
      readdirSync(`${LOCALES}/${language}`).map((file) => [
        file.replace(".json", ""),
        JSON.parse(readFileSync(`${LOCALES}/${language}/${file}`, "utf8")),
      ]),
    ),
  ]),
);

/** Every key with two parts or more, without its namespace; on a page it means a missing text. */
export const TEXT_KEYS: ReadonlySet<string> = new Set(
  Object.values(resources)
    .flatMap((namespaces) => Object.values(namespaces as Record<string, object>))
    .flatMap((texts) => Object.keys(texts))
    .filter((key) => key.includes(".")),
);

const i18n = createInstance();
i18n.use(valueSpacing).init({
  resources,
  lng: "zh-CN",
  fallbackLng: false,
  initAsync: false,
  keySeparator: false,
  nsSeparator: ":",
  ...VALUE_SPACING,
  missingInterpolationHandler: () => GAP,
});

function translate(key: TextKey, values: Values | undefined, language: Language): string {
  // TextKey types the keys already; i18next's own types would check each namespace against its default.
  const t = i18n.getFixedT(language) as unknown as (key: string, values?: Values) => string;
  const found = t(key, values);
  if (found === key.slice(key.indexOf(":") + 1)) throw new Error(`${language} has no text ${key}`);
  return found.replace(/<\/?\w+>/g, "");
}

/** The text as shown on screen. */
export function text(key: TextKey, values?: Values, language: Language = "zh-CN"): string {
  const found = translate(key, values, language);
  if (found.includes(GAP)) throw new Error(`${key} needs more values: ${found.replaceAll(GAP, "…")}`);
  return found;
}

/** The text as a pattern; values that are not given match anything. */
export function pattern(key: TextKey, values?: Values, language: Language = "zh-CN"): RegExp {
  const parts = translate(key, values, language).split(GAP);
  return new RegExp(parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join(".*"));
}

/** Matches any one of the texts. */
export function either(...keys: TextKey[]): RegExp {
  return new RegExp(keys.map((key) => pattern(key).source).join("|"));
}
