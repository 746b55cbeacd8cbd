/**
 * Months are detached by date, so that a call that is repeated detaches no other month. And everybody waits behind the last
 * step of moving into months while that waits for whoever reads: a second at a time.
 */
export const sql = `
alter function adopt_transaction_months() set lock_timeout = '1s';

drop function detach_transactions();
-- Detaches the oldest month, or what is older than all months, where there is any, if it ends at \`before\` or earlier; returns the
-- name of the table that it is then, else null.
create function detach_transactions(before date) returns text language plpgsql as $$
declare
  first date;
  next date;
  name text;
  has_older boolean;
begin
  if exists (select from transaction_move) then raise exception 'The transactions are still being moved into months.'; end if;
  lock table transactions in access exclusive mode;
  -- Nobody folds counts meanwhile: a day's would be there in another form.
  lock table transaction_days, transaction_kinds in share row exclusive mode;
  select min(m) into first from transaction_months() as m;
  has_older := exists (select from transactions_past);
  next := case when has_older then first else (first + interval '1 month')::date end;
  if next > before then return null; end if;
  if has_older then
    name := 'transactions_until_' || to_char(next, 'YYYY_MM');
    alter table transactions detach partition transactions_past;
    execute format('alter table transactions_past rename to %I', name);
  else
    name := 'transactions_' || to_char(first, 'YYYY_MM');
    if month_start(next) > now() then raise exception 'The month % is not over.', to_char(first, 'YYYY-MM'); end if;
    execute format('alter table transactions detach partition %I', name);
    drop table transactions_past;
  end if;
  execute format('create table transactions_past partition of transactions for values from (minvalue) to (%L)', month_start(next));
  delete from transaction_days where day < next;
  delete from transaction_kinds where day < next;
  insert into transaction_past (ends_at) values (month_start(next)) on conflict (one) do update set ends_at = excluded.ends_at;
  return name;
end $$;
`;
