/**
 * What the stream of changes is made of. A trigger on each table that a list shows writes an event at the end of the
 * transaction, under a lock that is held until it is committed: so positions are in the order of the commits, and
 * whoever sees one sees all below it (docs/decisions/positions-are-given-at-the-commit.md).
 *
 * A session that ends and an admin who may do something else are events, too: the streams heed them in the same order.
 */
export const sql = `
create table events (
  position bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  at timestamptz(3) not null
);
create index events_by_time on events (at);

create function tell_change() returns trigger language plpgsql as $$
declare
  old_row jsonb := to_jsonb(old);
  new_row jsonb := to_jsonb(new);
  old_key text := concat_ws('/', old_row ->> tg_argv[1], old_row ->> tg_argv[2]);
  new_key text := concat_ws('/', new_row ->> tg_argv[1], new_row ->> tg_argv[2]);
begin
  perform pg_advisory_xact_lock(4174);
  if tg_op <> 'INSERT' and old_key <> new_key then
    insert into events (kind, key, at) values (tg_argv[0], old_key, clock_timestamp());
  end if;
  if tg_op <> 'DELETE' then
    insert into events (kind, key, at) values (tg_argv[0], new_key, clock_timestamp());
  end if;
  perform pg_notify('counterfoil_events', '');
  return null;
end $$;

create constraint trigger transactions_tell after insert or update or delete on transactions deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('transaction', 'id');
create constraint trigger users_tell after insert or update or delete on users deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('user', 'id');
create constraint trigger crypto_fees_tell after insert or update or delete on crypto_fees deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('fee', 'currency', 'network');
create constraint trigger figures_tell after insert or update or delete on figures deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('figure', 'name');
create constraint trigger gift_card_rates_tell after insert or update or delete on gift_card_rates deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('giftRate', 'id');
create constraint trigger prices_tell after insert or update or delete on prices deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('price', 'currency');

create constraint trigger sessions_tell after update of ended_at on sessions deferrable initially deferred
  for each row when (old.ended_at is distinct from new.ended_at) execute function tell_change('session', 'id');
create constraint trigger admins_tell after update of active, permissions on admins deferrable initially deferred
  for each row when (old.active <> new.active or old.permissions <> new.permissions) execute function tell_change('admin', 'id');
`;
