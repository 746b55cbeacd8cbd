import { cache } from "./en/cache.ts";
import { addWords } from "./i18n.ts";

// Rarely needed at start: loaded with the page that uses them.
addWords("en", { cache });
