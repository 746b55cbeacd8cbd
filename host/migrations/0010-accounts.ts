/**
 * Accounts that wait for their activation or are disabled, locks that grow, and what the alert rules and the
 * folding of refused requests count by, kept outside the audit log.
 */
export const sql = `
alter table admins
  add column active boolean not null default true,
  add column activated_at timestamptz(3),
  add column last_seen_at timestamptz(3);
update admins set activated_at = created_at;

alter table throttles add column locks integer not null default 0;

create index sessions_by_end on sessions (expires_at);
create index pin_resets_by_end on pin_resets (expires_at);

create table audit_counters (subject text primary key, times integer not null, until timestamptz(3) not null);

create table audit_tallies (
  subject text primary key,
  action text not null,
  actor text,
  target text,
  address text not null,
  status integer not null,
  message text,
  times integer not null,
  told integer not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null
);
create index audit_tallies_by_end on audit_tallies (until);

create table funding_sizes (
  admin_id text not null,
  currency text not null,
  latest jsonb not null,
  primary key (admin_id, currency)
);
insert into funding_sizes (admin_id, currency, latest)
select actor_id, currency, jsonb_agg(amount order by seq) from (
  select actor_id, asked ->> 'currency' as currency, asked ->> 'amount' as amount, seq,
    row_number() over (partition by actor_id, asked ->> 'currency' order by seq desc) as place
  from audit_log
  where action = 'fund' and outcome = 'done' and actor_id is not null and asked ->> 'currency' is not null and asked ->> 'amount' is not null
) as fundings where place <= 50 group by actor_id, currency;
`;
