import { setPresence } from "../../contract/events.ts";
import type { Host } from "../wire/host.ts";
import { Observable } from "../state/observable.ts";
import { systemClock } from "../wire/reach.ts";
import { sessionStore } from "../state/session-store.ts";
import { TabLine } from "../tabs/tabs.ts";

/** A user's or a slip's page, and the names of the other admins who look at it. */
export interface Company {
  /** user:EMAIL or approval:ID. */
  readonly subject: string;
  readonly names: readonly string[];
}

/** The host forgets what it isn't told again within 60 s; it is told this often, in ms. */
const sayEveryMs = 30_000;
/** A tab that hears another one say where the admin is says nothing itself for as long, in ms. */
const quietForMs = 45_000;
/** Whoever left right after the stream's last sign of life is gone by then (LIVE-5), in ms. */
const goodForMs = 60_000;
/** A stream that begins tells within this time who is there, in ms. */
const toldAnewWithinMs = 5000;
/** While the stream is alive, what it told is passed on this often, in ms. */
const passOnEveryMs = 10_000;
/** A timer stands still while the machine sleeps: the clock is looked at this often, in ms. */
const lookAtClockEveryMs = 10_000;
/** From one screen of a user to the next is no leaving, in ms. */
const lingerMs = 500;
const answerWithinMs = 10_000;

type Said =
  /** Where the admin is, as the host was just told; null: nowhere. */
  | { readonly is: "said"; readonly subject: string | null }
  /** Who else is there, as the stream told; no names: nobody any more. */
  | { readonly is: "told"; readonly company: Company }
  /** A new stream has begun. */
  | { readonly is: "begun" }
  /** A tab that has just come wants to know who is there. */
  | { readonly is: "asked" };
/** Tabs of another admin's session don't count. */
type Message = Said & { readonly whose: string };

/** Who else is where this session's admin is; undefined: nobody that is known of. In the page's memory alone. */
export const companyNow = new Observable<Company | undefined>(undefined);

let goodUntil = 0;
let watching = new AbortController();
/** What is known was told by the stream that runs in this tab. */
let isOfThisStream = false;
let passedOnAt = 0;

/** What this tab shows, in or out of sight. */
let shown: string | undefined;
let at: Host | undefined;
/** Whether what the host knows of this session was said by this tab. */
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

/** A new stream tells what holds; what an earlier one told ends, unless it is told again. */
function doubt(): void {
  const company = companyNow.get();
  if (company) adopt(company, toldAnewWithinMs);
  if (hasSaid) say();
}

/** The stream of this tab has told who else is at a subject; the other tabs hear of it. */
export function heardPresence(company: Company): void {
  isOfThisStream = true;
  passedOnAt = Date.now();
  adopt(company);
  post({ is: "told", company });
}

/** The stream of this tab has begun. */
export function heardBegin(): void {
  isOfThisStream = false;
  doubt();
  post({ is: "begun" });
}

/** The stream of this tab has given a sign of life: what it told still holds. */
export function heardLife(): void {
  const company = companyNow.get();
  if (!company || !isOfThisStream || Date.now() - passedOnAt < passOnEveryMs) return;
  passedOnAt = Date.now();
  adopt(company);
  passOn();
}

// Where this admin is

/**
 * Says to the host where the admin is: what the tab in sight shows that was last come to, since a session is in one place.
 * The other tabs in sight keep quiet, and one of them goes on when it is left.
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

/** One call at a time, so that none overtakes another; where the admin went meanwhile is said after it. */
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

/** A call in vain is nobody's concern: the next one is soon made. */
async function put(subject: string | null, outlivesPage = false): Promise<void> {
  const base = at?.config.events;
  if (!at || base === undefined || !sessionStore.current() || at.reach.state.is === "unreachable") return;
  await at.client.send(setPresence, {
    path: `${base}/presence`,
    body: { subject },
    ...(outlivesPage ? { outlivesPage } : { firstByteWithinMs: answerWithinMs }),
  });
}

/**
 * Says what this tab shows from now on, user:EMAIL or approval:ID; undefined: nothing that others would want to know of.
 * On a host without a stream of changes nothing is sent.
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
