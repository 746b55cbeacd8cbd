export const sql = `
create table ledger_accounts (
  id text primary key,
  kind text not null check (kind in ('available', 'pending', 'platform')),
  owner text not null,
  currency text not null,
  balance numeric not null default 0,
  unique (owner, kind, currency),
  constraint ledger_no_balance_below_zero check (kind = 'platform' or balance >= 0)
);

create table ledger_entries (
  id text primary key,
  kind text not null check (kind in ('opening', 'funding', 'deduction', 'wipe')),
  user_id text,
  admin_id text references admins (id),
  reference text not null,
  created_at timestamptz(3) not null
);
create index ledger_entries_by_user on ledger_entries (user_id, created_at);

create table ledger_postings (
  entry_id text not null references ledger_entries (id),
  account_id text not null references ledger_accounts (id),
  amount numeric not null check (amount <> 0),
  primary key (entry_id, account_id)
);
create index ledger_postings_by_account on ledger_postings (account_id);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is never changed: correct it by another entry.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_entries_stay before update or delete on ledger_entries for each row execute function ledger_refuse_change();
create trigger ledger_entries_stay_whole before truncate on ledger_entries for each statement execute function ledger_refuse_change();
create trigger ledger_postings_stay before update or delete on ledger_postings for each row execute function ledger_refuse_change();
create trigger ledger_postings_stay_whole before truncate on ledger_postings for each statement execute function ledger_refuse_change();

create function ledger_post() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from added join ledger_accounts on ledger_accounts.id = added.account_id
    group by added.entry_id, ledger_accounts.currency having sum(added.amount) <> 0
  ) then
    raise exception 'The postings of an entry must sum to zero in each currency.' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (
    select 1 from ledger_postings where entry_id in (select entry_id from added)
    group by entry_id having count(*) > (select count(*) from added where added.entry_id = ledger_postings.entry_id)
  ) then
    raise exception 'An entry gets all its postings at once.' using errcode = 'integrity_constraint_violation';
  end if;
  update ledger_accounts set balance = balance + sums.amount
  from (select account_id, sum(amount) as amount from added group by account_id) as sums
  where ledger_accounts.id = sums.account_id;
  return null;
end $$;
create trigger ledger_postings_count after insert on ledger_postings
  referencing new table as added for each statement execute function ledger_post();

create function ledger_guard_balance() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or pg_trigger_depth() < 2 or new.id <> old.id or new.kind <> old.kind or new.owner <> old.owner or new.currency <> old.currency then
    raise exception 'Balances change by postings alone.' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_accounts_guard before update or delete on ledger_accounts for each row execute function ledger_guard_balance();
create function ledger_start_at_zero() returns trigger language plpgsql as $$
begin
  if new.balance <> 0 then
    raise exception 'An account begins at zero.' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_accounts_begin before insert on ledger_accounts for each row execute function ledger_start_at_zero();

create table idempotency_keys (
  admin_id text not null references admins (id),
  key text not null,
  request_hash text not null,
  status integer,
  answer text,
  created_at timestamptz(3) not null,
  primary key (admin_id, key)
);
create index idempotency_keys_by_date on idempotency_keys (created_at);
`;
