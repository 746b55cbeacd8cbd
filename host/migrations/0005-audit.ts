export const sql = `
create table audit_log (
  seq bigint primary key,
  at timestamptz(3) not null,
  actor_id text,
  actor text,
  role text,
  action text not null,
  target text,
  asked jsonb,
  before jsonb,
  after jsonb,
  outcome text not null check (outcome in ('done', 'refused', 'failed')),
  status integer not null,
  message text,
  address text not null,
  alert text,
  previous text not null,
  hash text not null,
  search text not null generated always as (lower(coalesce(actor, '') || chr(10) || action || chr(10) || coalesce(target, '') || chr(10) || coalesce(message, '') || chr(10) || address)) stored
);
create index audit_log_by_date on audit_log (at, seq);
create index audit_log_by_actor on audit_log (actor_id, action, seq);
create index audit_log_by_action on audit_log (action, at);

create table audit_head (
  one boolean primary key default true check (one),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, repeat('0', 64));

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is never changed.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_log_stays before update or delete on audit_log for each row execute function audit_refuse_change();
create trigger audit_log_stays_whole before truncate on audit_log for each statement execute function audit_refuse_change();

create function audit_chain() returns trigger language plpgsql as $$
begin
  update audit_head set seq = new.seq, hash = new.hash where seq = new.seq - 1 and hash = new.previous;
  if not found then
    raise exception 'An entry of the audit log follows the latest one.' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger audit_log_chain before insert on audit_log for each row execute function audit_chain();

create function audit_guard_head() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or pg_trigger_depth() < 2 then
    raise exception 'The head of the audit log moves by entries alone.' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger audit_head_guard before insert or update or delete on audit_head for each row execute function audit_guard_head();
create trigger audit_head_stays before truncate on audit_head for each statement execute function audit_refuse_change();
`;
