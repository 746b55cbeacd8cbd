/** A worker that answers each question with one message. */
export interface AskedWorker<To, From> {
  /**
   * Resolves to the answer; a question waits for those before it. Rejects if the worker can't run, or after `close`. The next
   * question then starts another worker, which has none of the state of the one before.
   */
  readonly ask: (question: To) => Promise<From>;
  readonly close: () => void;
}

/** Starts a worker with the first question. `greeting`: its first message, which has no answer. */
export function askedWorker<To, From>(start: () => Worker, greeting?: To): AskedWorker<To, From> {
  let worker: Worker | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let settle: ((answer: MessageEvent<From> | undefined) => void) | undefined;
  const drop = (): void => {
    worker?.terminate();
    worker = undefined;
    settle?.(undefined);
  };
  const begin = (): Worker => {
    const begun = start();
    begun.addEventListener("message", (answer: MessageEvent<From>) => settle?.(answer));
    // Reported once, soon after the start, if the script can't be had: what is posted later is dropped silently.
    begun.addEventListener("error", drop, { once: true });
    if (greeting !== undefined) begun.postMessage(greeting);
    return begun;
  };
  const put = (question: To): Promise<From> =>
    new Promise((resolve, reject) => {
      settle = (answer) => (answer ? resolve(answer.data) : reject(new Error("the worker could not run")));
      if (isClosed) drop();
      else (worker ??= begin()).postMessage(question);
    });
  return {
    ask(question) {
      const answer = before.then(() => put(question));
      before = answer.catch(() => {});
      return answer;
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}
