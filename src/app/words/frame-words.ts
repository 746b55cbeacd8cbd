import { connection } from "./en/connection.ts";
import { layout } from "./en/layout.ts";
import { addWords } from "./i18n.ts";

// Loaded with the frame around signed-in screens, not with the sign-in page.
addWords("en", { connection, layout });
