// Draws all of the app's icons from public/icon.svg, and the shortcuts' from the menu's glyphs.
// Run after changing the mark: node scripts/icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { needChromium } from "./chromium.mjs";

const folder = new URL("../public/", import.meta.url);
const accent = "#0d6b5c";
const slip = /\bd="([^"]+)"/.exec(readFileSync(new URL("icon.svg", folder), "utf8"))?.[1];
if (!slip) throw new Error("public/icon.svg has no path to draw from");

/** @param {string} inside */
const svg = (inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`;
/** @param {string} colour */
const mark = (colour) => `<path fill="${colour}" fill-rule="evenodd" d="${slip}"/>`;
const ground = `<path fill="${accent}" d="M0 0h24v24H0z"/>`;
/** Every mask keeps the middle 80 %; the slip's corners are inside it. */
const masked = svg(`${ground}<g transform="translate(4.32 4.32) scale(.64)">${mark("#fff")}</g>`);
const monochrome = svg(`<g transform="translate(2.4 2.4) scale(.8)">${mark("#000")}</g>`);

const icons = ["icons.tsx", "more-icons.ts"]
  .map((file) => readFileSync(new URL(`../src/app/ui/${file}`, import.meta.url), "utf8"))
  .join("\n");
/** @param {string} name */
const shortcut = (name) => {
  const path = new RegExp(`const ${name} = icon\\(\\s*"([^"]+)"`).exec(icons)?.[1];
  if (!path) throw new Error(`src/app/ui has no icon ${name}`);
  const stroke = 'fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
  return svg(`<circle cx="12" cy="12" r="12" fill="${accent}"/><path transform="translate(6 6) scale(.5)" ${stroke} d="${path}"/>`);
};

writeFileSync(new URL("icon-maskable.svg", folder), `${masked}\n`);
writeFileSync(new URL("icon-monochrome.svg", folder), `${monochrome}\n`);

/** @type {[name: string, drawing: string, size: number][]} */
const pictures = [
  ["icon-192", svg(mark(accent)), 192],
  ["icon-512", svg(mark(accent)), 512],
  ["icon-maskable-192", masked, 192],
  ["icon-maskable-512", masked, 512],
  ["icon-monochrome-512", monochrome, 512],
  // iOS rounds the corners itself, and shows transparency as black.
  ["icon-apple-180", masked, 180],
  ["shortcut-funding", shortcut("Wallet"), 96],
  ["shortcut-users", shortcut("Users"), 96],
  ["shortcut-transactions", shortcut("LayoutDashboard"), 96],
  ["shortcut-gift-cards", shortcut("Gift"), 96],
];

const executablePath = await needChromium();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage();
for (const [name, drawing, size] of pictures) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg:not(svg svg){display:block;width:${size}px;height:${size}px}</style>${drawing}`);
  writeFileSync(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();
