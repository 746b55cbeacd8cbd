/** Proposals are numbered as they are made, each once the one before it was decided: clocks that ran ahead can't order policies. */
export const sql = `
alter table approval_policies add column place bigint;
alter table approval_policies disable trigger approval_policies_guard;
update approval_policies set place = (
  select count(*) from approval_policies other
  where (coalesce(other.decided_at, 'infinity'), other.id) <= (coalesce(approval_policies.decided_at, 'infinity'), approval_policies.id)
);
alter table approval_policies enable trigger approval_policies_guard;
alter table approval_policies alter column place set not null, alter column place add generated always as identity;
select setval(pg_get_serial_sequence('approval_policies', 'place'), (select count(*) + 1 from approval_policies), false);
drop index approval_policies_in_force;
create index approval_policies_in_force on approval_policies (place) where state = 'executed';
`;
