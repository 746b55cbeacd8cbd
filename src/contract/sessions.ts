import * as v from "valibot";
import { dataOf, saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { flag, id, instant, maybe, text } from "./scalars.ts";

/** One of an admin's own sessions. */
const ownSession = v.looseObject({
  /** The access token's `sid` claim. */
  id,
  createdAt: maybe(instant),
  lastSeenAt: maybe(instant),
  /** Where it was last seen, and what with: the request's address and its User-Agent. */
  address: text,
  userAgent: text,
  /** Whether it is the requesting session. */
  current: flag,
});
export type OwnSession = v.InferOutput<typeof ownSession>;

/** The admin's open sessions, last seen first. Path: config.json's `sessions`; without it the call isn't offered. */
export const listSessions = defineCall({
  method: "GET",
  path: "/api/sessions",
  auth: "bearer",
  kind: "read",
  answer: dataOf(v.array(ownSession)),
});

const ended = v.looseObject(saidFields);

/** Ends all of the admin's sessions but the requesting one; below config.json's `sessions`. */
export const endOtherSessions = defineCall({
  method: "DELETE",
  path: "/api/sessions/others",
  auth: "bearer",
  kind: "session",
  action: "endSession",
  answer: ended,
});

/** Ends one of the admin's own sessions; succeeds if it has already ended. Below config.json's `sessions`. */
export const endSessionById = defineCall({
  method: "DELETE",
  path: "/api/sessions/{id}",
  auth: "bearer",
  kind: "session",
  action: "endSession",
  answer: ended,
});
