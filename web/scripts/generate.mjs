// Writes src/api/schema.d.ts from the API's OpenAPI document; with --check it only says whether they agree.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const served = join(web, "..", "api", "openapi.json");
const provisional = join(web, "openapi.provisional.json");
// The provisional document stands in for the paths that the served one does not have yet.
const source =
  "/api/organizations/{organization_id}/batches" in JSON.parse(readFileSync(served, "utf8")).paths
    ? served
    : provisional;
const bin = join(web, "node_modules", "openapi-typescript", "bin", "cli.js");
const check = process.argv.includes("--check") ? ["--check"] : [];

execFileSync(process.execPath, [bin, source, "-o", join(web, "src", "api", "schema.d.ts"), ...check], {
  stdio: "inherit",
});
