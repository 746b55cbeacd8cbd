/**
 * Amounts that few transactions have are found by an index. While rows are still being moved into months (0020), the table they move
 * to gets it.
 */
export const sql = `
do $$
declare
  name text := case when to_regclass('transactions_parted') is null then 'transactions' else 'transactions_parted' end;
begin
  execute format('create index transactions_by_amount on %I (abs(amount))', name);
end $$;
`;
