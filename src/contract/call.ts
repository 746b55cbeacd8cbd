import type * as v from "valibot";
import type { AuditAction } from "./actions.ts";

type Schema = v.GenericSchema;

/** A read may be repeated. A session call opens or closes one. A mutation goes through the mutation gate alone. */
export type CallKind = "read" | "session" | "mutation";

/**
 * One call of the host: where it goes, what it takes, what it answers.
 * `path` may hold parameters in braces ("/set-fee/crypto-fee/{currency}/{network}"), filled URL-encoded.
 */
export interface Call<
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  Kind extends CallKind = CallKind,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  /** Whether the bearer token goes with it (AUTH-13). */
  readonly auth: "bearer" | "none";
  readonly kind: Kind;
  /** What the audit log calls it. A read without one leaves no entry. */
  readonly action?: AuditAction;
  readonly query?: Query;
  readonly body?: Body;
  /** Fields of the body that are decimal text here and JSON numbers on the wire (see `writeBody`). */
  readonly numbers?: readonly string[];
  readonly answer: Answer;
  /** Whether it is answered by a stream of such answers (text/event-stream) instead of one. */
  readonly streams?: true;
}

type Input<S> = S extends Schema ? v.InferInput<S> : undefined;

export type QueryOf<C> = C extends { readonly query?: infer Q } ? Input<Exclude<Q, undefined>> : undefined;
export type BodyOf<C> = C extends { readonly body?: infer B } ? Input<Exclude<B, undefined>> : undefined;
export type AnswerOf<C> = C extends { readonly answer: infer A extends Schema } ? v.InferOutput<A> : never;

/** Whatever changes something, or who is signed in, has a name in the audit log. */
type Logged<Kind> = Kind extends "read" ? unknown : { readonly action: AuditAction };

/** Declares a call; its types are inferred from its schemas. */
export const defineCall = <
  const Kind extends CallKind,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  A extends Schema = Schema,
>(
  call: Call<Q, B, A, Kind> & Logged<Kind>,
): Call<Q, B, A, Kind> => call;

/** A call that changes something on the host. */
export type MutationCall = Call<Schema | undefined, Schema | undefined, Schema, "mutation">;

/** A call that changes nothing, or only who is signed in. */
export type OpenCall = Call<Schema | undefined, Schema | undefined, Schema, "read" | "session">;

/** How a call is named to people: "GET /analytics/dashboard" (SYNC-8). */
export const nameOf = (call: { readonly method: string; readonly path: string }): string => `${call.method} ${call.path}`;
