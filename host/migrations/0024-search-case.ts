/**
 * Lower case by the database's locale in the searchable text of transactions: the id's collation "C" left capitals outside
 * A to Z as they were. While rows are still being moved into months (0020), the table they move to is changed.
 */
export const sql = `
do $$
declare
  parted regclass := to_regclass('transactions_parted');
  name text := case when parted is null then 'transactions' else 'transactions_parted' end;
begin
  execute format('alter table %I drop column search', name);
  execute format($q$alter table %I add column search text generated always as (
    lower((plain_text(id) || chr(10) || plain_text(username) || chr(10) || plain_text(reference) || chr(10)
      || plain_text(coalesce(sender_username, '')) || chr(10) || plain_text(coalesce(recipient_username, '')) || chr(10)
      || plain_text(coalesce(bank_name, ''))) collate "default")
  ) stored$q$, name);
  execute format('create index %I on %I using gin (search gin_trgm_ops)', name || '_by_words', name);
end $$;
`;
