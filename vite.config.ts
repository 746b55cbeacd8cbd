import react from "@vitejs/plugin-react";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { firstSight } from "./build/first-sight.ts";
import { firstStyles } from "./build/first-styles.ts";
import { lostParts } from "./build/lost-parts.ts";
import { manifests } from "./build/manifest.ts";
import { news } from "./build/news.ts";
import { precache } from "./build/precache.ts";
import { sourcePath } from "./build/source-path.ts";
import { staticStyles } from "./build/static-styles.ts";
import { apiPrefixes } from "./host/http/api-prefixes.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };
const outDir = process.env["APP_DIST"] ?? "dist/app";
// A note in the scripts' names makes a build that shares none with another; the tests of updates need one.
const script = `assets/[name]-[hash:7]${process.env["BUILD_NOTE"] ?? ""}.js`;
const devHost = process.env["DEV_HOST"] ?? "http://localhost:4174";

export default defineConfig({
  resolve: {
    alias: [
      // Its entry for all who may require it as well is written for browsers of ten years ago.
      { find: /^dexie$/, replacement: "dexie/dist/modern/dexie.mjs" },
      // What wouter takes for React before 18, which has no hook of that name.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" },
      // 1.7 kB of the first visit that ofetch never calls here.
      { find: /^(ufo|destr)$/, replacement: sourcePath("src/sync/wire/uncalled-by-ofetch.ts") },
    ],
  },
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir,
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        entryFileNames: script,
        chunkFileNames: script,
        // A start needs few files: each takes a request, and small ones compress badly. What these modules import goes
        // with them, where no group above has it.
        codeSplitting: {
          groups: [
            // The first script must not bring the app with it: it waits for the first sight.
            { name: "preload", test: /vite\/preload-helper|^\0?rolldown\/runtime|src\/sw\/(trusted-types|load-part)\.ts$/, priority: 4 },
            // Both first visits need what the sign-in page's form is made of.
            {
              name: "main",
              test: /src\/app\/(start\/main|ui\/(field|text-field|email-field|password-field|icon-button|touch-area|notice|perforation)|session\/auth\/auth-page)\.tsx?$/,
              priority: 3,
            },
            {
              name: "signed-in",
              test: /src\/app\/(frame\/routes\/signed-in\.tsx|session\/session-parts\.ts)$/,
              priority: 1,
            },
            // With the first passkey, and never with what several screens share.
            { name: "passkeys", test: /src\/sync\/session\/(browser-)?passkeys\.ts$|@simplewebauthn\/browser/, priority: 2 },
            // What several screens share: dozens of scripts of 1 kB each would take longer than their bytes. What works
            // beside the dashboard needs the first two, and not what menus, dialogs and forms are made of.
            { name: "feeds", test: /src\/(sync|db|contract)\//, minShareCount: 2 },
            { name: "hooks", test: /src\/app\/data\//, minShareCount: 3 },
            { name: "parts", test: /src\/app\/(ui|parts|figures|format|state)\/|node_modules/, minShareCount: 3 },
          ],
        },
      },
    },
    cssTarget: ["chrome115", "firefox121", "safari16.4"],
  },
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: script, chunkFileNames: script } } },
  server: {
    // The host allows this origin alone (scripts/dev.mjs).
    strictPort: true,
    // A navigation to one of them is the app's own: both have /register.
    proxy: Object.fromEntries(
      [...apiPrefixes, "config.json"].map((prefix) => [
        `^/${prefix}(/|$|\\?)`,
        {
          target: devHost,
          bypass: (request: { headers: { accept?: string | undefined }; url?: string | undefined }) =>
            request.headers.accept?.includes("text/html") ? request.url : undefined,
        },
      ]),
    ),
  },
  plugins: [
    staticStyles(),
    lostParts(),
    react(),
    firstStyles(),
    firstSight(script),
    manifests(),
    news(process.env["CHANGELOG"] ?? "CHANGELOG.md"),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/sw",
      filename: "worker.ts",
      outDir,
      injectRegister: false,
      registerType: "prompt",
      // One a language: build/manifest.ts makes them.
      manifest: false,
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,png,woff2,webmanifest}", "news.json", "assets/home-*.txt"],
        manifestTransforms: [precache(outDir)],
        // Whoever installs or starts the app fetches them, never a page; icon-192 stands on notifications. The first
        // sight is in the script of the start's own page; alone it is for a page that the worker doesn't serve.
        globIgnores: ["icon-{512,apple,maskable,monochrome}*", "shortcut-*", "assets/first-sight-*"],
      },
    }),
  ],
});
