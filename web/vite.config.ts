// Builds the app into dist/; in development /api is proxied to a local server.
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { antdStyles } from "./antdStyles.ts";
import { importFiles } from "./importFiles.ts";
import { libraryParts } from "./libraryParts.ts";

const API = process.env["BOLE_URL"] ?? "http://127.0.0.1:7080";

const PDFJS = fileURLToPath(new URL("./node_modules/pdfjs-dist", import.meta.url));
/** What pdf.js loads if a PDF has no fonts or character maps of its own. */
const PDFJS_FOLDERS = ["cmaps", "standard_fonts", "wasm"];

/** Serves those files under assets/pdfjs/, so that no third party receives requests. */
function pdfjsResources(): Plugin {
  return {
    name: "pdfjs-resources",
    async generateBundle() {
      for (const folder of PDFJS_FOLDERS) {
        for (const name of await readdir(join(PDFJS, folder))) {
          const source = await readFile(join(PDFJS, folder, name));
          this.emitFile({ type: "asset", fileName: `assets/pdfjs/${folder}/${name}`, source });
        }
      }
    },
    configureServer(server) {
      for (const folder of PDFJS_FOLDERS) {
        server.middlewares.use(`/assets/pdfjs/${folder}`, (request, response) => {
          createReadStream(join(PDFJS, folder, basename(request.url ?? "")))
            .on("error", () => response.end())
            .pipe(response);
        });
      }
    },
  };
}

/** Large chunks of which few functions are called; compiling them lazily is faster. */
const COMPILED_ON_CALL = /^(PdfView|DocxView|Chart)/;

/** Makes Chromium compile all functions of a file when it loads and off the main thread, not each at its first call. */
function compileHints(): Plugin {
  return {
    name: "compile-hints",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "chunk" || COMPILED_ON_CALL.test(file.name)) continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}

/**
 * Groups of code that is used together: dozens of small chunks compress worse and cost a request each. A group
 * contains its matches with all their imports; earlier groups take precedence. Everything else is split by route.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "entry", tags: ["$initial"], test: /node_modules|src[\\/](lib|ui|i18n|entities|app)[\\/]/ },
  // Used by guest pages and all others.
  { name: "shared", test: /src[\\/](i18n[\\/](format|dateStyle)|ui[\\/](errorText|usePageTitle))|createLucideIcon/ },
  // Pages before sign-in, without the component library.
  { name: "guest", test: /src[\\/](features[\\/]auth[\\/]routes[\\/]LoginRoute|ui[\\/]lite[\\/])/ },
  // Used on every signed-in page.
  {
    name: "frame",
    test: /src[\\/](app[\\/]layouts[\\/](Shell|ComponentLibrary)|ui[\\/](states|keyboard|PageHeader|LinkButton|useActionToast))/,
  },
];

export default defineConfig({
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset({ compilationMode: "annotation" })] }),
    libraryParts(),
    antdStyles(),
    importFiles(),
    pdfjsResources(),
    compileHints(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    port: 5173,
    // The API accepts changes only from its own origin, so the proxy sets it.
    proxy: { "/api": { target: API, changeOrigin: true, headers: { Origin: API } } },
  },
  build: {
    manifest: true,
    target: "es2023",
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: { codeSplitting: { groups: GROUPS.map((group, at) => ({ ...group, priority: GROUPS.length - at })) } },
    },
  },
  test: {
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ["src/testing/setup.ts"],
    // Files share the modules of their worker; `resetAppState` puts shared state back after each test.
    isolate: false,
    // By default one core stays free for a person at the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: "logic",
          environment: "node",
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.dom.test.ts"],
          // A worker goes on with the next file only within its project, so shuffled projects may not mix.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          environment: "jsdom",
          include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
          setupFiles: ["src/testing/setup-dom.ts"],
          // Rendering antd takes long on a busy machine.
          testTimeout: 180_000,
        },
      },
    ],
  },
});
