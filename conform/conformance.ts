import * as v from "valibot";
import { nameOf } from "../src/contract/call.ts";
import { saysNo, errorTexts } from "../src/contract/refusal.ts";
import type { Config } from "../src/contract/config.ts";
import { invalidTokenMessage } from "../src/contract/sign-in.ts";
import { type AnyCall, type Asked, type Asker, NoAnswer, type Sending } from "./asking.ts";
import { type Difference, differences, shown } from "./differences.ts";

export type Verdict =
  | { readonly is: "same" }
  | { readonly is: "differs"; readonly differences: readonly Difference[] }
  /** Of a call that changes something: only sent to be refused. */
  | { readonly is: "refuses"; readonly what: string }
  | { readonly is: "not offered"; readonly why: string }
  | { readonly is: "not asked"; readonly why: string };

export interface Checked {
  readonly call: string;
  readonly verdict: Verdict;
}

/** Of what an admin without the permission, or with too many requests, gets, which proves nothing. */
export const refusedToAdmin = (status: number, message: string | undefined): Verdict => ({
  is: "not asked",
  why: `the host refuses it to this admin: ${message ?? status}`,
});

/** The refusal that ends the session on every screen, which depends on one exact message (AUTH-11). */
export const endsSession = ({ status, json }: Asked): boolean =>
  status === 403 && errorTexts(JSON.stringify(json)).includes(invalidTokenMessage);

/** So many requests without an answer, one after another, end a check. */
const mostUnanswered = 5;

/** The state of one host's check: `read` sends requests, `checked` collects the verdicts. */
export class Conformance {
  readonly asker: Asker;
  readonly config: Config;
  readonly token: string;
  /** The host's clock in its latest answer to a read, as it says it. */
  hostDate: string | undefined;
  /** Whether the token got anything but a 401 or 403. */
  isLetIn = false;
  /** What the first read was refused with, if it was. */
  refusal: string | undefined;
  readonly #found = new Map<string, Difference[]>();
  readonly #others = new Map<string, Verdict>();

  constructor(asker: Asker, config: Config, token: string) {
    this.asker = asker;
    this.config = config;
    this.token = token;
  }

  /** Records a call's differences; without any, that it was checked. */
  note(name: string, found: readonly Difference[] = []): void {
    this.#found.set(name, [...(this.#found.get(name) ?? []), ...found]);
  }

  /** Records that a call was not checked, and why. */
  pass(name: string, verdict: Verdict): void {
    this.#others.set(name, verdict);
  }

  get checked(): readonly Checked[] {
    const asked = [...this.#found].map(([call, found]): Checked => ({
      call,
      verdict: found.length === 0 ? { is: "same" } : { is: "differs", differences: found },
    }));
    return [
      ...asked,
      ...[...this.#others].map(([call, verdict]): Checked => ({ call, verdict })).filter(({ call }) => !this.#found.has(call)),
    ];
  }

  /** The answer to a request; undefined, and noted as a difference, if there is none. */
  async answered<T>(name: string, asking: Promise<T>): Promise<T | undefined> {
    try {
      return await asking;
    } catch (error) {
      if (!(error instanceof NoAnswer) || this.asker.unanswered >= mostUnanswered) throw error;
      this.note(name, [{ field: "answer", expected: "one", got: `none: ${error.message}` }]);
      return undefined;
    }
  }

  ask(call: AnyCall, sending: Sending, name = nameOf(call)): Promise<Asked | undefined> {
    return this.answered(name, this.asker.ask(call, sending));
  }

  /** Sends a read with the token, and once without it, which must be refused. */
  async read(call: AnyCall, sending: Sending = {}): Promise<Asked | undefined> {
    const asked = await this.ask(call, { ...sending, token: call.auth === "bearer" ? this.token : undefined });
    if (asked === undefined) return undefined;
    this.hostDate = asked.headers.get("Date") ?? undefined;
    this.refusal ??= asked.message ?? String(asked.status);
    this.isLetIn ||= call.auth === "bearer" && asked.status !== 401 && asked.status !== 403;
    if (call.auth === "bearer" && !this.#found.has(nameOf(call))) await this.#refusesStrangers(call, sending);
    return asked;
  }

  async #refusesStrangers(call: AnyCall, sending: Sending): Promise<void> {
    const asked = await this.ask(call, sending);
    if (asked !== undefined && asked.status !== 401 && asked.status !== 403)
      this.note(nameOf(call), [{ field: "status without a token", expected: "401 or 403", got: String(asked.status) }]);
  }

  /**
   * Sends a read and checks its answer. Returns the answer as the app parses it, or undefined if it doesn't match the contract. A
   * refusal for lack of permission is recorded but is no difference.
   */
  async check<C extends AnyCall>(call: C, sending: Sending = {}): Promise<v.InferOutput<C["answer"]> | undefined> {
    const name = nameOf(call);
    const asked = await this.read(call, sending);
    if (asked === undefined) return undefined;
    const { status, json, insteadOfJson, message } = asked;
    if (status === 403 && message !== undefined && !endsSession(asked)) {
      this.pass(name, refusedToAdmin(status, message));
      return undefined;
    }
    if (status !== 200) {
      const why = message === undefined ? "" : ` ${shown(message)}`;
      const leads = status < 400 && insteadOfJson !== undefined ? `, ${insteadOfJson}` : "";
      this.note(name, [{ field: "status", expected: "200", got: `${status}${why}${leads}` }]);
      return undefined;
    }
    const age = asked.headers.get("Age") ?? "0";
    if (age !== "0") this.note(name, [{ field: "Age", expected: "no answer out of a cache", got: `one of ${age} s ago` }]);
    if (insteadOfJson !== undefined) {
      this.note(name, [{ field: "answer", expected: "JSON", got: insteadOfJson }]);
      return undefined;
    }
    if (saysNo(json)) {
      this.note(name, [{ field: "success", expected: "true", got: message === undefined ? "false" : `false ${shown(message)}` }]);
      return undefined;
    }
    const found = differences(call.answer, json);
    this.note(name, found);
    return found.length === 0 ? (v.parse(call.answer, json) as v.InferOutput<C["answer"]>) : undefined;
  }

  /** Checks that something that doesn't exist, or isn't valid, is refused. */
  async refuses(call: AnyCall, what: string, sending: Sending): Promise<void> {
    const asked = await this.ask(call, { ...sending, token: this.token });
    if (asked === undefined) return;
    const { status, json, message } = asked;
    if (endsSession(asked)) this.note(nameOf(call), [{ field: `status for ${what}`, expected: "a 4xx", got: `403 "${message}"` }]);
    else if (status === 401 || status === 403 || status === 429) this.pass(nameOf(call), refusedToAdmin(status, message));
    else if ((status < 400 && !saysNo(json)) || status >= 500)
      this.note(nameOf(call), [{ field: `status for ${what}`, expected: "a 4xx", got: String(status) }]);
    else this.pass(nameOf(call), { is: "refuses", what });
  }
}
