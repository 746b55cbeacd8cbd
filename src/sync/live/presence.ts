import { setPresence } from "../../contract/events.ts";
import type { Host } from "../wire/host.ts";
import { Observable } from "../state/observable.ts";
import { systemClock } from "../wire/reach.ts";
import { tellEnd } from "../wire/tell-end.ts";
import { sessionStore } from "../state/session-store.ts";
import { TabLine } from "../tabs/tabs.ts";

/** A user's or slip's page, and the other admins viewing it. */
export interface Company {
  /** user:EMAIL or approval:ID. */
  readonly subject: string;
  readonly names: readonly string[];
}

/** Heartbeat, in ms; the host forgets after 60 s. */
const sayEveryMs = 30_000;
/** How long a tab stays quiet after another one reported this admin's place, in ms. */
const quietForMs = 45_000;
/** How long a presence is trusted after the stream's last sign of life, in ms (LIVE-5). */
const goodForMs = 60_000;
/** A new stream reports who is present within this time, in ms. */
const toldAnewWithinMs = 5000;
/** How often presence is passed on to other tabs while the stream is alive, in ms. */
const passOnEveryMs = 10_000;
/** Timers stop during sleep, so the clock is checked this often, in ms. */
const lookAtClockEveryMs = 10_000;
/** Moving between two screens of a user within this time isn't leaving, in ms. */
const lingerMs = 500;
const answerWithinMs = 10_000;

type Said =
  /** This tab reported the admin's place to the host; null: nowhere. */
  | { readonly is: "said"; readonly subject: string | null }
  /** The stream told who else is there; no names: they have left. */
  | { readonly is: "told"; readonly company: Company }
  /** A new stream has begun. */
  | { readonly is: "begun" }
  /** A new tab asks who is there. */
  | { readonly is: "asked" };
/** Messages of another admin's session are ignored. */
type Message = Said & { readonly whose: string };

/** Who else is where this session's admin is; undefined: no one known. In memory only. */
export const companyNow = new Observable<Company | undefined>(undefined);

let goodUntil = 0;
let watching = new AbortController();
/** The presence came from this tab's stream. */
let isOfThisStream = false;
let passedOnAt = 0;

/** What this tab shows, visible or not. */
let shown: string | undefined;
let at: Host | undefined;
/** Whether this tab made the session's last report to the host. */
let hasSaid = false;
let turn = new AbortController();
let isSending = false;
let isOld = false;

const identity = (): string | undefined => sessionStore.current()?.identity;
const isSame = (one: string | undefined, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

const line = new TabLine<Message>("counterfoil-presence", hear, new AbortController().signal);

function post(said: Said): void {
  const whose = identity();
  if (whose !== undefined) line.post({ ...said, whose });
}

function hear(message: Message): void {
  if (message.whose !== identity()) return;
  switch (message.is) {
    case "said":
      if (message.subject === null) say();
      else keepQuiet();
      return;
    case "told":
      adopt(message.company);
      return;
    case "begun":
      doubt();
      return;
    case "asked":
      passOn();
  }
}

// What is known of the others

function adopt({ subject, names }: Company, forMs = goodForMs): void {
  const known = companyNow.get();
  if (names.length > 0) {
    if (known?.subject !== subject || known.names.join("\n") !== names.join("\n")) companyNow.set({ subject, names });
    goodUntil = Date.now() + forMs;
    watch();
  } else if (isSame(known?.subject, subject)) forget();
}

function forget(): void {
  watching.abort();
  companyNow.set(undefined);
}

function watch(): void {
  watching.abort();
  watching = new AbortController();
  const leftMs = goodUntil - Date.now();
  if (leftMs <= 0) forget();
  else systemClock.after(Math.min(leftMs, lookAtClockEveryMs), watch, watching.signal);
}

function passOn(): void {
  const company = companyNow.get();
  if (company) post({ is: "told", company });
}

/** A new stream repeats who is present; older entries expire unless repeated. */
function doubt(): void {
  const company = companyNow.get();
  if (company) adopt(company, toldAnewWithinMs);
  if (hasSaid) say();
}

/** This tab's stream told who else is at a subject; passed on to the other tabs. */
export function heardPresence(company: Company): void {
  isOfThisStream = true;
  passedOnAt = Date.now();
  adopt(company);
  post({ is: "told", company });
}

/** This tab's stream has begun. */
export function heardBegin(): void {
  isOfThisStream = false;
  doubt();
  post({ is: "begun" });
}

/** Sign of life on this tab's stream: its presence is still valid. */
export function heardLife(): void {
  const company = companyNow.get();
  if (!company || !isOfThisStream || Date.now() - passedOnAt < passOnEveryMs) return;
  passedOnAt = Date.now();
  adopt(company);
  passOn();
}

// Where this admin is

/**
 * Reports the admin's place to the host: a session has one place, that of the visible tab used last. Other visible tabs stay quiet;
 * one of them takes over when it is left.
 */
function say(): void {
  turn.abort();
  const subject = placeNow();
  if (subject === null && !hasSaid) return;
  void send();
  if (subject !== null) sayIn(sayEveryMs);
}

function sayIn(ms: number): void {
  turn.abort();
  turn = new AbortController();
  systemClock.after(ms, say, turn.signal);
}

function keepQuiet(): void {
  hasSaid = false;
  sayIn(quietForMs);
}

const placeNow = (): string | null => (document.visibilityState === "visible" ? (shown ?? null) : null);

/** One call at a time, so none overtakes another; a place changed meanwhile is sent after it. */
async function send(): Promise<void> {
  if (isSending) {
    isOld = true;
    return;
  }
  isSending = true;
  do {
    isOld = false;
    const subject = placeNow();
    hasSaid = subject !== null;
    await put(subject);
    if (subject === null) forget();
    post({ is: "said", subject });
  } while (isOld);
  isSending = false;
}

/** Not repeated after a failure: the next report follows soon. */
async function put(subject: string | null, outlivesPage = false): Promise<void> {
  const base = at?.config.events;
  if (!at || base === undefined || !sessionStore.current() || at.reach.state.is === "unreachable") return;
  const host = at;
  const sentAt = host.clock.now();
  const answer = await host.client.send(setPresence, {
    path: `${base}/presence`,
    body: { subject },
    ...(outlivesPage ? { outlivesPage } : { firstByteWithinMs: answerWithinMs }),
  });
  // What is sent as the page is left may be cut off with it.
  if (subject !== null) await tellEnd(host, setPresence, answer, sentAt);
}

/**
 * Sets what this tab shows: user:EMAIL or approval:ID; undefined: nothing of interest to others. Sends nothing on a host without a
 * change stream.
 */
export function lookAt(host: Host, subject: string | undefined): void {
  if (host.config.events === undefined) return;
  at = host;
  shown = subject;
  if (subject === undefined) {
    sayIn(lingerMs);
    return;
  }
  say();
  post({ is: "asked" });
}

document.addEventListener("visibilitychange", say);
addEventListener("focus", () => {
  if (!hasSaid) say();
});
addEventListener("pagehide", () => {
  if (!hasSaid) return;
  hasSaid = false;
  shown = undefined;
  void put(null, true);
  post({ is: "said", subject: null });
});

let whose = identity();
sessionStore.subscribe(() => {
  if (identity() === whose) return;
  whose = identity();
  turn.abort();
  hasSaid = false;
  forget();
});
