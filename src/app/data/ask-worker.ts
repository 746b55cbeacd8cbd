/**
 * Sends a worker a question and resolves to what it says next; rejects where it can't run. One question at a time: ask the
 * next one when the answer has come.
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
