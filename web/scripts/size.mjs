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
const common = ["common", "shell", "errors"];
const shell = ["src/app/layouts/ComponentLibrary.tsx", "src/app/layouts/Shell.tsx"];

/** A route by its component, below `src/features`, and the texts it brings. */
function route(component, namespaces, frame = shell) {
  return { entries: [...frame, `src/features/${component}.tsx`], namespaces: [...common, ...namespaces] };
}

const routes = {
  "/login": { ...route("auth/routes/LoginRoute", ["auth"], []), limited: true },
  "/register": { ...route("auth/routes/RegisterRoute", ["auth"], []), limited: true },
  "/accept-invitation": { ...route("auth/routes/InvitationRoute", ["auth"], []), limited: true },
  "/welcome": route("welcome/routes/WelcomeRoute", ["welcome"]),
  "/jobs": route("jobs/routes/JobsRoute", ["jobs"]),
  "/evaluate": route("evaluate/routes/EvaluateRoute", ["evaluate", "evaluation"]),
  "/ai-review": route("ai-review/routes/ReviewRoute", ["review", "evaluation"]),
  "/account": route("account/routes/AccountRoute", ["account"]),
  "/organization": route("organization/routes/OrganizationRoute", ["organization"]),
  "/organization/create": route("organization/routes/CreateRoute", ["organization"], []),
  "/organization/select": route("organization/routes/SelectRoute", ["organization"], []),
  "/organization/settings": route("organization/routes/SettingsRoute", ["organization"]),
  "/organization/members": route("organization/routes/MembersRoute", ["organization"]),
  "/organization/permissions": route("organization/routes/PermissionsRoute", ["organization"]),
};

let tooLarge = false;
for (const [path, { entries, namespaces, limited }] of Object.entries(routes)) {
  const kilobytes = Math.max(...texts(...namespaces).map((words) => weigh([...base, ...entries, ...words])));
  const over = limited && kilobytes > LIMIT_KB;
  tooLarge ||= over;
  console.log(`${path.padEnd(25)} ${kilobytes.toFixed(1).padStart(7)} kB gzip${limited ? ` (limit ${LIMIT_KB})` : ""}`);
}
if (tooLarge) {
  console.error("The first route is larger than its limit.");
  process.exit(1);
}
