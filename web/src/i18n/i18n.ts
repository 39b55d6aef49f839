// i18next with one file per language and namespace, loaded on demand.
import i18next, { type BackendModule, type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { isOffline, whenOnline } from "@/lib/connection";
import { loadPart } from "@/lib/loadPart";
import { chooseLanguage, LANGUAGES, type Language, storedLanguage, storeLanguage } from "./languages";
import type { Namespace } from "./resources";
import { VALUE_SPACING, valueSpacing } from "./valueSpacing";

const files = import.meta.glob<{ default: Record<string, string> }>("./locales/*/*.json");

/** Loads a file, offline as soon as the connection is back. */
async function loadFile(load: NonNullable<(typeof files)[string]>): Promise<Record<string, string>> {
  try {
    return (await loadPart(load)).default;
  } catch (failure) {
    if (!isOffline()) throw failure;
    await whenOnline();
    return (await loadPart(load)).default;
  }
}

const lazyFiles: BackendModule = {
  type: "backend",
  init() {},
  read(language, namespace, done) {
    const load = files[`./locales/${language}/${namespace}.json`];
    if (!load) {
      done(new Error(`no texts for ${language}/${namespace}`), null);
      return;
    }
    loadFile(load).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

/** The language the page begins with. */
export function startLanguage(): Language {
  return chooseLanguage(storedLanguage(), navigator.languages);
}

/** Loads the texts needed by every page before the first render. */
export function startI18n(): Promise<unknown> {
  document.documentElement.lang = startLanguage();
  return i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .use(valueSpacing)
    .init({
      lng: document.documentElement.lang,
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      load: "currentOnly",
      ns: ["common", "shell", "errors"],
      defaultNS: "common",
      keySeparator: false,
      nsSeparator: ":",
      ...VALUE_SPACING,
      react: { useSuspense: true },
    });
}

/** Loads a screen's texts together with its code. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  if (!i18next.isInitialized) {
    // The router requests the first screen before i18next is initialized, which would drop the request.
    const language = startLanguage();
    for (const namespace of namespaces) files[`./locales/${language}/${namespace}.json`]?.().catch(() => {});
    await new Promise((resolve) => i18next.on("initialized", resolve));
  }
  await i18next.loadNamespaces(namespaces);
  // i18next counts texts that failed as loaded, and would show their keys.
  const { language } = i18next;
  await Promise.all(namespaces.map((namespace) => loadMissing(language, namespace)));
}

async function loadMissing(language: string, namespace: Namespace): Promise<void> {
  const load = files[`./locales/${language}/${namespace}.json`];
  if (load && !i18next.hasResourceBundle(language, namespace)) {
    i18next.addResourceBundle(language, namespace, await loadFile(load));
  }
}

/** Texts of offer letters, in any language. */
export async function letterTexts(language: Language): Promise<TFunction<"letter">> {
  const namespace = "letter";
  await loadMissing(language, namespace);
  return i18next.getFixedT(language, namespace) as TFunction<"letter">;
}

/** Texts of failure reasons, for messages of screens that do not load them. */
export async function reasonTexts(): Promise<TFunction<"evaluate">> {
  const namespace = "evaluate";
  await loadTexts(namespace);
  return i18next.getFixedT(i18next.language, namespace) as TFunction<"evaluate">;
}

/** Switches the language everywhere and stores the choice. */
export async function switchLanguage(language: Language): Promise<void> {
  storeLanguage(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
