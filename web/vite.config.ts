// Builds the app into dist/, which the release binary carries; in development /api goes to a local server.
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import babel from "@rolldown/plugin-babel";
import react, { reactCompilerPreset } from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const API = process.env["BOLE_URL"] ?? "http://127.0.0.1:7080";

const PDFJS = fileURLToPath(new URL("./node_modules/pdfjs-dist", import.meta.url));
/** What pdf.js asks for when a PDF brings no fonts or character maps of its own. */
const PDFJS_FOLDERS = ["cmaps", "standard_fonts", "wasm"];

/** Serves those files ourselves, under assets/pdfjs/: a resume is shown without asking anybody else. */
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

/**
 * Code that belongs together travels together: dozens of small chunks compress worse and cost a request each.
 * A group takes what it names with all that imports; an earlier one goes first. What none takes is split by route.
 */
const GROUPS: Rolldown.CodeSplittingGroup[] = [
  { name: "entry", tags: ["$initial"], test: /node_modules|src[\\/](lib|ui|i18n|entities|app)[\\/]/ },
  // Used by guests' pages and by all others.
  { name: "shared", test: /src[\\/](i18n[\\/](format|dateStyle)|ui[\\/](errorText|usePageTitle))|createLucideIcon/ },
  // Pages before signing in, which have no component library.
  { name: "guest", test: /src[\\/](features[\\/]auth[\\/]routes[\\/]LoginRoute|ui[\\/]plain[\\/])/ },
  // What every signed-in page has around it and in it.
  {
    name: "frame",
    test: /src[\\/](app[\\/]layouts[\\/](Shell|ComponentLibrary)|ui[\\/](states|keyboard|PageHeader|LinkButton|useActionToast))/,
  },
];

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset({ compilationMode: "annotation" })] }), pdfjsResources()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    port: 5173,
    // The API takes changes only from its own origin, so the proxy speaks in its name.
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
    projects: [
      {
        extends: true,
        test: {
          name: "logic",
          environment: "node",
          include: ["src/**/*.test.ts"],
          exclude: ["src/**/*.dom.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          environment: "jsdom",
          include: ["src/**/*.test.tsx", "src/**/*.dom.test.ts"],
          setupFiles: ["src/testing/setup-dom.ts"],
          // A page of antd takes its time on a busy machine.
          testTimeout: 180_000,
        },
      },
    ],
  },
});
