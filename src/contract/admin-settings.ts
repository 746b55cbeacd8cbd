import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";

/** What the host does for an admin on its own, on any device (SET-1). */
const adminSettings = v.object({
  /** Mails the admin on every sign-in to the account. */
  emailNotifications: v.boolean("is not true or false"),
});
export type AdminSettings = v.InferOutput<typeof adminSettings>;

/** Hosts send the settings under `data` or at the top level. */
const settingsAnswer = v.pipe(
  v.union([v.looseObject({ ...saidFields, data: adminSettings }), v.looseObject({ ...saidFields, ...adminSettings.entries })]),
  v.transform((answer): AdminSettings =>
    "data" in answer ? (answer.data as AdminSettings) : { emailNotifications: answer.emailNotifications },
  ),
);

/** Uses config.json's `settings` path; not sent without one. */
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
