import { render } from "@testing-library/react";
import { userEvent, type UserEvent } from "@testing-library/user-event";
import { expect, onTestFinished, vi } from "vitest";
import { fakeSession } from "./fake-login.ts";
import { FetchedXhr } from "./fetched-xhr.ts";
import { PlayedCalls, receivedCall } from "./played-calls.ts";

export interface Boot {
  /** Where the app is opened. */
  readonly path?: string;
  /** Who is signed in: by default a fresh admin with an empty cache; "nobody" opens it signed out. */
  readonly session?: ReturnType<typeof fakeSession> | "nobody";
  /** What config.json says, or how the server answers when asked for it. */
  readonly config?: object | (() => Promise<Response>);
}

/**
 * Answers as a network would. A silent host's answer ends only with the request; once the test is over nothing comes any
 * more, since there is no page left to take it.
 */
function networkTo(host: PlayedCalls, config: NonNullable<Boot["config"]>, over: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname === "/config.json") return typeof config === "function" ? config() : Response.json(config);
    const sent = await request.text();
    const answer = await host.answer(
      receivedCall(request.method, request.url, sent || null, request.headers.get("authorization") ?? undefined),
    );
    if (over.aborted) return new Promise(() => {});
    if (answer.is === "cut") throw new TypeError("Failed to fetch");
    if (answer.is === "silence")
      return new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    return new Response(answer.body ?? JSON.stringify(answer.json ?? {}), {
      status: answer.status ?? 200,
      headers: { "content-type": answer.contentType ?? "application/json", ...answer.headers },
    });
  };
}

let boots = 0;

/**
 * Boots the whole app, from config.json to the screen, on an IndexedDB in memory. The host answers only what the
 * test gave `host`; any other call fails the test when it ends.
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
  history.replaceState(null, "", path);
  // As after a reload: the app reads local storage and config.json while its modules load.
  vi.resetModules();
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
    expect(host.unexpected, "calls that the test did not foresee").toEqual([]);
  });
  return { user: userEvent.setup() };
}
