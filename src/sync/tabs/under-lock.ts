/**
 * Runs `run` under a lock between tabs; without one where the browser has no locks or refuses them, and once `options.signal` has
 * ended the wait. `isHeld` is false only if `ifAvailable` found the lock taken. Rejects with the error of `run` alone.
 */
export async function underLock<T>(name: string, options: LockOptions, run: (isHeld: boolean) => T): Promise<Awaited<T>> {
  let hasRun = false;
  try {
    return await navigator.locks.request(name, options, (lock) => {
      hasRun = true;
      return run(lock !== null);
    });
  } catch (error) {
    if (hasRun) throw error;
    return await run(true);
  }
}
