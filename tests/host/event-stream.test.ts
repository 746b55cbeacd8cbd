import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EventStream, frame } from "../../host/events/event-stream.ts";
import { Presence } from "../../host/events/presence.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const now = new Date("2026-11-20T12:00:00Z");
const admin = {
  id: "a1",
  email: "ada@example.com",
  name: "Ada Obi",
  role: "admin",
  permissions: permissionsOf.admin,
  sessionId: "s1",
  onlyAddsPasskey: false,
  tokenEndsAt: new Date(now.getTime() + 3_600_000),
} as const;

function openStream() {
  const [cut, ended] = [vi.fn(), vi.fn()];
  const stream = new EventStream(admin, now, { cut, ended });
  const reader = stream.body.getReader();
  const read = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);
  return { stream, cut, ended, reader, read };
}
const change = frame("change", { kind: "user", gone: "u1" }, "A.1");
const changeText = 'event: change\nid: A.1\ndata: {"kind":"user","gone":"u1"}\n\n';

describe("a stream", () => {
  test("[LIVE-1] what waits is handed over together, in order, and then each frame as it comes", async () => {
    const { stream, read } = openStream();
    stream.send(change);
    stream.send(change);
    expect(await read()).toBe(changeText + changeText);
    const next = read();
    stream.send(change);
    expect(await next).toBe(changeText);
  });

  test("[LIVE-3] a comment is sent only where nothing else waits", async () => {
    const { stream, read } = openStream();
    stream.send(change);
    stream.beat();
    expect(await read()).toBe(changeText);
    stream.beat();
    expect(await read()).toBe(":\n\n");
  });

  test("[LIVE-6] a reader that takes nothing for 15 s is cut; one that takes a little keeps its stream", async () => {
    const { stream, cut, ended, read } = openStream();
    for (let at = 0; at < 400; at += 1) stream.send(change);
    vi.advanceTimersByTime(14_000);
    await read();
    vi.advanceTimersByTime(14_000);
    expect(cut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(cut).toHaveBeenCalledOnce();
    expect(ended).toHaveBeenCalledOnce();
    expect(stream.isOpen).toBe(false);
    expect(await read()).toBe("");
  });

  test("[LIVE-6] a reader that waits for nothing is never cut", async () => {
    const { stream, cut, read } = openStream();
    stream.send(change);
    await read();
    const next = read();
    vi.advanceTimersByTime(600_000);
    expect(cut).not.toHaveBeenCalled();
    stream.send(change);
    expect(await next).toBe(changeText);
  });

  test("[LIVE-6] above 512 kB that wait there is a reset in the place of all of them", async () => {
    const { stream, ended, reader, read } = openStream();
    const most = Math.floor((512 * 1024) / change.length);
    for (let at = 0; at < most; at += 1) stream.send(change);
    expect(stream.isOpen).toBe(true);
    stream.send(change);
    stream.send(change);
    expect(ended).toHaveBeenCalledOnce();
    expect(await read()).toBe('event: reset\ndata: {"why":"The reader was too slow."}\n\n');
    expect((await reader.read()).done).toBe(true);
  });

  test("[LIVE-1] it ends with its token, after what was sent before", async () => {
    const { stream, reader, read } = openStream();
    vi.advanceTimersByTime(3_599_000);
    stream.send(change);
    vi.advanceTimersByTime(1000);
    expect(stream.isOpen).toBe(false);
    expect(await read()).toBe(changeText);
    expect((await reader.read()).done).toBe(true);
  });

  test("[LIVE-1] a token's end comes to a reader that is up to date, at once", async () => {
    const { stream, reader, ended } = openStream();
    const last = reader.read();
    vi.advanceTimersByTime(3_599_999);
    expect(stream.isOpen).toBe(true);
    vi.advanceTimersByTime(1);
    expect((await last).done).toBe(true);
    expect(ended).toHaveBeenCalledOnce();
    stream.send(change);
    stream.reset("too late");
    expect(ended).toHaveBeenCalledOnce();
  });

  test("[LIVE-6] a reader that goes away is noticed, once", async () => {
    const { stream, ended, reader } = openStream();
    await reader.cancel();
    stream.end();
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe("who is there", () => {
  const ada = { sessionId: "s1", adminId: "a1", name: "Ada Obi", subject: "user:x@example.com" };
  const obi = { ...ada, sessionId: "s2", adminId: "a2", name: "Obi Eze" };

  test("[LIVE-5] they are gone 60 s after they last said so", () => {
    const changed = vi.fn<(sessionIds: readonly string[]) => void>();
    const presence = new Presence(changed);
    presence.set(ada);
    presence.set(obi);
    vi.advanceTimersByTime(59_999);
    presence.set(ada);
    expect(presence.companyOf("s1")?.names).toEqual(["Obi Eze"]);
    changed.mockClear();
    vi.advanceTimersByTime(1);
    expect(presence.companyOf("s1")?.names).toEqual([]);
    expect(presence.companyOf("s2")).toBeUndefined();
    expect(changed.mock.calls.flat(2).toSorted()).toEqual(["s1", "s2"]);
  });

  test("[LIVE-5] whoever moves on leaves where they were, and one with two devices counts once", () => {
    const presence = new Presence(() => {});
    presence.set(ada);
    presence.set(obi);
    presence.set({ ...obi, sessionId: "s3" });
    expect(presence.companyOf("s1")?.names).toEqual(["Obi Eze"]);
    presence.set({ ...obi, subject: "approval:7" });
    expect(presence.companyOf("s1")?.names).toEqual(["Obi Eze"]);
    presence.leave("s3");
    expect(presence.companyOf("s1")?.names).toEqual([]);
    expect(presence.companyOf("s2")).toEqual({ subject: "approval:7", names: [] });
  });
});
