// Lets src/lib/importFiles.ts load the files of dynamic imports, in place of Vite's own helper.
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const HELPER = fileURLToPath(new URL("./src/lib/importFiles.ts", import.meta.url));
const VITES_HELPER = /vite\/preload-helper/;

export function importFiles(): Plugin {
  return {
    name: "import-files",
    apply: "build",
    transform: {
      filter: { id: VITES_HELPER },
      handler(code) {
        if (!code.includes("__vitePreload")) this.error("Vite's helper for dynamic imports has another name");
        return { code: `export { __vitePreload } from ${JSON.stringify(HELPER)};`, map: null };
      },
    },
  };
}
