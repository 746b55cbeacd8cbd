import { boot } from "./en/boot.ts";
import { common } from "./en/common.ts";
import { addWords } from "./i18n.ts";

// What is said before anything else could be loaded.
addWords("en", { boot, common });
