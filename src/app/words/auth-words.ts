import { auth } from "./en/auth.ts";
import { addWords } from "./i18n.ts";

// Loaded with the screens and dialogs that ask for a PIN, not at every start.
addWords("en", { auth });
