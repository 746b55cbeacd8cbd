/** What is kept on the device was checked when it was written: it is taken as it is, and what it breaks draws nothing. */
export const safeParse = (_: unknown, output: unknown) => ({ success: typeof output === "object" && output !== null, output });
export const parse = (_: unknown, output: unknown): unknown => output;
export const is = (): boolean => true;
