import { readAdminSettings, writeAdminSettings } from "../../src/contract/admin-settings.ts";
import { type Router, adminCall, mutationCall } from "../http/call-route.ts";
import { keepSettings, settingsOf } from "../sessions/admin-settings.ts";

/** An admin's own settings (SET-1). */
export function adminSettingsCalls(router: Router): void {
  adminCall(router, readAdminSettings, {}, async ({ admin }) => ({ success: true, data: await settingsOf(router.deps.db, admin.id) }));

  mutationCall(router, writeAdminSettings, {}, async ({ tx, body, admin, now, note }) => {
    note({ target: admin.email, before: await settingsOf(tx, admin.id), after: body });
    await keepSettings(tx, admin.id, body, now);
    return { success: true, message: "Settings saved", data: body };
  });
}
