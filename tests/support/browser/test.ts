/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern which fixtures a fixture needs. */
import { test as base, expect, type Page } from "@playwright/test";
import type { BusyHost } from "./busy-host.ts";
import { HostFront } from "./host-front.ts";
import { HostProcess } from "./host-process.ts";
import { watchPages } from "./page-watch.ts";
import { PlayedHost } from "./played-host.ts";
import { copySeededData } from "./seeded-data.ts";
import { signInAt, type Session } from "./truth.ts";

interface WorkerFixtures {
  /** The host, one per worker; only tests change its data. */
  readonly host: HostProcess;
  /** The proxy at `host`'s origin, through which `played` can answer instead. */
  readonly front: HostFront;
  /** The first admin's session at `host`. */
  readonly session: Session;
  /** The pages' own origin: `host`'s. */
  readonly origin: string;
}

interface TestFixtures {
  /** A host for this test alone, to be stopped and started at will. */
  readonly ownHost: HostProcess;
  /** A host for this test alone, in the test's process: rows arrive on demand. */
  readonly busyHost: BusyHost;
  /** Further origins that this test's pages may call. */
  readonly allowedOrigins: string[];
  /** The page with the first admin signed in at `host`; not yet navigated. */
  readonly signedIn: Page;
  /** Replaces the host for all calls of this test's pages; only answers what the test gave it. */
  readonly played: PlayedHost;
}

/** Stores a session in local storage, as a sign-in does. */
export async function keepSession(page: Page, origin: string, { token, user }: Session): Promise<void> {
  // A file of the origin that doesn't start the app.
  await page.goto(`${origin}/icon.svg`);
  await page.evaluate(
    (session) => {
      localStorage.setItem("token", session.token);
      localStorage.setItem("user", session.user);
    },
    { token, user },
  );
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  host: [
    async ({ front }, give) => {
      const data = await copySeededData();
      const host = await HostProcess.start({ ...data, front });
      await give(host);
      await host.stop();
      await data.remove();
    },
    { scope: "worker" },
  ],
  front: [
    async ({}, give) => {
      const front = new HostFront();
      await front.start();
      await give(front);
      await front.stop();
    },
    { scope: "worker" },
  ],
  session: [async ({ host }, give) => give(await signInAt(host)), { scope: "worker" }],
  origin: [async ({ host }, give) => give(host.origin), { scope: "worker" }],
  ownHost: async ({ allowedOrigins }, give) => {
    const data = await copySeededData();
    const host = await HostProcess.start(data);
    allowedOrigins.push(host.origin);
    await give(host);
    await host.stop();
    await data.remove();
  },
  busyHost: async ({ allowedOrigins }, give) => {
    // The whole host, which most of a worker's tests do without.
    const { startBusyHost } = await import("./busy-host.ts");
    const data = await copySeededData();
    const host = await startBusyHost(data);
    allowedOrigins.push(host.origin);
    await give(host);
    await host.stop();
    await data.remove();
  },
  allowedOrigins: async ({}, give) => give([]),
  baseURL: async ({ origin }, give) => give(origin),
  context: async ({ context, origin, allowedOrigins }, give) => {
    const watch = await watchPages(context, () => [origin, ...allowedOrigins]);
    await give(context);
    expect(watch.violations, "policy violations, foreign requests and uncaught errors").toEqual([]);
  },
  signedIn: async ({ page, host, session }, give) => {
    await keepSession(page, host.origin, session);
    await give(page);
  },
  played: async ({ front }, give) => {
    const played = new PlayedHost();
    front.played = played;
    await give(played);
    front.played = undefined;
    expect(played.unexpected, "calls that the test did not foresee").toEqual([]);
  },
});

/** For journeys that need the cached shell. All others block service workers, which saves each page its installation. */
export const testWithShell = test.extend({ serviceWorkers: "allow" });

export { expect };
