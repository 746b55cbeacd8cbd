import type { Answer } from "./host-client.ts";

/** The message of a refusal; undefined if there is none or the host didn't answer. */
export const messageIn = (answer: Answer<unknown>): string | undefined => (answer.is === "refused" ? answer.message : undefined);
