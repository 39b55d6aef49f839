// Weighs what a browser must fetch for a route, gzipped, from the build's manifest; fails above the limit.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 220;
const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8"));

/** A chunk, and everything it imports statically. */
function closure(key, seen) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key].imports ?? []) closure(imported, seen);
  return seen;
}

function weigh(entries) {
  const chunks = new Set();
  for (const entry of entries) {
    if (!manifest[entry]) throw new Error(`${entry} is not in the manifest`);
    closure(entry, chunks);
  }
  let bytes = 0;
  for (const key of chunks) bytes += gzipSync(readFileSync(join(dist, manifest[key].file)), { level: 9 }).length;
  return bytes / 1000;
}

/** The largest language counts. */
function texts(...namespaces) {
  return ["zh-CN", "en-US", "id-ID"].map((language) =>
    namespaces.map((namespace) => `src/i18n/locales/${language}/${namespace}.json`),
  );
}

const base = ["index.html"];
const shell = ["src/app/ComponentLibrary.tsx", "src/app/shell/Shell.tsx"];
const common = ["common", "shell", "errors"];
const routes = {
  "/login": { entries: ["src/features/auth/routes/LoginRoute.tsx"], namespaces: [...common, "auth"], limited: true },
  "/register": {
    entries: ["src/features/auth/routes/RegisterRoute.tsx"],
    namespaces: [...common, "auth"],
    limited: true,
  },
  "/welcome": {
    entries: [...shell, "src/features/welcome/routes/WelcomeRoute.tsx"],
    namespaces: [...common, "welcome"],
  },
  "/jobs": {
    entries: [...shell, "src/features/jobs/routes/JobsRoute.tsx"],
    namespaces: [...common, "jobs"],
  },
  "/evaluate": {
    entries: [...shell, "src/features/evaluate/routes/EvaluateRoute.tsx"],
    namespaces: [...common, "evaluate", "evaluation"],
  },
  "/ai-review": {
    entries: [...shell, "src/features/ai-review/routes/ReviewRoute.tsx"],
    namespaces: [...common, "review", "evaluation"],
  },
};

let tooLarge = false;
for (const [route, { entries, namespaces, limited }] of Object.entries(routes)) {
  const kilobytes = Math.max(...texts(...namespaces).map((words) => weigh([...base, ...entries, ...words])));
  const over = limited && kilobytes > LIMIT_KB;
  tooLarge ||= over;
  console.log(
    `${route.padEnd(12)} ${kilobytes.toFixed(1).padStart(7)} kB gzip${limited ? ` (limit ${LIMIT_KB})` : ""}`,
  );
}
if (tooLarge) {
  console.error("The first route is larger than its limit.");
  process.exit(1);
}
