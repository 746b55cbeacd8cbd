import { passkeys } from "./en/passkeys.ts";
import { addWords } from "./i18n.ts";

// They come with the first part that speaks of passkeys.
addWords("en", { passkeys });
