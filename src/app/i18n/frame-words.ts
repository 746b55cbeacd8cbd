import { connection } from "./en/connection.ts";
import { layout } from "./en/layout.ts";
import { i18n } from "./i18n.ts";

// The words of the frame around signed-in screens come with it, not with the sign-in page.
i18n.addResourceBundle("en", "connection", connection);
i18n.addResourceBundle("en", "layout", layout);
