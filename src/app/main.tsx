import "./main.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { ErrorBoundary } from "./boot/error-boundary.tsx";
import { preloadSync } from "./boot/open-sync.ts";
import { wipeLeftovers } from "./boot/session-end.ts";
import { registerWhenSettled } from "./boot/update-state.ts";
import { followLanguage } from "./i18n/language.ts";
import { preloadScreenAt } from "./routes/public-screens.ts";
import { auth } from "./state/auth.ts";
import { followSettings, settings } from "./state/settings.ts";

followSettings();
// Begun before anything else that is drawn: where the language can't be loaded, English stays.
const language = followLanguage();

const signedIn = auth.session !== undefined;
if (signedIn) preloadSync();
preloadScreenAt(location.pathname, signedIn);

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");

function draw(at: Element): void {
  createRoot(at).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
}

// A teardown that was cut short is completed before anyone can sign in (AUTH-14).
if (!signedIn) void wipeLeftovers().finally(() => draw(root));
else if (settings.kept.language === "en") draw(root);
else void language.finally(() => draw(root));

registerWhenSettled();
