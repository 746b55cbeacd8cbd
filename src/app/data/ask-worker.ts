/**
 * Sends a question to a worker and resolves to its next message; rejects if it can't run. One question at a time: wait
 * for the answer before asking the next.
 */
export const askWorker = <From>(worker: Worker, question: unknown): Promise<From> =>
  new Promise((resolve, reject) => {
    const stop = new AbortController();
    const { signal } = stop;
    worker.addEventListener(
      "message",
      ({ data }: MessageEvent<From>) => {
        stop.abort();
        resolve(data);
      },
      { signal },
    );
    worker.addEventListener(
      "error",
      () => {
        stop.abort();
        reject(new Error("the worker could not run"));
      },
      { signal },
    );
    worker.postMessage(question);
  });
