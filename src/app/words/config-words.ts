import { config } from "./en/config.ts";
import { addWords } from "./i18n.ts";

// Few starts need them: they come with the page that says them.
addWords("en", { config });
