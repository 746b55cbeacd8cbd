import type { Database } from "./database.ts";

/** The device's own records; the rest of the state is the host's. */
const ownNotes = ["term", "savedViews", "recentUsers", "columns", "openCase"];

/** Deletes the host's answers. */
export async function forgetAnswers(db: Database): Promise<void> {
  await db.transaction("rw", db.tables, async () => {
    const answers = [db.sheets, db.users, db.userPages, db.wallets, db.audit, db.auditViews, db.slips, db.slipViews];
    await Promise.all(answers.map((table) => table.clear()));
    await db.state.where("name").noneOf(ownNotes).delete();
  });
}
