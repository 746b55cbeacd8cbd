export const sql = `
create table admin_settings (
  admin_id text primary key references admins (id),
  email_notifications boolean not null default false,
  updated_at timestamptz(3) not null
);
`;
