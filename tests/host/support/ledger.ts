import { sql } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "../../../host/db/connection.ts";
import { rows } from "../../../host/db/rows.ts";

const problem = v.object({ what: v.string(), of: v.string() });

/** Violations of the ledger's invariants: unbalanced, incomplete or empty entries; wrong or negative balances. */
export const ledgerProblems = (db: Db) =>
  rows(
    db,
    problem,
    sql`
      select 'entry is out of balance' as what, entry_id as of from ledger_postings join ledger_accounts on id = account_id
        group by entry_id, currency having sum(amount) <> 0
      union all
      select 'entry has fewer than two postings', e.id from ledger_entries e where (select count(*) from ledger_postings where entry_id = e.id) < 2
      union all
      select 'balance is not the sum of its postings', a.id from ledger_accounts a
        where balance <> (select coalesce(sum(amount), 0) from ledger_postings where account_id = a.id)
      union all
      select 'balance is below zero', id from ledger_accounts where kind <> 'platform' and balance < 0
      union all
      select 'entry is not in the feed', e.id from ledger_entries e
        where kind in ('funding', 'deduction') and (select count(*) from transactions t where t.reference = e.reference) <> 1`,
  );
