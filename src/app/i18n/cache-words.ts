import { cache } from "./en/cache.ts";
import { addWords } from "./i18n.ts";

// Said with nothing more to load, but only to who has signed in.
addWords("en", { cache });
