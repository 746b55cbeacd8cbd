import { connection } from "./en/connection.ts";
import { layout } from "./en/layout.ts";
import { addWords } from "./i18n.ts";

// The words of the frame around signed-in screens come with it, not with the sign-in page.
addWords("en", { connection, layout });
