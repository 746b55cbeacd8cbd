import { unsettledAsKept } from "../../db/money/kept-journal.ts";
import { within } from "../../db/store/open.ts";
import { leavePosts } from "./fence.ts";

/** Longest wait, in ms; what answers later still leaves its posts. */
const answersWithinMs = 1000;

/** Leaves posts for the unsettled attempts of a cache that isn't open here. Rejects with the database's error, or a SilentError. */
export const fenceKept = (name: string): Promise<unknown> =>
  within(
    answersWithinMs,
    unsettledAsKept(name).then((attempts) => leavePosts(name, attempts)),
  );
