import type * as v from "valibot";
import type { Call } from "../../src/contract/call.ts";

type Schema = v.GenericSchema;

export type AnyCall = Call<Schema | undefined, Schema | undefined>;

type Output<S> = S extends Schema ? v.InferOutput<S> : undefined;

/** A call's query and body after validation. */
export type QueryIn<C> = C extends { readonly query?: infer Q } ? Output<Exclude<Q, undefined>> : undefined;
export type BodyIn<C> = C extends { readonly body?: infer B } ? Output<Exclude<B, undefined>> : undefined;
