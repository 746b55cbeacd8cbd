import { withheld } from "./en/withheld.ts";
import { addWords } from "./i18n.ts";

// Few browsers withhold anything: they come with the notice that says them.
addWords("en", { withheld });
