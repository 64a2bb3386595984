import { defineConfig } from "vite";

// The server embeds three files with fixed names; its ETags replace hashes in them.
export default defineConfig({
  base: "/page/",
  build: {
    outDir: "../crates/atlas-server/assets/page",
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    target: ["chrome123", "firefox121", "safari17.5"],
    rollupOptions: {
      output: { entryFileNames: "app.js", assetFileNames: "app[extname]", codeSplitting: false },
    },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/health", "/debug", "/version"].map((path) => [path, "http://127.0.0.1:8888"]),
    ),
  },
});
