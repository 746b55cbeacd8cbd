import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { addToLog, callEntry, errorEntry, logFile, readLog } from "../../src/app/state/diagnostics-log.ts";
import { Idleness } from "../../src/app/frame/background/idle.ts";
import { watchFields } from "../../src/app/state/touched-fields.ts";
import { fakeSession } from "../support/fake-login.ts";

/** The store as in a newly opened page. */
async function openStore(admin: string | undefined) {
  if (admin) {
    const { token, user } = fakeSession(new Date(), {}, admin);
    localStorage.setItem("token", token);
    localStorage.setItem("user", user);
  } else for (const key of ["token", "user"]) localStorage.removeItem(key);
  vi.resetModules();
  const store = await import("../../src/app/state/settings.ts");
  store.followSettings();
  return store;
}

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith("counterfoil."));

beforeEach(() => localStorage.clear());

describe("[SET-1] the settings of an admin", () => {
  test("are kept for the next start, and painted before anything is drawn", async () => {
    const store = await openStore("ada");
    store.keepSettings({ ...store.settings.kept, darkMode: true, compactView: true, timeZone: "PST", language: "fr" });
    expect(localStorage.getItem("counterfoil.theme")).toBe("dark");
    expect(localStorage.getItem("counterfoil.density")).toBe("compact");
    const next = await openStore("ada");
    expect(next.settings.kept).toMatchObject({ darkMode: true, compactView: true, timeZone: "PST", language: "fr", dataCollection: false });
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", density: "compact" });
  });

  test("are his alone, under a key that doesn't name him", async () => {
    const ada = await openStore("ada");
    ada.keepSettings({ ...ada.settings.kept, compactView: true });
    expect((await openStore("grace")).settings.kept.compactView).toBe(false);
    expect(keys().join(" ")).not.toMatch(/ada|grace/);
    expect((await openStore("ada")).settings.kept.compactView).toBe(true);
  });

  test("are tried out without being kept", async () => {
    const store = await openStore("ada");
    store.previewLook({ darkMode: true });
    expect(document.documentElement.dataset["theme"]).toBe("dark");
    expect(keys()).toEqual([]);
    store.previewLook({});
    expect(document.documentElement.dataset["theme"]).toBe("light");
  });

  test("count as not chosen where they make no sense", async () => {
    const store = await openStore("ada");
    store.keepSettings({ ...store.settings.kept, compactView: true });
    const key = keys().find((name) => name.includes("settings")) ?? "";
    for (const [stored, compactView] of [
      ["{not json", false],
      ["null", false],
      ['{"compactView":true,"language":"xx","timeZone":"Mars/Olympus","darkMode":"yes"}', true],
    ] as const) {
      localStorage.setItem(key, stored);
      expect((await openStore("ada")).settings.kept).toMatchObject({ compactView, language: "en", timeZone: "UTC", darkMode: undefined });
    }
  });

  test("follow another tab", async () => {
    const store = await openStore("ada");
    store.keepSettings({ ...store.settings.kept, timeZone: "EST" });
    const key = keys().find((name) => name.includes("settings")) ?? "";
    localStorage.setItem(key, JSON.stringify({ ...store.settings.kept, timeZone: "PST" }));
    dispatchEvent(new StorageEvent("storage", { key }));
    expect(store.settings.kept.timeZone).toBe("PST");
  });

  test("leave the look and the log with the session, and stay themselves", async () => {
    const store = await openStore("ada");
    store.keepSettings({ ...store.settings.kept, darkMode: true, dataCollection: true });
    localStorage.setItem(store.diagnosticsKey, "[]");
    const { sessionStore } = await import("../../src/sync/state/session-store.ts");
    sessionStore.close();
    expect(keys()).toEqual([expect.stringMatching(/^counterfoil\.settings\.[0-9a-z]+$/)]);
    expect(document.documentElement.dataset["theme"]).toBe("light");
  });
});

describe("[SET-1] the diagnostics log", () => {
  test("takes of an error its kind and its place, never its message", () => {
    const error = new TypeError("ada@example.com has 0.25 BTC at https://host/x?token=eyJ");
    error.stack = `TypeError: ada@example.com\n    at draw (https://app.example/assets/index-AbC_1.js:12:345)`;
    expect(errorEntry(error, 0)).toEqual({ is: "error", at: 0, name: "TypeError", where: "assets/index-AbC_1.js:12:345" });
    expect(errorEntry("ada@example.com", 0)).toEqual({ is: "error", at: 0, name: "Error", where: "" });
    const named = new Error("x");
    named.name = "ada@example.com";
    expect(errorEntry(named, 0)).toMatchObject({ name: "Error" });
  });

  test("keeps the latest 500 entries, and survives what isn't a log", () => {
    localStorage.setItem("counterfoil.diagnostics", "{}");
    expect(readLog()).toEqual([]);
    const note = (at: number) => callEntry({ call: "GET /analytics/dashboard", status: 200, at, ms: 12 });
    addToLog(Array.from({ length: 400 }, (_, at) => note(at)));
    addToLog(Array.from({ length: 400 }, (_, at) => note(400 + at)));
    expect(readLog().length).toBe(500);
    expect(readLog().at(-1)?.at).toBe(799);
    expect(logFile(readLog().slice(-1))).toBe(
      '{"is":"call","at":"1970-01-01T00:00:00.799Z","call":"GET /analytics/dashboard","status":200,"ms":12}\n',
    );
  });
});

describe("[SET-1] a page is idle", () => {
  let now = 0;
  let working = false;
  const open = () =>
    new Idleness(
      new AbortController().signal,
      () => working,
      () => now,
    );
  beforeAll(watchFields);
  beforeEach(() => {
    document.body.innerHTML = '<form><input id="field" value="before" /></form>';
    now = 0;
    working = false;
  });
  const field = () => document.querySelector("input") ?? document.createElement("input");

  // "mousedown", "click": all that a screen reader's press sends.
  test.each(["keydown", "mousedown", "click"])("30 s after the last input: %s", (kind) => {
    const page = open();
    now = 29_999;
    expect(page.isIdle()).toBe(false);
    now = 30_000;
    expect(page.isIdle()).toBe(true);
    document.dispatchEvent(new Event(kind));
    expect(page.isIdle()).toBe(false);
  });

  test("while no field holds something that was typed", () => {
    const page = open();
    field().dispatchEvent(new Event("focusin", { bubbles: true }));
    field().value = "typed";
    now = 60_000;
    expect(page.isIdle()).toBe(false);
    field().value = "before";
    expect(page.isIdle()).toBe(true);
    field().value = "typed";
    document.body.innerHTML = "";
    expect(page.isIdle()).toBe(true);
  });

  test.each([
    ["words in the search box", '<form role="search"><input type="search" /></form>', "ada o", "?searchTerm=ada+o"],
    ["what the search box quotes", '<form role="search"><input type="search" /></form>', '"type: x"', "?searchTerm=type%3A+x"],
    ["a field of the filters", '<form role="search"><input type="number" /></form>', "12", "?minAmount=12"],
    ["the choice of an order", "<select><option>createdAt</option><option>email</option></select>", "email", "?sort=-email"],
    ["the choice of a page's size", "<select><option>10</option><option>25</option></select>", "25", "?limit=25"],
  ])("[PWA-3] once %s stands in the URL, and not before", (_what, html, value, search) => {
    document.body.innerHTML = html;
    const page = open();
    const control = document.querySelector<HTMLInputElement | HTMLSelectElement>("input, select") ?? field();
    control.dispatchEvent(new Event("focusin", { bubbles: true }));
    control.value = value;
    now = 60_000;
    expect(page.isIdle()).toBe(false);
    history.replaceState(null, "", search);
    expect(page.isIdle()).toBe(true);
    history.replaceState(null, "", "?");
  });

  test("[PWA-3] where a search has been emptied; a field of a form that holds what the URL has is typed all the same", () => {
    document.body.innerHTML = '<form role="search"><input type="search" value="ada" /></form>';
    const page = open();
    field().dispatchEvent(new Event("focusin", { bubbles: true }));
    field().value = "";
    now = 60_000;
    expect(page.isIdle()).toBe(true);
    document.body.innerHTML = "<form><input /></form>";
    field().dispatchEvent(new Event("focusin", { bubbles: true }));
    field().value = "1";
    history.replaceState(null, "", "?page=1");
    expect(page.isIdle()).toBe(false);
    history.replaceState(null, "", "?");
  });

  test("while no mutation runs and nothing is asked", () => {
    const page = open();
    now = 60_000;
    working = true;
    expect(page.isIdle()).toBe(false);
    working = false;
    document.body.innerHTML = '<div role="dialog" data-state="open"></div>';
    expect(page.isIdle()).toBe(false);
    document.body.innerHTML = "";
    expect(page.isIdle()).toBe(true);
  });
});
