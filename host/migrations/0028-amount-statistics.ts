/**
 * How few transactions have an amount: without it the planner takes them for a third of all rows. Apart from the index (0027), whose
 * lock nobody could write beside.
 */
export const sql = `
do $$
begin
  execute format('analyze %I', case when to_regclass('transactions_parted') is null then 'transactions' else 'transactions_parted' end);
end $$;
`;
