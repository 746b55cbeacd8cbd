import type { Answer } from "./host-client.ts";

/** What the host said of a call that it refused; undefined where it said nothing, or wasn't heard. */
export const messageIn = (answer: Answer<unknown>): string | undefined => (answer.is === "refused" ? answer.message : undefined);
