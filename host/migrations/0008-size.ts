/*
 * What makes lists, search and figures cost the same whatever there is: counts that triggers keep by day and by
 * kind, and indexes. A count is added as a row of its own, so that nobody waits for anybody; now and then the rows
 * are folded into one, leaving out those that somebody else is folding.
 */
export const sql = `
create extension if not exists pg_trgm;

create table transaction_days (day date not null, rows bigint not null);
create table transaction_sums (currency text not null, is_trade boolean not null, stage text not null, rows bigint not null, amount numeric not null);
create table transaction_kinds (
  day date not null, type text not null, status text not null, currency text not null, rows bigint not null, is_folded boolean not null default false
);
create index transaction_kinds_by_day on transaction_kinds (day);
create index transaction_kinds_fresh on transaction_kinds (day) where not is_folded;
create table user_days (day date not null, rows bigint not null);

create function day_of(moment timestamptz) returns date language sql immutable parallel safe as $$
  select (moment at time zone 'UTC')::date
$$;
create function is_trade(type text) returns boolean language sql immutable parallel safe as $$
  select type in ('SWAP', 'OBIEX_SWAP', 'GIFTCARD')
$$;
create function stage_of(status text) returns text language sql immutable parallel safe as $$
  select case when status in ('SUCCESSFUL', 'COMPLETED', 'CONFIRMED') then 'completed' when status in ('PENDING', 'PROCESSING') then 'pending' else 'other' end
$$;

create function fold_tallies() returns void language plpgsql as $$
begin
  with mine as (select ctid from transaction_days for update skip locked),
    gone as (delete from transaction_days where ctid in (select ctid from mine) returning *)
  insert into transaction_days select day, sum(rows) from gone group by day having sum(rows) <> 0;
  with mine as (select ctid from transaction_sums for update skip locked),
    gone as (delete from transaction_sums where ctid in (select ctid from mine) returning *)
  insert into transaction_sums select currency, is_trade, stage, sum(rows), sum(amount) from gone group by 1, 2, 3 having sum(rows) <> 0 or sum(amount) <> 0;
  with fresh as (select distinct day from transaction_kinds where not is_folded),
    mine as (select ctid from transaction_kinds where day in (select day from fresh) for update skip locked),
    gone as (delete from transaction_kinds where ctid in (select ctid from mine) returning *)
  insert into transaction_kinds select day, type, status, currency, sum(rows), true from gone group by 1, 2, 3, 4 having sum(rows) <> 0;
  with mine as (select ctid from user_days for update skip locked),
    gone as (delete from user_days where ctid in (select ctid from mine) returning *)
  insert into user_days select day, sum(rows) from gone group by day having sum(rows) <> 0;
end $$;

create function tally_transactions() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from transaction_days;
    delete from transaction_kinds;
    delete from transaction_sums;
    return null;
  end if;
  if tg_op <> 'INSERT' then
    insert into transaction_sums select currency, is_trade(type), stage_of(status), -count(*), -sum(abs(amount)) from gone group by 1, 2, 3;
    insert into transaction_kinds select day_of(created_at), type, status, currency, -count(*) from gone group by 1, 2, 3, 4;
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_sums select currency, is_trade(type), stage_of(status), count(*), sum(abs(amount)) from came group by 1, 2, 3;
    insert into transaction_kinds select day_of(created_at), type, status, currency, count(*) from came group by 1, 2, 3, 4;
  end if;
  if tg_op = 'INSERT' then
    insert into transaction_days select day_of(created_at), count(*) from came group by 1;
  elsif tg_op = 'DELETE' then
    insert into transaction_days select day_of(created_at), -count(*) from gone group by 1;
  else
    insert into transaction_days
    select day, sum(rows) from (select day_of(created_at), 1 from came union all select day_of(created_at), -1 from gone) as moved (day, rows)
    group by day having sum(rows) <> 0;
  end if;
  if random() < 0.01 then perform fold_tallies(); end if;
  return null;
end $$;
create trigger transactions_come after insert on transactions referencing new table as came for each statement execute function tally_transactions();
create trigger transactions_change after update on transactions referencing old table as gone new table as came for each statement execute function tally_transactions();
create trigger transactions_go after delete on transactions referencing old table as gone for each statement execute function tally_transactions();
create trigger transactions_go_all after truncate on transactions for each statement execute function tally_transactions();

create function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from user_days;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into user_days select day_of(created_at), count(*) from came where deleted_at is null group by 1;
  elsif tg_op = 'DELETE' then
    insert into user_days select day_of(created_at), -count(*) from gone where deleted_at is null group by 1;
  else
    insert into user_days
    select day, sum(rows) from (
      select day_of(created_at), 1 from came where deleted_at is null
      union all select day_of(created_at), -1 from gone where deleted_at is null
    ) as moved (day, rows)
    group by day having sum(rows) <> 0;
  end if;
  if random() < 0.01 then perform fold_tallies(); end if;
  return null;
end $$;
create trigger users_come after insert on users referencing new table as came for each statement execute function tally_users();
create trigger users_change after update on users referencing old table as gone new table as came for each statement execute function tally_users();
create trigger users_go after delete on users referencing old table as gone for each statement execute function tally_users();
create trigger users_go_all after truncate on users for each statement execute function tally_users();

insert into transaction_days select day_of(created_at), count(*) from transactions group by 1;
insert into transaction_sums select currency, is_trade(type), stage_of(status), count(*), sum(abs(amount)) from transactions group by 1, 2, 3;
insert into transaction_kinds select day_of(created_at), type, status, currency, count(*), true from transactions group by 1, 2, 3, 4;
insert into user_days select day_of(created_at), count(*) from users where deleted_at is null group by 1;

drop index transactions_by_date;
create index transactions_by_date on transactions (created_at, id) include (type, status, currency);
create index transactions_by_words on transactions using gin (search gin_trgm_ops);

alter table users add column search text not null generated always as (
  lower(username || chr(10) || email || chr(10) || name || chr(10) || coalesce(phonenumber, ''))
) stored;
create index users_by_words on users using gin (search gin_trgm_ops);
drop index users_by_date;
create index users_by_date on users (created_at, id) where deleted_at is null;
create index users_by_name on users (lower(username), id) include (username) where deleted_at is null;
create index users_by_address on users (lower(email), id) include (email) where deleted_at is null;
create index users_by_number on users (phonenumber, id) where deleted_at is null;
create index users_by_number_down on users (phonenumber desc nulls last, id desc) where deleted_at is null;
create index users_by_level on users (kyc_level, id) where deleted_at is null;
create index users_by_status on users (lower(kyc_status), id) include (kyc_status) where deleted_at is null;
create index users_by_email_verified on users (email_verified, id) where deleted_at is null;
create index users_by_bvn_verified on users (bvn_verified, id) where deleted_at is null;

create index audit_log_alerts on audit_log (seq) where alert is not null;
create index audit_log_by_words on audit_log using gin (search gin_trgm_ops);
`;
