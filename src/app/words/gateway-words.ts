import { gateway } from "./en/gateway.ts";
import { addWords } from "./i18n.ts";

// Few starts need them: they come with the notice that says them.
addWords("en", { gateway });
