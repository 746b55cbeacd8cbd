import "./channels.ts";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { watchFields } from "../state/touched-fields.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { preloadSync } from "../frame/open-sync.ts";
import { wipeLeftovers } from "../session/session-end.ts";
import { registerWhenStanding } from "../state/update-state.ts";
import "../words/start-words.ts";
import { showLastLanguage } from "../words/show-last-language.ts";
import { plainPath } from "../links.ts";
import { preloadScreenAt } from "../frame/routes/preload.ts";
import { auth } from "../state/auth.ts";

const signedIn = auth.session !== undefined;
if (signedIn) preloadSync();
preloadScreenAt(plainPath(location.pathname), signedIn);

const root = document.querySelector("#root");
if (!root) throw new Error("no #root");

watchFields();

/** Removes the first sight once the app is drawn; the code is loaded only if there is one. */
async function prepareHandover(at: Element): Promise<void> {
  const firstSight = document.querySelector("#first-sight");
  if (!firstSight) return;
  await import("./first-sight/give-way.ts").then(
    ({ giveWay }) => giveWay(firstSight, at),
    () => firstSight.remove(),
  );
}

function draw(at: Element): void {
  createRoot(at).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
}

if (signedIn) void prepareHandover(root).then(() => draw(root));
// Complete an interrupted teardown before anyone can sign in (AUTH-14).
else void Promise.all([wipeLeftovers(), showLastLanguage()]).finally(() => draw(root));

registerWhenStanding();
