import { defineConfig } from "vite";

// Plain `node` can't run TypeScript on Node 20, so the host is built too; its packages stay in node_modules.
export default defineConfig({
  build: {
    ssr: "host/main.ts",
    outDir: "dist/host",
    target: "node20",
    rollupOptions: { output: { entryFileNames: "main.js" } },
    copyPublicDir: false,
  },
});
