/*
 * What looks the same is found: searches and look-ups read stored text as `plainText` in src/contract/text.ts does,
 * and phone numbers by their digits as `phoneDigits` there. Both are said again here, for what was stored before.
 */
const unseen =
  "\\u0001-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\U0001BCA0-\\U0001BCA3\\U0001D173-\\U0001D17A\\U000E0000-\\U000E0FFF";
const blanks = "\\u0009-\\u000D\\u0020\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u2800\\u3000";

export const sql = `
create function plain_text(words text) returns text language sql immutable strict parallel safe as $$
  select case
    when words ~ '^([\\u0021-\\u007E]+( [\\u0021-\\u007E]+)*)?$' then words
    else btrim(regexp_replace(normalize(regexp_replace(words, '[${unseen}]', '', 'g'), NFC), '[${blanks}]+', ' ', 'g'))
  end
$$;
-- It calls no function of ours: an index is built without a search path that would find it.
create function phone_digits(stored text) returns text language sql immutable strict parallel safe as $$
  select case
    when bare = '' then ''
    when signed like '+%' then '+' || bare
    when bare like '00%' then '+' || substr(bare, 3)
    when bare like '0%' then bare
    else '+' || bare
  end
  from (
    select signed, replace(signed, '+', '') as bare
    from (select regexp_replace(regexp_replace(stored, '\\(0\\)', ''), '[^0-9+]', '', 'g') as signed) as kept
  ) as read
$$;

drop index users_by_words;
alter table users drop column search;
alter table users add column search text not null generated always as (
  lower(plain_text(username) || chr(10) || plain_text(email) || chr(10) || plain_text(name) || chr(10)
    || plain_text(coalesce(phonenumber, '')) || chr(10) || phone_digits(coalesce(phonenumber, '')))
) stored;
create index users_by_words on users using gin (search gin_trgm_ops);
create index users_by_plain_email on users (lower(plain_text(email))) where deleted_at is null;
create index users_by_phone_digits on users (phone_digits(phonenumber)) where deleted_at is null;

drop index transactions_by_words;
alter table transactions drop column search;
alter table transactions add column search text generated always as (
  lower(plain_text(id) || chr(10) || plain_text(username) || chr(10) || plain_text(reference) || chr(10)
    || plain_text(coalesce(sender_username, '')) || chr(10) || plain_text(coalesce(recipient_username, '')) || chr(10)
    || plain_text(coalesce(bank_name, '')))
) stored;
create index transactions_by_words on transactions using gin (search gin_trgm_ops);
`;
