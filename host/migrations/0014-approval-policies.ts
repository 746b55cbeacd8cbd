/** What needs two admins, and why money may be moved: each proposal for it, of which another super_admin makes the policy. */
export const sql = `
create table approval_policies (
  id text collate "C" primary key,
  policy jsonb not null,
  maker_id text not null references admins (id),
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > made_at),
  digest text not null,
  state text not null default 'open' check (state in ('open', 'executed', 'withdrawn', 'expired')),
  checker_id text references admins (id),
  decided_at timestamptz(3)
);
create unique index approval_policies_open on approval_policies (state) where state = 'open';
create index approval_policies_in_force on approval_policies (decided_at) where state = 'executed';

create function approval_policies_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state = 'open' and new.checker_id is null and new.decided_at is null then return new; end if;
  elsif tg_op = 'UPDATE' and old.state = 'open' and new.state <> 'open' and new.decided_at is not null
    and row(new.id, new.policy, new.maker_id, new.made_at, new.expires_at, new.digest) is not distinct from row(old.id, old.policy, old.maker_id, old.made_at, old.expires_at, old.digest)
  then
    if new.state = 'executed' and new.checker_id <> new.maker_id and new.decided_at < new.expires_at then return new; end if;
    if new.state <> 'executed' and new.checker_id is null then return new; end if;
  end if;
  raise exception 'A proposal begins open, and is decided once, in time, by another admin.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger approval_policies_guard before insert or update or delete on approval_policies for each row execute function approval_policies_guard();
create trigger approval_policies_stay before truncate on approval_policies for each statement execute function slips_refuse_removal();
`;
