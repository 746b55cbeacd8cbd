import type { Database, OwnRecords } from "./database.ts";

const own: Readonly<Record<keyof OwnRecords, true>> = {
  closes: true,
  columns: true,
  openCase: true,
  recentUsers: true,
  savedViews: true,
  statementColumns: true,
  term: true,
};

/** Deletes the host's answers. */
export async function forgetAnswers(db: Database): Promise<void> {
  await db.transaction("rw", db.tables, async () => {
    const answers = [db.sheets, db.users, db.userPages, db.wallets, db.audit, db.auditViews, db.slips, db.slipViews];
    await Promise.all(answers.map((table) => table.clear()));
    await db.state.where("name").noneOf(Object.keys(own)).delete();
  });
}
