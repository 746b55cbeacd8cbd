/** Presence expires this long after its last update, in ms (LIVE-5). */
const forgottenAfterMs = 60_000;

/** What a session's admin looks at. */
export interface Looking {
  readonly sessionId: string;
  readonly adminId: string;
  readonly name: string;
  readonly subject: string;
}
type Known = Looking & { readonly until: NodeJS.Timeout };

/** A subject, and the names of the others who look at it. */
export interface Company {
  readonly subject: string;
  readonly names: readonly string[];
}

/** Emails are case-insensitive. */
const keyOf = (subject: string): string => subject.toLowerCase();

/** Who looks at what; in memory only. */
export class Presence {
  readonly #bySession = new Map<string, Known>();
  readonly #bySubject = new Map<string, Set<Known>>();
  readonly #changed: (sessionIds: readonly string[]) => void;

  /** `changed` gets the sessions whose company changed. */
  constructor(changed: (sessionIds: readonly string[]) => void) {
    this.#changed = changed;
  }

  /** Records what a session's admin looks at, in place of what they looked at before. */
  set(looking: Looking): void {
    const before = this.#remove(looking.sessionId);
    const until = setTimeout(() => this.leave(looking.sessionId), forgottenAfterMs);
    until.unref();
    const known = { ...looking, until };
    this.#bySession.set(looking.sessionId, known);
    const key = keyOf(looking.subject);
    this.#bySubject.set(key, (this.#bySubject.get(key) ?? new Set()).add(known));
    if (before?.subject === looking.subject && before.name === looking.name) return;
    this.#changed([...this.#at(before?.subject), ...this.#at(looking.subject)]);
  }

  leave(sessionId: string): void {
    const before = this.#remove(sessionId);
    if (before !== undefined) this.#changed([sessionId, ...this.#at(before.subject)]);
  }

  /** What a session's admin looks at, and who else does; an admin with several devices counts once. */
  companyOf(sessionId: string): Company | undefined {
    const own = this.#bySession.get(sessionId);
    if (own === undefined) return undefined;
    const others = [...(this.#bySubject.get(keyOf(own.subject)) ?? [])].filter(({ adminId }) => adminId !== own.adminId);
    return { subject: own.subject, names: [...new Map(others.map(({ adminId, name }) => [adminId, name])).values()].toSorted() };
  }

  clear(): void {
    for (const sessionId of this.#bySession.keys()) this.#remove(sessionId);
  }

  #at(subject: string | undefined): string[] {
    return subject === undefined ? [] : [...(this.#bySubject.get(keyOf(subject)) ?? [])].map(({ sessionId }) => sessionId);
  }

  #remove(sessionId: string): Looking | undefined {
    const known = this.#bySession.get(sessionId);
    if (known === undefined) return undefined;
    clearTimeout(known.until);
    this.#bySession.delete(sessionId);
    const there = this.#bySubject.get(keyOf(known.subject));
    there?.delete(known);
    if (there?.size === 0) this.#bySubject.delete(keyOf(known.subject));
    return known;
  }
}
