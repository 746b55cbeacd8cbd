/**
 * Another policy moves how many open slips an admin may decide, so one of them is told: readers fetch their list again.
 * Without an open one there is nothing to decide under either.
 */
export const sql = `
create function tell_policy() returns trigger language plpgsql as $$
declare
  slip text;
begin
  select id into slip from slips where state = 'open' limit 1;
  if found then
    perform pg_advisory_xact_lock(4174);
    insert into events (kind, key, at) values ('approval', slip, clock_timestamp());
    perform pg_notify('counterfoil_events', '');
  end if;
  return null;
end $$;
create constraint trigger approval_policies_tell after update of state on approval_policies deferrable initially deferred
  for each row when (new.state = 'executed' and current_setting('counterfoil.silent', true) is distinct from 'on')
  execute function tell_policy();
`;
