/**
 * A user's key in each sort, as text whose bytes sort as the field does, and how many characters of it name a group. A user
 * without a phone comes last in either direction.
 */
const keysOf = (user: string): string => `(values
    ('username', 4, lower(${user}.username)),
    ('email', 4, lower(${user}.email)),
    ('phonenumber', 9, coalesce('.' || ${user}.phonenumber, '/')),
    ('-phonenumber', 9, coalesce('.' || ${user}.phonenumber, '')),
    ('kycLevel', 2, ${user}.kyc_level::text),
    ('kycStatus', 20, lower(${user}.kyc_status)),
    ('emailVerified', 6, ${user}.email_verified::text),
    ('bvnVerified', 6, ${user}.bvn_verified::text)
  ) as keys (sort, characters, key)`;

/** The groups of the users in a relation, with \`rows\` for each user. */
const groupsOf = (relation: string, rows = "1"): string => `
  select sort, left(key, characters) as key, case when length(key) < characters then left(id, 3) else '' end as id, ${rows} as rows
  from ${relation} as one cross join lateral ${keysOf("one")} where deleted_at is null`;

/** \`fold_tallies\` and \`tally_users\` are those of 0008, with the groups. */
export const sql = `
-- Existing users in groups that follow each sort: those whose keys begin alike, or, of keys that are shorter, those of one key
-- whose ids begin alike. (key, id) is below all of a group's, and above all of the groups before. Like the other counts a change
-- is a row of its own until it is folded.
create table user_groups (
  sort text not null, key text collate "C" not null, id text collate "C" not null, rows bigint not null, is_folded boolean not null default false
);
create index user_groups_by_sort on user_groups (sort, key, id);
create index user_groups_fresh on user_groups (sort, key, id) where not is_folded;

create function recount_user_groups() returns void language sql as $$
  delete from user_groups;
  insert into user_groups select sort, key, id, sum(rows), true from (${groupsOf("users")}) as each group by 1, 2, 3;
$$;

create or replace function fold_tallies() returns void language plpgsql as $$
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
  with fresh as (select distinct sort, key, id from user_groups where not is_folded),
    mine as (select ctid from user_groups where (sort, key, id) in (select sort, key, id from fresh) for update skip locked),
    gone as (delete from user_groups where ctid in (select ctid from mine) returning *)
  insert into user_groups select sort, key, id, sum(rows), true from gone group by 1, 2, 3 having sum(rows) <> 0;
end $$;

create or replace function tally_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from user_days;
    delete from user_groups;
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into user_days select day_of(created_at), count(*) from came where deleted_at is null group by 1;
    insert into user_groups select sort, key, id, sum(rows) from (${groupsOf("came")}) as each group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into user_days select day_of(created_at), -count(*) from gone where deleted_at is null group by 1;
    insert into user_groups select sort, key, id, sum(rows) from (${groupsOf("gone", "-1")}) as each group by 1, 2, 3;
  else
    insert into user_days
    select day, sum(rows) from (
      select day_of(created_at), 1 from came where deleted_at is null
      union all select day_of(created_at), -1 from gone where deleted_at is null
    ) as moved (day, rows)
    group by day having sum(rows) <> 0;
    insert into user_groups
    select sort, key, id, sum(rows) from (${groupsOf("came")} union all ${groupsOf("gone", "-1")}) as moved
    group by 1, 2, 3 having sum(rows) <> 0;
  end if;
  if random() < 0.01 then perform fold_tallies(); end if;
  return null;
end $$;

-- Nobody changes users between their counting and the triggers that count from then on.
lock table users in share row exclusive mode;
select recount_user_groups();

set local maintenance_work_mem = '256MB';
create index users_sorted_by_username on users (lower(username) collate "C", id) include (username) where deleted_at is null;
create index users_sorted_by_email on users (lower(email) collate "C", id) include (email) where deleted_at is null;
create index users_sorted_by_phonenumber on users ((coalesce('.' || phonenumber, '/')) collate "C", id) include (phonenumber) where deleted_at is null;
create index users_sorted_by_phonenumber_down on users ((coalesce('.' || phonenumber, '')) collate "C", id) include (phonenumber) where deleted_at is null;
create index users_sorted_by_status on users (lower(kyc_status) collate "C", id) include (kyc_status) where deleted_at is null;
drop index users_by_name, users_by_address, users_by_number, users_by_number_down, users_by_status;
analyze users, user_groups;
`;
