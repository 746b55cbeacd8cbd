import type { Plugin } from "vite";
import { manifestOf } from "../src/app/words/manifest-address.ts";
import { manifestWords } from "../src/app/words/manifest-words.ts";
import { paths } from "../src/app/links.ts";
import { type Language, languages } from "../src/app/state/languages.ts";

/** Icons are made by scripts/icons.mjs, screenshots by scripts/screenshots.mjs. */
const icon = (file: string, sizes: string, purpose: "any" | "maskable" | "monochrome") => ({
  src: `/${file}`,
  sizes,
  type: file.endsWith(".svg") ? "image/svg+xml" : "image/png",
  purpose,
});

/** The web app manifest (PWA-1). The id is the same in every language: it is one app. */
function manifestIn(language: Language) {
  const words = manifestWords[language];
  const shortcut = (name: string, url: string, file: string) => ({
    name,
    url,
    icons: [{ src: `/${file}.png`, sizes: "96x96", type: "image/png" }],
  });
  const screenshots = (["wide", "narrow"] as const).flatMap((form) =>
    (["dashboard", "funding"] as const).map((screen) => ({
      src: `/screenshots/${screen}-${form}.webp`,
      sizes: form === "wide" ? "1280x800" : "780x1688",
      type: "image/webp",
      form_factor: form,
      label: words.screenshots[screen],
    })),
  );
  return {
    id: "/",
    lang: language,
    dir: "ltr",
    name: words.name,
    short_name: "Counterfoil",
    description: words.description,
    start_url: paths.home,
    scope: "/",
    display: "standalone",
    background_color: "#fbfaf7",
    theme_color: "#0d6b5c",
    categories: ["business", "finance", "productivity"],
    // A second launch focuses the open window, and keeps what is typed in it (src/app/frame/background/launches.tsx).
    launch_handler: { client_mode: ["focus-existing", "auto"] },
    icons: [
      icon("icon.svg", "any", "any"),
      icon("icon-192.png", "192x192", "any"),
      icon("icon-512.png", "512x512", "any"),
      icon("icon-maskable.svg", "any", "maskable"),
      icon("icon-maskable-192.png", "192x192", "maskable"),
      icon("icon-maskable-512.png", "512x512", "maskable"),
      icon("icon-monochrome.svg", "any", "monochrome"),
      icon("icon-monochrome-512.png", "512x512", "monochrome"),
    ],
    shortcuts: [
      shortcut(words.shortcuts.funding, paths.funding, "shortcut-funding"),
      shortcut(words.shortcuts.users, paths.users, "shortcut-users"),
      shortcut(words.shortcuts.transactions, paths.dashboard, "shortcut-transactions"),
      shortcut(words.shortcuts.giftCards, paths.giftCardRates, "shortcut-gift-cards"),
    ],
    screenshots,
  };
}

/** Emits a manifest per language, and links the English one. */
export const manifests = (): Plugin => ({
  name: "counterfoil-manifests",
  apply: "build",
  transformIndexHtml: () => [{ tag: "link", attrs: { rel: "manifest", href: manifestOf("en") }, injectTo: "head" }],
  generateBundle() {
    for (const language of languages)
      this.emitFile({ type: "asset", fileName: manifestOf(language).slice(1), source: JSON.stringify(manifestIn(language)) });
  },
});
