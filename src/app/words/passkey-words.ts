import { passkeys } from "./en/passkeys.ts";
import { addWords } from "./i18n.ts";

// Loaded with the first part that mentions passkeys.
addWords("en", { passkeys });
