import { askedWorker } from "./asked-worker.ts";

/** A call of one of the methods served. */
interface Call {
  readonly verb: string;
  readonly of: readonly unknown[];
}
/** Undefined: it failed. */
type Answer = { readonly value: unknown } | undefined;

type GivenTo<F> = F extends (...of: infer Of) => unknown ? Of : never;
type AnswerOf<F> = F extends (...of: never[]) => infer R ? Awaited<R> : never;

/** In a worker: answers the calls of `callWorker` by the methods of what is made for the cache of that name. */
export function serveVerbs(make: (cache: string) => object): void {
  let made: object | undefined;
  const answer = async ({ verb, of }: Call): Promise<Answer> => {
    try {
      const method = Reflect.get(made ?? {}, verb) as (...given: readonly unknown[]) => unknown;
      return { value: await method.apply(made, [...of]) };
    } catch {
      return undefined;
    }
  };
  globalThis.addEventListener("message", ({ data }: MessageEvent<Call | string>) => {
    if (typeof data === "string") made = make(data);
    else void answer(data).then((said) => globalThis.postMessage(said));
  });
}

/** Calls the methods of the `Verbs` that a worker serves for a cache. Rejects if the worker can't run, or the method fails. */
export function callWorker<Verbs>(start: () => Worker, cache: string) {
  const { ask, close } = askedWorker<Call | string, Answer>(start, cache);
  return {
    close,
    call: async <Verb extends keyof Verbs & string>(verb: Verb, ...of: GivenTo<Verbs[Verb]>): Promise<AnswerOf<Verbs[Verb]>> => {
      const answer = await ask({ verb, of });
      if (!answer) throw new Error(`the worker failed to ${verb}`);
      // Given by the method of that name.
      return answer.value as AnswerOf<Verbs[Verb]>;
    },
  };
}
