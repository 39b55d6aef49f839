// Layers: app > features > entities > ui > lib, i18n. Imports go down, without cycles.
import { expect, it } from "vitest";

const files = import.meta.glob<string>("./**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const sources = new Map(
  Object.entries(files)
    .map(([path, text]) => [path.replace("./", ""), text] as const)
    .filter(([path]) => !/\.test\.tsx?$|^testing\/|\.d\.ts$/.test(path)),
);

/** Layers from the top down; folders in one row may import each other. */
const ROWS = [["app"], ["features"], ["entities"], ["ui"], ["lib", "i18n"]];

function rowOf(path: string): number {
  const [folder = ""] = path.split("/");
  const row = ROWS.findIndex((folders) => folders.includes(folder));
  // main.tsx is above all layers.
  return path.includes("/") ? row : -1;
}

/** Resolves a module specifier to a path under src without extension; null for packages. */
function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

interface Import {
  path: string;
  /** Whether it is a static import of a value, neither a type nor a lazy import. */
  isStatic: boolean;
}

function importsOf(path: string, text: string): Import[] {
  const found = [...text.matchAll(/(?:\b(?:import|export)\b( type)?\b[^;"]*?\bfrom |\bimport |\bimport\()"([^"]+)"/g)];
  return found.flatMap(([whole, isType, specifier = ""]) => {
    const target = resolve(path, specifier.replace(/\?.*$/, ""));
    if (target === null) return [];
    const file = [target, `${target}.ts`, `${target}.tsx`].find((one) => sources.has(one));
    return file ? [{ path: file, isStatic: !isType && !whole.startsWith("import(") }] : [];
  });
}

const imports = new Map([...sources].map(([path, text]) => [path, importsOf(path, text)]));

it("covers every folder and most imports", () => {
  expect([...sources.keys()].filter((path) => path.includes("/") && rowOf(path) < 0)).toEqual([]);
  expect([...imports.values()].flat().length).toBeGreaterThan(1_500);
});

it("has no upward imports", () => {
  const upward = [...imports].flatMap(([path, targets]) =>
    targets.filter((target) => rowOf(target.path) < rowOf(path)).map((target) => `${path} imports ${target.path}`),
  );
  expect(upward).toEqual([]);
});

it("keeps features apart", () => {
  const feature = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1];
  const sideways = [...imports].flatMap(([path, targets]) =>
    targets
      .filter((target) => feature(path) && feature(target.path) && feature(target.path) !== feature(path))
      .map((target) => `${path} imports ${target.path}`),
  );
  expect(sideways).toEqual([]);
});

it("has one kit on a page: lite controls are for pages without the component library", () => {
  const withoutLibrary =
    /^(?:features\/(?:auth|legal|booking|offer-page)\/|features\/organization\/routes\/(?:Create|Select)Route|entities\/organization\/components\/OrganizationForm)/;
  const both = /^(?:ui\/(?:lite|kit)\/|features\/style-guide\/)/;
  const control = /^ui\/lite\/Lite(?:Button|Check|Dialog|Field|Select)\./;
  const mixed = [...imports].flatMap(([path, targets]) =>
    targets
      .filter((target) => control.test(target.path) && !withoutLibrary.test(path) && !both.test(path))
      .map((target) => `${path} imports ${target.path}`),
  );
  expect(mixed).toEqual([]);
});

it("has no import cycles", () => {
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(" > "));
      return;
    }
    state.set(path, "open");
    for (const target of imports.get(path) ?? []) if (target.isStatic) visit(target.path, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of sources.keys()) visit(path, []);
  expect(circles).toEqual([]);
});
