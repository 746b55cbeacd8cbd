/** Passkeys, what they are asked with, and the second step of a sign-in. */
export const sql = `
create table passkeys (
  id text primary key,
  admin_id text not null references admins (id),
  name text not null,
  -- COSE, and the same key as SPKI (DER), for whoever checks a signature without this host; both base64url.
  public_key text not null,
  spki text not null,
  counter bigint not null,
  transports jsonb not null,
  added_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_by_admin on passkeys (admin_id, added_at);

create table passkey_challenges (
  challenge text primary key,
  admin_id text not null references admins (id),
  kind text not null check (kind in ('register', 'signin')),
  ticket_hash text unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index passkey_challenges_by_admin on passkey_challenges (admin_id);

create table passkey_sign_requests (
  admin_id text not null references admins (id),
  digest text not null,
  expires_at timestamptz(3) not null,
  primary key (admin_id, digest)
);

-- Opened with the PIN alone where a passkey is required: it may only add one.
alter table sessions add column only_adds_passkey boolean not null default false;
`;
