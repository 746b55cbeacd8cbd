export const sql = `
create table crypto_fees (
  currency text not null,
  network text not null,
  network_name text not null,
  network_fee numeric not null check (network_fee >= 0),
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (currency, network)
);

create table figures (
  name text primary key check (name in ('onramp', 'offramp', 'markup', 'markdown')),
  value numeric not null check (value >= 0),
  active boolean not null default true,
  description text not null default '',
  updated_at timestamptz(3) not null,
  updated_by text not null
);

create table gift_card_rates (
  id text primary key,
  card_type text not null,
  country text not null,
  vanilla_type text not null,
  rate numeric not null check (rate >= 0),
  rate_display text not null,
  physical_rate numeric not null check (physical_rate >= 0),
  ecode_rate numeric not null check (ecode_rate >= 0),
  min_amount numeric not null check (min_amount >= 0),
  max_amount numeric not null check (max_amount >= min_amount),
  notes text not null,
  is_active boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  updated_by text not null
);
create unique index gift_card_rates_once on gift_card_rates (card_type, country, lower(vanilla_type));

create table figure_changes (
  id bigint generated always as identity primary key,
  subject text not null,
  admin_id text references admins (id),
  at timestamptz(3) not null,
  before jsonb,
  after jsonb
);
create index figure_changes_by_subject on figure_changes (subject, id);
`;
