import { gateway } from "./en/gateway.ts";
import { addWords } from "./i18n.ts";

// Rarely needed at start: loaded with the notice that uses them.
addWords("en", { gateway });
