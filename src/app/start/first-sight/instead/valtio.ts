/** State without subscriptions: read once when drawing. */
const same = <T>(state: T): T => state;
export { same as proxy, same as ref, same as useSnapshot };
export const subscribe = (): void => {};
