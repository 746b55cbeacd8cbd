import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";

/** What the host does for an admin by itself, wherever he is signed in (SET-1). */
const adminSettings = v.object({
  /** A mail whenever somebody signs in with the admin's account. */
  emailNotifications: v.boolean("is not true or false"),
});
export type AdminSettings = v.InferOutput<typeof adminSettings>;

/** Hosts answer with the settings under `data` or at the top. */
const settingsAnswer = v.pipe(
  v.union([v.looseObject({ ...saidFields, data: adminSettings }), v.looseObject({ ...saidFields, ...adminSettings.entries })]),
  v.check((answer) => answer.success !== false, "success is false"),
  v.transform((answer): AdminSettings =>
    "data" in answer ? (answer.data as AdminSettings) : { emailNotifications: answer.emailNotifications },
  ),
);

/** Sent to the path that config.json names under `settings`; not at all where it names none. */
export const readAdminSettings = defineCall({
  method: "GET",
  path: "/admin/settings",
  auth: "bearer",
  kind: "read",
  answer: settingsAnswer,
});

export const writeAdminSettings = defineCall({
  method: "PUT",
  path: "/admin/settings",
  auth: "bearer",
  kind: "mutation",
  action: "saveSettings",
  body: adminSettings,
  answer: v.looseObject(saidFields),
});
