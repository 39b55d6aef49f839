// Builds the app into dist/, which the release binary carries; in development /api goes to a local server.
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const API = process.env["BOLE_URL"] ?? "http://127.0.0.1:7080";

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    port: 5173,
    // The API takes changes only from its own origin, so the proxy speaks in its name.
    proxy: { "/api": { target: API, changeOrigin: true, headers: { Origin: API } } },
  },
  build: { manifest: true, target: "es2023", chunkSizeWarningLimit: 900 },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    restoreMocks: true,
  },
});
