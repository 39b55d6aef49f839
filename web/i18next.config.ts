// Which texts the i18n checks read and where they must be found.
import { defineConfig } from "i18next-cli";

export default defineConfig({
  locales: ["en-US", "zh-CN", "id-ID"],
  extract: {
    input: ["src/**/*.{ts,tsx}"],
    ignore: ["src/**/*.test.{ts,tsx}", "src/lib/api/schema.d.ts"],
    output: "src/i18n/locales/{{language}}/{{namespace}}.json",
    primaryLanguage: "en-US",
    defaultNS: "common",
    keySeparator: false,
    nsSeparator: ":",
    indentation: 2,
    sort: true,
    ignoredAttributes: [
      "className",
      "data-testid",
      "name",
      "type",
      "href",
      "to",
      "rel",
      "viewBox",
      "d",
      "autoComplete",
    ],
    // Codes come from the server and are looked up by value.
    preservePatterns: [
      "errors:*",
      "evaluate:reason.*",
      "evaluate:suggestion.*",
      "evaluate:category.*",
      "evaluate:category_suggestion.*",
      "evaluate:queue.left_*",
      "common:level.*",
      "common:verdict.*",
      "common:task.*",
      "common:stage.*",
      "common:role.*",
      "common:kind.*",
      "shell:role.*",
      "shell:role_note.*",
      "organization:page.*",
      "organization:resource.*",
      "organization:action.*",
    ],
  },
});
