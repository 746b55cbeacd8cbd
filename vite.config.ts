import react from "@vitejs/plugin-react";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { staticStyles } from "./vite.static-styles.ts";

const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as { version: string };
const devHost = process.env["DEV_HOST"] ?? "http://localhost:4174";

/** The API's first path segments; a navigation to one of them is the app's own (both have /register). */
const apiPrefixes = [
  "adminsignin",
  "register",
  "reset-password",
  "analytics",
  "usermanagement",
  "deleteuser",
  "2FA-Disable",
  "delete-pin",
  "admin",
  "pending",
  "updateuseraddress",
  "funduser",
  "set-fee",
  "marker",
  "onramp",
  "offramp",
  "admingiftcard",
  "asset-markdown",
  "fetching",
  "audit",
  "config.json",
];

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: "dist/app",
    target: "es2023",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    cssTarget: ["chrome115", "firefox121", "safari16.4"],
  },
  worker: { format: "es" },
  server: {
    proxy: Object.fromEntries(
      apiPrefixes.map((prefix) => [
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
    react(),
    VitePWA({
      strategies: "injectManifest",
      srcDir: "src/sw",
      filename: "worker.ts",
      outDir: "dist/app",
      injectRegister: false,
      registerType: "prompt",
      manifest: {
        id: "/",
        name: "Counterfoil",
        short_name: "Counterfoil",
        description: "Back-office for a crypto, naira and gift-card platform",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: "#fbfaf7",
        theme_color: "#0d6b5c",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      injectManifest: {
        globPatterns: ["**/*.{js,css,html,svg,png,woff2,webmanifest}"],
      },
    }),
  ],
});
