export const sql = `
create table secrets (name text primary key, value text not null);

create table admins (
  id text primary key,
  email text not null,
  admin_name text not null,
  pin_hash text not null,
  role text not null check (role in ('admin', 'super_admin', 'moderator')),
  permissions jsonb not null,
  demo boolean not null default false,
  created_at timestamptz(3) not null
);
create unique index admins_by_email on admins (lower(email));

create table sessions (
  id text primary key,
  admin_id text not null references admins (id),
  refresh_hash text not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions_by_admin on sessions (admin_id);

create table throttles (subject text primary key, tries integer not null, until timestamptz(3) not null);

create table pin_resets (
  token_hash text primary key,
  admin_id text not null references admins (id),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table users (
  id text collate "C" primary key,
  username text not null,
  name text not null,
  email text not null,
  phonenumber text,
  kyc_level integer not null check (kyc_level between 0 and 9),
  kyc_status text not null,
  email_verified boolean not null,
  bvn_verified boolean not null,
  chatbot_verified boolean not null,
  two_factor_enabled boolean not null,
  password_pin_hash text,
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create unique index users_by_email on users (lower(email)) where deleted_at is null;
create index users_by_phone on users (phonenumber) where deleted_at is null;
create index users_by_date on users (created_at, id);

create table transactions (
  id text collate "C" primary key,
  user_id text not null,
  username text not null,
  type text not null,
  status text not null,
  currency text not null,
  amount numeric not null,
  reference text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  from_currency text,
  to_currency text,
  swap_type text,
  bank_name text,
  account_number_masked text,
  recipient_username text,
  sender_username text,
  card_type text,
  country text,
  search text generated always as (
    lower(id || chr(10) || username || chr(10) || reference || chr(10) || coalesce(sender_username, '') || chr(10)
      || coalesce(recipient_username, '') || chr(10) || coalesce(bank_name, ''))
  ) stored
);
create index transactions_by_date on transactions (created_at, id);
create index transactions_by_user on transactions (user_id, created_at);
create index transactions_unsettled on transactions (created_at) where status in ('PENDING', 'PROCESSING');

create table prices (currency text primary key, usd numeric not null check (usd > 0));
`;
