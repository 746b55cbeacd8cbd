/** A key that was closed before its request came: no request has it, so it has no hash of one. */
export const sql = `
alter table idempotency_keys alter column request_hash drop not null;
`;
