const columns = [
  "id",
  "user_id",
  "username",
  "type",
  "status",
  "currency",
  "amount",
  "reference",
  "created_at",
  "updated_at",
  "from_currency",
  "to_currency",
  "swap_type",
  "bank_name",
  "account_number_masked",
  "recipient_username",
  "sender_username",
  "card_type",
  "country",
  "reason",
  "note",
  "reverses",
  "reversed_by",
];
const list = columns.join(", ");
const newRow = columns.map((column) => `new.${column}`).join(", ");

/** The triggers of 0008 and 0017. */
const triggers = `
create trigger transactions_come after insert on transactions referencing new table as came for each statement execute function tally_transactions();
create trigger transactions_change after update on transactions referencing old table as gone new table as came for each statement execute function tally_transactions();
create trigger transactions_go after delete on transactions referencing old table as gone for each statement execute function tally_transactions();
create trigger transactions_go_all after truncate on transactions for each statement execute function tally_transactions();
create constraint trigger transactions_tell after insert or update or delete on transactions deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('transaction', 'id');
`;

/**
 * Transactions in a partition for each month of UTC (docs/decisions/transactions-by-month.md). An empty table is replaced
 * at once. Else a trigger mirrors what changes, \`move_transactions\` copies what is there bit by bit while everybody goes on,
 * and its last call puts the new table in the place of the old one.
 *
 * Partitions: transactions_past, a transactions_YYYY_MM for each month without a gap, transactions_future. So no row is
 * ever without a partition, and the planner knows their order.
 */
export const sql = `
create table transactions_parted (like transactions including all excluding indexes) partition by range (created_at);
alter table transactions_parted add constraint transactions_parted_pkey primary key (id, created_at);
create index transactions_parted_by_date on transactions_parted (created_at, id) include (type, status, currency);
create index transactions_parted_by_user on transactions_parted (user_id, created_at);
create index transactions_parted_unsettled on transactions_parted (created_at) where status in ('PENDING', 'PROCESSING');
create index transactions_parted_by_words on transactions_parted using gin (search gin_trgm_ops);

create table transaction_past (one boolean primary key default true check (one), ends_at timestamptz(3) not null);
create table transaction_move (one boolean primary key default true check (one), at timestamptz(3) not null, id text collate "C" not null);

create function month_start(month date) returns timestamptz language sql immutable parallel safe as $$
  select month::timestamp at time zone 'UTC'
$$;

create function transaction_months() returns setof date language sql stable as $$
  select to_date(substr(child.relname, 14), 'YYYY_MM')
  from pg_inherits join pg_class child on child.oid = inhrelid
  where inhparent = coalesce(to_regclass('transactions_parted'), to_regclass('transactions')) and child.relname ~ '^transactions_[0-9]{4}_[0-9]{2}$'
$$;

-- Makes the partition of a month. Rows of it that lie in another table, which is no partition then, go there.
create function add_transaction_month(parent text, month date, source text) returns void language plpgsql as $$
declare
  name text := 'transactions_' || to_char(month, 'YYYY_MM');
  next date := (month + interval '1 month')::date;
begin
  execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent, month_start(month), month_start(next));
  if source is null then return; end if;
  execute format('insert into %I (${list}) select ${list} from %I where created_at >= %L and created_at < %L', name, source, month_start(month), month_start(next));
  execute format('delete from %I where created_at >= %L and created_at < %L', source, month_start(month), month_start(next));
end $$;

-- Makes partitions for all months from the earliest to the latest, but for those that were detached.
create function keep_transaction_months(earliest date, latest date) returns void language plpgsql as $$
declare
  parent text := case when to_regclass('transactions_parted') is null then 'transactions' else 'transactions_parted' end;
  was text := current_setting('counterfoil.silent', true);
  first date;
  last date;
  month date;
begin
  earliest := date_trunc('month', earliest)::date;
  latest := date_trunc('month', latest)::date;
  select greatest(earliest, date_trunc('month', ends_at at time zone 'UTC')::date) into strict earliest from (select max(ends_at) as ends_at from transaction_past) as past;
  select min(m), max(m) into first, last from transaction_months() as m;
  if earliest >= first and latest <= last then return; end if;
  perform pg_advisory_xact_lock(4175);
  select min(m), max(m) into first, last from transaction_months() as m;
  -- Rows that move to their partition haven't changed.
  perform set_config('counterfoil.silent', 'on', true);
  if first is null then
    first := latest;
    last := latest;
    perform add_transaction_month(parent, latest, null);
    execute format('create table transactions_past partition of %I for values from (minvalue) to (%L)', parent, month_start(latest));
    execute format('create table transactions_future partition of %I for values from (%L) to (maxvalue)', parent, month_start((latest + interval '1 month')::date));
  end if;
  if latest > last then
    execute format('alter table %I detach partition transactions_future', parent);
    for month in select generate_series(last + interval '1 month', latest, interval '1 month')::date loop
      perform add_transaction_month(parent, month, 'transactions_future');
    end loop;
    execute format('alter table %I attach partition transactions_future for values from (%L) to (maxvalue)', parent, month_start((latest + interval '1 month')::date));
  end if;
  if earliest < first then
    execute format('alter table %I detach partition transactions_past', parent);
    for month in select generate_series(earliest, first - interval '1 month', interval '1 month')::date loop
      perform add_transaction_month(parent, month, 'transactions_past');
    end loop;
    execute format('alter table %I attach partition transactions_past for values from (minvalue) to (%L)', parent, month_start(earliest));
  end if;
  perform set_config('counterfoil.silent', coalesce(was, ''), true);
end $$;

create function mirror_transaction() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    truncate transactions_parted;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    delete from transactions_parted where id = old.id and created_at = old.created_at;
  end if;
  if tg_op <> 'DELETE' then
    insert into transactions_parted (${list}) values (${newRow});
  end if;
  return null;
end $$;

-- Puts the table of months in the place of the one before.
create function adopt_transaction_months() returns void language plpgsql as $$
declare
  granted record;
begin
  lock table transactions in access exclusive mode;
  if (select count(*) from transactions) <> (select count(*) from transactions_parted) then
    raise exception 'The transactions by month are not those that there are: % of %.', (select count(*) from transactions_parted), (select count(*) from transactions);
  end if;
  for granted in
    select privilege_type as what, case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as whom
    from pg_class, aclexplode(relacl) where oid = 'transactions'::regclass and grantee <> relowner
  loop
    execute format('grant %s on transactions_parted to %s', granted.what, granted.whom);
  end loop;
  drop table transactions;
  alter table transactions_parted rename to transactions;
  alter table transactions rename constraint transactions_parted_pkey to transactions_pkey;
  alter index transactions_parted_by_date rename to transactions_by_date;
  alter index transactions_parted_by_user rename to transactions_by_user;
  alter index transactions_parted_unsettled rename to transactions_unsettled;
  alter index transactions_parted_by_words rename to transactions_by_words;
  ${triggers}
  delete from transaction_move;
end $$;

-- Copies the next rows; null once all are there and the new table has taken the place. One process at a time.
create function move_transactions(at_most integer) returns integer language plpgsql as $$
declare
  reached record;
  upto record;
  moved integer;
begin
  select * into reached from transaction_move for update;
  if not found then return null; end if;
  select created_at, id into upto from (
    select created_at, id from transactions where (created_at, id) > (reached.at, reached.id) order by created_at, id limit at_most
  ) as next order by created_at desc, id desc limit 1;
  if not found then
    perform adopt_transaction_months();
    return null;
  end if;
  -- Who changes one of these rows waits until the copy is committed, so that the mirror finds it.
  with next as (
    select ${list} from transactions where (created_at, id) > (reached.at, reached.id) and (created_at, id) <= (upto.created_at, upto.id) for share
  )
  insert into transactions_parted (${list}) select ${list} from next on conflict do nothing;
  get diagnostics moved = row_count;
  update transaction_move set at = upto.created_at, id = upto.id;
  return moved;
end $$;

-- Detaches the oldest month, or what is older than all months, where there is any; returns the name of the table that it is then.
create function detach_transactions() returns text language plpgsql as $$
declare
  first date;
  next date;
  name text;
begin
  if exists (select from transaction_move) then raise exception 'The transactions are still being moved into months.'; end if;
  lock table transactions in access exclusive mode;
  -- Nobody folds counts meanwhile: a day's would be there in another form.
  lock table transaction_days, transaction_kinds in share row exclusive mode;
  select min(m) into first from transaction_months() as m;
  if exists (select from transactions_past) then
    next := first;
    name := 'transactions_until_' || to_char(next, 'YYYY_MM');
    alter table transactions detach partition transactions_past;
    execute format('alter table transactions_past rename to %I', name);
  else
    next := (first + interval '1 month')::date;
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

do $$
begin
  perform keep_transaction_months(
    day_of(greatest(coalesce((select min(created_at) from transactions), now()), now() - interval '10 years')),
    day_of(now() + interval '2 months')
  );
  if exists (select from transactions) then
    insert into transaction_move (at, id) values ('-infinity', '');
    create trigger transactions_mirror after insert or update or delete on transactions for each row execute function mirror_transaction();
    create trigger transactions_mirror_whole after truncate on transactions for each statement execute function mirror_transaction();
  else
    perform adopt_transaction_months();
  end if;
end $$;
`;
