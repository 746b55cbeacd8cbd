import { withheld } from "./en/withheld.ts";
import { addWords } from "./i18n.ts";

// Few browsers withhold anything: loaded with the notice that uses them.
addWords("en", { withheld });
