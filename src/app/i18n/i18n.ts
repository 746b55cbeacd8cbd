import { createInstance } from "i18next";
import { initReactI18next } from "react-i18next";
import { auth } from "./en/auth.ts";
import { boot } from "./en/boot.ts";
import { common } from "./en/common.ts";
import type { Words } from "./words.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Words;
    returnNull: false;
  }
}

export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: "en",
  fallbackLng: "en",
  defaultNS: "common",
  resources: { en: { auth, boot, common } },
  initAsync: false,
  // React escapes what it draws.
  interpolation: { escapeValue: false },
});
