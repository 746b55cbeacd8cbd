import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lookForVersion, type NewVersion, registerWorker } from "../../src/sw/register.ts";

// Its Node build lacks named exports.
vi.mock("workbox-window", () => ({ messageSW: async () => undefined }));

class FakeWorker extends EventTarget {
  state = "installing";
  postMessage = vi.fn<(message: unknown) => void>();
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  active: FakeWorker | null = null;
  update = (): Promise<void> => Promise.resolve();
  find(): FakeWorker {
    this.installing = new FakeWorker();
    this.dispatchEvent(new Event("updatefound"));
    return this.installing;
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function fakeBrowser(register: () => Promise<FakeRegistration>) {
  const asked: number[] = [];
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register: () => {
      asked.push(Date.now());
      return register();
    },
    getRegistration: register,
  });
  vi.stubGlobal("navigator", Object.create(navigator, { serviceWorker: { value: container }, locks: { value: undefined } }));
  return asked;
}

const pauses = (asked: readonly number[]): number[] => asked.slice(1).map((at, index) => Math.round((at - (asked[index] ?? 0)) / 1000));

test("[PWA-2] a worker's first install that fails is tried again, after pauses that grow, until it succeeds", async () => {
  let registration = new FakeRegistration();
  const asked = fakeBrowser(async () => {
    registration = new FakeRegistration();
    registration.installing = new FakeWorker();
    return registration;
  });
  await registerWorker(() => {});
  for (const pause of [5, 15, 60, 300, 900]) {
    registration.installing?.become("redundant");
    await vi.advanceTimersByTimeAsync(pause * 1000);
  }
  expect(pauses(asked)).toEqual([5, 15, 60, 300, 900]);
  registration.installing?.become("installed");
  // Superseded by a later version: no failure.
  registration.installing?.become("redundant");
  await vi.advanceTimersByTimeAsync(3_000_000);
  expect(asked).toHaveLength(6);
});

test("[PWA-2] a worker that a server doesn't give, or gives a page for, is asked for again", async () => {
  let answers = 0;
  const asked = fakeBrowser(async () => {
    answers += 1;
    if (answers === 1) throw new TypeError("Failed to fetch");
    if (answers === 2) throw new DOMException("unsupported MIME type ('text/html')", "SecurityError");
    return new FakeRegistration();
  });
  await registerWorker(() => {});
  await vi.advanceTimersByTimeAsync(3_000_000);
  expect(pauses(asked)).toEqual([5, 15]);
});

test("[PWA-2] a start that no worker controls, as after a forced reload, has the active one renew what it keeps", async () => {
  const registration = new FakeRegistration();
  registration.active = new FakeWorker();
  fakeBrowser(async () => registration);
  await registerWorker(() => {});
  expect(registration.active.postMessage).toHaveBeenCalledExactlyOnceWith({ is: "sweep" });
});

test("[PWA-3] an update that fails to install is tried again, too", async () => {
  const registration = new FakeRegistration();
  registration.active = new FakeWorker();
  const update = vi.spyOn(registration, "update");
  fakeBrowser(async () => registration);
  await registerWorker(() => {});
  registration.find().become("redundant");
  expect(update).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5000);
  expect(update).toHaveBeenCalledOnce();
});

test("[PWA-3] updates that fail while a retry is waiting, as each tab and each hour asks for one, add no retries", async () => {
  const registration = new FakeRegistration();
  registration.active = new FakeWorker();
  const update = vi.spyOn(registration, "update");
  fakeBrowser(async () => registration);
  await registerWorker(() => {});
  for (const found of [1, 2, 3]) {
    registration.find().become("redundant");
    await vi.advanceTimersByTimeAsync(found);
  }
  await vi.advanceTimersByTimeAsync(300_000);
  expect(update).toHaveBeenCalledOnce();
});

test("[PWA-3] a browser that refuses registrations, as with cookies blocked, makes no error of a look for a version", async () => {
  fakeBrowser(() => Promise.reject(new DOMException("The operation is insecure.", "SecurityError")));
  await expect(lookForVersion()).resolves.toBeUndefined();
});

test("[PWA-3] a version that came while the machine slept, or the app was suspended, is looked for within a minute", async () => {
  const registration = new FakeRegistration();
  registration.active = new FakeWorker();
  const update = vi.spyOn(registration, "update");
  fakeBrowser(async () => registration);
  await registerWorker(() => {});
  // Awake for minutes at a time, with hours between in which timers stand still.
  await vi.advanceTimersByTimeAsync(300_000);
  expect(update).not.toHaveBeenCalled();
  for (const looks of [1, 2]) {
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(update).toHaveBeenCalledTimes(looks);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(update, "no more than once an hour").toHaveBeenCalledTimes(looks);
  }
});

test("[PWA-3] a version that waits is asked to take over in the words of 0.1.0, too: after a rollback it is the one that waits", async () => {
  const registration = new FakeRegistration();
  registration.active = new FakeWorker();
  const waiting = (registration.waiting = new FakeWorker());
  fakeBrowser(async () => registration);
  const found = vi.fn<(version: NewVersion) => void>();
  await registerWorker(found);
  await vi.waitFor(() => expect(found).toHaveBeenCalled());
  found.mock.calls[0]?.[0].update();
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ is: "take over", type: "SKIP_WAITING" }));
});
