import { render, renderHook, waitFor } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, vi } from "vitest";
import { fakeSession } from "./fake-login.ts";
import { FetchedXhr } from "./fetched-xhr.ts";
import type { PlayedCalls } from "./played-calls.ts";
import { networkTo } from "./played-network.ts";

export interface Boot {
  /** The path to open. */
  readonly path?: string;
  /** The session: by default a fresh admin with an empty cache; "nobody" is signed out. */
  readonly session?: ReturnType<typeof fakeSession> | "nobody";
  /** config.json's content, or how the server answers a request for it. */
  readonly config?: object | (() => Promise<Response>);
}

let boots = 0;

/**
 * Boots the whole app, from config.json to the screen, on an in-memory IndexedDB. The host only answers calls that the test gave
 * `host`; any other call fails the test at its end.
 */
export async function bootApp(host: PlayedCalls, { path = "/", session, config = {} }: Boot = {}): Promise<{ readonly user: UserEvent }> {
  const over = new AbortController();
  vi.stubGlobal("fetch", networkTo(host, config, over.signal));
  vi.stubGlobal("XMLHttpRequest", FetchedXhr);
  boots += 1;
  const chosen = session ?? fakeSession(new Date(), {}, `admin-${boots}`);
  localStorage.clear();
  if (chosen !== "nobody") {
    localStorage.setItem("token", chosen.token);
    localStorage.setItem("user", chosen.user);
  }
  // A download of the test before has left for its blob.
  Reflect.get(window, "happyDOM").setURL("http://localhost:3000/");
  history.replaceState(null, "", path);
  // As on a reload: the app reads local storage and config.json while its modules load.
  vi.resetModules();
  const { takeEarlyKeys } = await import("../../src/app/state/early-keys.ts");
  const { App } = await import("../../src/app/start/app.tsx");
  const { ErrorBoundary } = await import("../../src/app/ui/error-boundary.tsx");
  await import("../../src/app/words/start-words.ts");
  const { unmount } = render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  );
  onTestFinished(() => {
    over.abort();
    unmount();
    // The document outlives this app, which would go on taking the next one's keys.
    takeEarlyKeys();
    expect(host.unexpected, "calls that the test did not foresee").toEqual([]);
  });
  return { user: userEvent.setup() };
}

/** Waits until the app has rendered its first screen and was idle: what works unseen in the background starts then. */
export async function untilStanding(): Promise<void> {
  const { useStanding } = await import("../../src/app/state/standing.tsx");
  const { result } = renderHook(useStanding);
  await waitFor(() => expect(result.current).toBe(true));
}
