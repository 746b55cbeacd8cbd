import { asc, eq, sql } from "drizzle-orm";
import { changeAdmin, createAdmin, listAdmins } from "../../src/contract/admins.ts";
import { admins } from "../db/schema.ts";
import { type Router, adminCall, mutationCall } from "../http/call-route.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { type AdminRow, publicAdmin } from "../sessions/admins.ts";
import { changeAdminRow, requireGrantable } from "../sessions/change-admin.ts";
import { isCommonPin, tooCommon } from "../sessions/common-pins.ts";
import { addOrReplace } from "../sessions/register.ts";

const wireAdmin = ({ id, adminName, email, role, active, createdAt, activatedAt, lastSeenAt }: AdminRow): object => ({
  id,
  name: adminName,
  email,
  role,
  active,
  createdAt: createdAt.toISOString(),
  activatedAt: activatedAt?.toISOString() ?? null,
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
});

const told = ({ role, active, permissions }: AdminRow) => ({ role, active, permissions });

/** The change, in a sentence. */
function done(before: AdminRow, after: AdminRow): string {
  const role = before.role === after.role ? undefined : `${after.email} is ${after.role} now`;
  const active = before.active === after.active ? undefined : after.active ? `Enabled ${after.email}` : `Disabled ${after.email}`;
  return [role, active].filter((part) => part !== undefined).join(". ") || `${after.email} stays as it was`;
}

/** Adding (TOOL-4), listing and changing admins. Nobody can grant more than they have. */
export function adminCalls(router: Router): void {
  const { db, demoAccounts, pinCost } = router.deps;
  const needs = "canManageAdmins";

  mutationCall(router, createAdmin, { needs }, async ({ tx, body, admin, now, note }) => {
    const { role, email, adminName, passwordPin: pin } = body;
    if (role === "super_admin" && admin.role !== "super_admin") throw new Refusal(403, "Only a super_admin can add a super_admin.");
    const permissions = requireGrantable(admin, role);
    if (isCommonPin(pin)) throw badField("passwordPin", tooCommon);
    const added = await addOrReplace(tx, { email, adminName, pin, role, permissions }, pinCost, now);
    if (added === undefined) throw new Refusal(409, "An admin with this email already exists", { field: "email" });
    note({ target: added.email, after: publicAdmin(added) });
    return { success: true, message: `Added ${adminName} as ${role}`, admin: publicAdmin(added) };
  });

  adminCall(router, listAdmins, { needs, alsoAt: "/admin/admins" }, async () => {
    const found = await db
      .select()
      .from(admins)
      .orderBy(asc(sql`lower(${admins.adminName})`), asc(admins.id));
    return { success: true, data: found.map(wireAdmin) };
  });

  mutationCall(
    router,
    changeAdmin,
    { needs, alsoAt: "/admin/admins/{id}" },
    async ({ tx, params: { id = "" }, body, admin, now, note }) => {
      const [of] = await tx.select({ email: admins.email }).from(admins).where(eq(admins.id, id));
      if (of !== undefined) note({ target: of.email });
      const { before, after } = await changeAdminRow({ tx, now, by: admin, demoAccounts }, id, body);
      note({ before: told(before), after: told(after), moved: [{ before: told(before), after: told(after) }] });
      return { success: true, message: done(before, after), data: wireAdmin(after) };
    },
  );
}
