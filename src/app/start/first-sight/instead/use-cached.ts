import { answersOf, type FirstAnswers } from "../../../../db/first-sight/first-sight.ts";
import { seen } from "./use-transaction-list.ts";

/** The data read at start, in place of a query. */
export const useCached = <K extends keyof FirstAnswers>(what: K): FirstAnswers[K] => answersOf(seen.now)[what];
