import type * as v from "valibot";
import type { AuditAction } from "./actions.ts";

type Schema = v.GenericSchema;

/** Reads may be repeated. Session calls open or close a session. Mutations go only through the mutation gate. */
export type CallKind = "read" | "session" | "mutation";

/**
 * A call to the host: path, input and answer. `path` may contain parameters ("/set-fee/crypto-fee/{currency}/{network}"), filled in
 * URL-encoded.
 */
export interface Call<
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  Kind extends CallKind = CallKind,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  /** Whether the bearer token is sent (AUTH-13). */
  readonly auth: "bearer" | "none";
  readonly kind: Kind;
  /** Name in the audit log. Reads without one aren't logged. */
  readonly action?: AuditAction;
  readonly query?: Query;
  readonly body?: Body;
  /** Body fields that are decimal text here and JSON numbers on the wire (see `writeBody`). */
  readonly numbers?: readonly string[];
  readonly answer: Answer;
  /** Whether the answer is a stream of such values (text/event-stream). */
  readonly streams?: true;
}

type Input<S> = S extends Schema ? v.InferInput<S> : undefined;

export type QueryOf<C> = C extends { readonly query?: infer Q } ? Input<Exclude<Q, undefined>> : undefined;
export type BodyOf<C> = C extends { readonly body?: infer B } ? Input<Exclude<B, undefined>> : undefined;
export type AnswerOf<C> = C extends { readonly answer: infer A extends Schema } ? v.InferOutput<A> : never;

/** Calls that change data or the session need a name in the audit log. */
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

/** Name of a call for people: "GET /analytics/dashboard" (SYNC-8). */
export const nameOf = (call: { readonly method: string; readonly path: string }): string => `${call.method} ${call.path}`;
