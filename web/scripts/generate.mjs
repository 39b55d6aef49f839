// Generates src/lib/api/schema.d.ts from the API's OpenAPI document; with --check it only compares them.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const source = join(web, "..", "api", "openapi.json");
const bin = join(web, "node_modules", "openapi-typescript", "bin", "cli.js");
const check = process.argv.includes("--check") ? ["--check"] : [];

execFileSync(process.execPath, [bin, source, "-o", join(web, "src", "lib", "api", "schema.d.ts"), ...check], {
  stdio: "inherit",
});
