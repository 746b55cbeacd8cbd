import { boot } from "./en/boot.ts";
import { common } from "./en/common.ts";
import { addWords } from "./i18n.ts";

// Texts needed before anything else is loaded.
addWords("en", { boot, common });
