/**
 * Slips that a second admin decides on. The database itself keeps what they say and how they stand: a slip begins open,
 * is decided once, and is executed by one entry of the ledger, which no other slip and no other decision can have. An
 * entry can be reversed once.
 */
export const sql = `
create table slips (
  id text collate "C" primary key,
  operation text not null check (operation in ('fund', 'deduct')),
  user_id text not null,
  email text not null,
  currency text not null,
  amount numeric not null check (amount > 0),
  reason text,
  note text,
  reverses text,
  maker_id text not null references admins (id),
  made_at timestamptz(3) not null,
  expires_at timestamptz(3) not null check (expires_at > made_at),
  attempt text,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  maker_signature jsonb,
  maker_signed_at timestamptz(3),
  state text not null default 'open' check (state in ('open', 'executed', 'refused', 'withdrawn', 'expired')),
  checker_id text references admins (id),
  checker_signature jsonb,
  checker_signed_at timestamptz(3),
  decided_at timestamptz(3),
  decision_note text,
  new_balance numeric,
  reference text,
  why text
);
create unique index slips_open_subject on slips (user_id, operation, currency, amount) where state = 'open';
create index slips_open_by_end on slips (expires_at) where state = 'open';
create index slips_by_date on slips (made_at, id);
create index slips_by_maker on slips (maker_id, made_at);

alter table ledger_entries add column slip_id text references slips (id), add column reverses text;
create unique index ledger_one_entry_a_slip on ledger_entries (slip_id) where slip_id is not null;
create unique index ledger_one_reversal on ledger_entries (reverses) where reverses is not null;
create index ledger_entries_by_reference on ledger_entries (reference);

create function ledger_slip_entry() returns trigger language plpgsql as $$
begin
  if not exists (
    select 1 from slips where id = new.slip_id and state = 'open' and user_id = new.user_id
      and new.kind = case operation when 'fund' then 'funding' else 'deduction' end
  ) then
    raise exception 'An entry for a slip is of its user and operation, and the slip is open.' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_entries_of_slips before insert on ledger_entries for each row when (new.slip_id is not null) execute function ledger_slip_entry();

create function slips_guard() returns trigger language plpgsql as $$
declare
  problem text;
  is_decided boolean := new.decided_at is not null;
  has_checker boolean := new.checker_id is not null and new.checker_id <> new.maker_id;
  is_posted boolean := new.reference is not null or new.new_balance is not null;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or is_decided or is_posted or new.checker_id is not null or new.why is not null or new.maker_signature is not null then
      problem := 'A slip begins open.';
    end if;
  elsif old.state <> 'open' then
    problem := 'A slip that was decided stays as it is.';
  elsif row(new.id, new.operation, new.user_id, new.email, new.currency, new.amount, new.reason, new.note, new.reverses, new.maker_id, new.made_at, new.expires_at, new.attempt, new.digest)
    is distinct from row(old.id, old.operation, old.user_id, old.email, old.currency, old.amount, old.reason, old.note, old.reverses, old.maker_id, old.made_at, old.expires_at, old.attempt, old.digest) then
    problem := 'What a slip says is never changed.';
  elsif old.maker_signature is not null and row(new.maker_signature, new.maker_signed_at) is distinct from row(old.maker_signature, old.maker_signed_at) then
    problem := 'A signature stays as it is.';
  elsif new.state = 'open' then
    if is_decided or is_posted or new.checker_id is not null or new.checker_signature is not null or new.why is not null then
      problem := 'An open slip has no decision.';
    end if;
  elsif not is_decided then
    problem := 'A decision has its time.';
  elsif new.state = 'executed' then
    if not has_checker or new.decided_at >= new.expires_at or new.new_balance is null
      or not exists (select 1 from ledger_entries where slip_id = new.id and reference = new.reference) then
      problem := 'A slip is executed in time, by another admin than its maker, as an entry of the ledger.';
    end if;
  elsif is_posted then
    problem := 'What is not executed has no entry in the ledger.';
  elsif new.state = 'refused' then
    if not ((has_checker and new.decision_note is not null) or (new.checker_id is null and new.why is not null)) then
      problem := 'A slip is refused by another admin than its maker, with a note, or by the host, which says why.';
    end if;
  elsif new.checker_id is not null then
    problem := 'Nobody decides on a slip that is withdrawn or expired.';
  elsif new.state = 'expired' and new.decided_at < new.expires_at then
    problem := 'A slip expires at its time.';
  end if;
  if problem is not null then
    raise exception '%', problem using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger slips_guard before insert or update on slips for each row execute function slips_guard();

create function slips_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'Slips are never removed.' using errcode = 'integrity_constraint_violation';
end $$;
create trigger slips_stay before delete on slips for each row execute function slips_refuse_removal();
create trigger slips_stay_whole before truncate on slips for each statement execute function slips_refuse_removal();

alter table transactions add column reason text, add column note text, add column reverses text, add column reversed_by text;
`;
