export const sql = `
create table turns (name text primary key, until timestamptz(3) not null);
`;
