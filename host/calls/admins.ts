import { createAdmin } from "../../src/contract/admins.ts";
import { type Router, mutationCall } from "../http/call-route.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { addAdmin, publicAdmin } from "../sessions/admins.ts";
import { isCommonPin, tooCommon } from "../sessions/common-pins.ts";
import { permissionsOf } from "../sessions/permissions.ts";

/** Adding an admin (TOOL-4). Nobody hands out more than they have. */
export function adminCalls(router: Router): void {
  mutationCall(router, createAdmin, { needs: "canManageAdmins" }, async ({ tx, body, admin, now, note }) => {
    const { role, email, adminName, passwordPin: pin } = body;
    if (role === "super_admin" && admin.role !== "super_admin") throw new Refusal(403, "Only a super_admin can add a super_admin.");
    const permissions = permissionsOf[role];
    const more = Object.entries(permissions).find(([name, granted]) => granted && admin.permissions[name] !== true);
    if (more !== undefined) throw new Refusal(403, `You can't give a ${role}'s permission ${more[0]}, which you don't have.`);
    if (isCommonPin(pin)) throw badField("passwordPin", tooCommon);
    const added = await addAdmin(tx, { email, adminName, pin, role, permissions }, router.deps.pinCost, now);
    if (added === undefined) throw new Refusal(409, "An admin with this email already exists", { field: "email" });
    note({ target: added.email, after: publicAdmin(added) });
    return { success: true, message: `Added ${adminName} as ${role}`, admin: publicAdmin(added) };
  });
}
