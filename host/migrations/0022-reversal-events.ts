/** A slip whose entry is reversed is told, too: its row in the list names the reversal. */
export const sql = `
create function tell_reversed() returns trigger language plpgsql as $$
declare
  slip text;
begin
  select slip_id into slip from ledger_entries where reference = new.reverses and slip_id is not null;
  if found then
    perform pg_advisory_xact_lock(4174);
    insert into events (kind, key, at) values ('approval', slip, clock_timestamp());
    perform pg_notify('counterfoil_events', '');
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_tell after insert on ledger_entries deferrable initially deferred
  for each row when (new.reverses is not null and current_setting('counterfoil.silent', true) is distinct from 'on')
  execute function tell_reversed();
`;
