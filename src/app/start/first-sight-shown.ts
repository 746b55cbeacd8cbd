/** The page's scripts share no modules, so what they tell each other stands in global variables. */
const shownPlace = "counterfoilShown";
const startedPlace = "counterfoilStarted";

/** Wait for the first sight at most this long, in ms: the cache may never answer. */
const shownWithinMs = 2000;

/** Tells the page's later scripts to wait until the first sight is drawn, or won't be. */
export const noteShown = (shown: Promise<void>): void => void Reflect.set(globalThis, shownPlace, shown);

/** Resolves once the first sight is drawn, or won't be; from then on the app starts, and none is drawn any more. */
export async function whenShown(): Promise<void> {
  await Promise.race([Reflect.get(globalThis, shownPlace), new Promise((resolve) => setTimeout(resolve, shownWithinMs))]);
  Reflect.set(globalThis, startedPlace, true);
}

/** Whether the app has started. */
export const isStarted = (): boolean => Reflect.has(globalThis, startedPlace);
