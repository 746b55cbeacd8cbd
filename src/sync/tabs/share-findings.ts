import type { Host } from "../wire/host.ts";
import type { TabLine, TabMessage } from "./tabs.ts";

/** "Reached" is repeated at most this often, in ms; state changes are sent at once. */
const againAfterMs = 5000;

/** Shares this tab's findings (host reach, failures) with the other tabs; the returned function adopts theirs. */
export function shareFindings(host: Host, line: () => TabLine, signal: AbortSignal): (message: TabMessage) => void {
  let told: { is: string; at: number } = { is: "unknown", at: 0 };
  let listening = false;
  const endings = [
    host.reach.subscribe(() => {
      const { state } = host.reach;
      const now = host.clock.now();
      const isNews = state.is !== told.is || (state.is === "reached" && now - told.at >= againAfterMs);
      if (!isNews) return;
      told = { is: state.is, at: now };
      if (!listening) line().post({ is: "reach", reach: state });
    }),
    host.trouble.subscribe(() => {
      const trouble = host.trouble.get();
      if (trouble && !listening) line().post({ is: "trouble", trouble });
    }),
    host.recovered.subscribe(() => {
      const recovered = host.recovered.get();
      if (recovered && !listening) line().post({ is: "recovered", ...recovered });
    }),
  ];
  signal.addEventListener("abort", () => endings.forEach((end) => end()));
  return (message) => {
    listening = true;
    if (message.is === "reach") host.reach.adopt(message.reach);
    else if (message.is === "trouble") host.trouble.set(message.trouble);
    else if (message.is === "recovered") host.recovered.set({ key: message.key });
    else if (message.is === "anew") host.beginAnew(message.call);
    else if (message.is === "life") host.live.lastAt.set(message.at);
    else if (message.is === "asked") host.live.asked.set({ views: message.views });
    listening = false;
  };
}
