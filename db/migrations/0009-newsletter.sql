create table subscribers (
  email text primary key,
  -- Null until the mail that asks for it was answered.
  confirmed_at timestamptz,
  -- SHA-256 of the token in that mail.
  confirm_hash text,
  confirm_until timestamptz,
  -- In every letter: whoever has the letter may stop it.
  unsubscribe_token uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint subscribers_email_lower_case check (email = lower(email)),
  constraint subscribers_unsubscribe_once unique (unsubscribe_token)
);
create index subscribers_to_confirm on subscribers (confirm_hash) where confirm_hash is not null;
