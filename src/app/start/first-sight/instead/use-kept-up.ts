/** What was read at start is kept up already. */
export const useKeptUp = <T>(asOf: T): T => asOf;
