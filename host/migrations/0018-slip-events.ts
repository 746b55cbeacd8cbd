/** Slips are told in the stream of changes, too. */
export const sql = `
create constraint trigger slips_tell after insert or update or delete on slips deferrable initially deferred
  for each row when (current_setting('counterfoil.silent', true) is distinct from 'on') execute function tell_change('approval', 'id');
`;
