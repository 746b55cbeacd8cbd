import { auth } from "./en/auth.ts";
import { addWords } from "./i18n.ts";

// The words of sign-in come with the screens and dialogs that ask for a PIN, not with each start.
addWords("en", { auth });
