/** What an admin is told of each session of theirs, to know their own devices from a stranger's. */
export const sql = `
alter table sessions
  add column last_seen_at timestamptz(3),
  add column address text,
  add column user_agent text;
update sessions set last_seen_at = created_at;
`;
