import * as v from "valibot";
import { flag, text } from "./scalars.ts";

/** What the answers of most mutations carry; `success: false` in a 2xx is a refusal (FUND-4). */
export const saidFields = { success: flag, message: text, error: text };

/** The answer of a mutation of which only the message is read. */
export const mutationAnswer = v.pipe(
  v.looseObject(saidFields),
  v.transform(({ success, message, error }) => ({ success, message: message ?? error })),
);
