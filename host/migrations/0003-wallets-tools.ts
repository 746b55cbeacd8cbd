export const sql = `
create sequence wallet_position;

create table wallets (
  id text primary key,
  user_id text not null references users (id),
  token text not null,
  position bigint not null,
  address text,
  network text not null,
  reference text not null unique,
  created_at timestamptz(3) not null,
  retired_at timestamptz(3)
);
create unique index wallets_in_use on wallets (user_id, token) where retired_at is null;

create table generation_jobs (
  id text primary key,
  user_id text not null references users (id),
  tokens jsonb not null,
  done integer not null default 0,
  status text not null check (status in ('started', 'in_progress', 'completed', 'cancelled')),
  created_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  finished_at timestamptz(3)
);
create unique index generation_jobs_running on generation_jobs (user_id) where status in ('started', 'in_progress');
create index generation_jobs_by_user on generation_jobs (user_id, created_at);

create table user_refresh_tokens (
  id text primary key,
  user_id text not null references users (id),
  token_hash text not null unique,
  sealed text not null,
  created_at timestamptz(3) not null
);
create index user_refresh_tokens_by_user on user_refresh_tokens (user_id, created_at);

create table token_looks (
  id text primary key,
  admin_id text not null references admins (id),
  user_id text not null,
  tokens integer not null,
  masked boolean not null,
  at timestamptz(3) not null
);
`;
