-- Mailed links: an invitation, a new password, a second step to set up, a reader's account to be linked.
create table staff_links (
  -- SHA-256 of the token.
  id text primary key,
  staff_id uuid not null,
  purpose text not null,
  -- Of a link that links an account.
  reader_id uuid,
  expires_at timestamptz not null,
  constraint staff_links_purpose_known check (purpose in ('join', 'password', 'second-step', 'reader')),
  constraint staff_links_name_a_reader check ((purpose = 'reader') = (reader_id is not null)),
  constraint staff_links_of_staff foreign key (staff_id) references staff (id) on delete cascade,
  constraint staff_links_to_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index staff_links_by_staff on staff_links (staff_id);

create table staff_passkeys (
  -- The credential's own id, base64url.
  id text primary key,
  staff_id uuid not null,
  name text not null,
  public_key bytea not null,
  -- Synced passkeys stay at 0.
  counter bigint not null,
  transports text[] not null,
  -- The host name that it works at, for ever.
  rp_id text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint staff_passkeys_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_passkeys_by_staff on staff_passkeys (staff_id);

create table staff_authenticators (
  staff_id uuid primary key,
  -- Encrypted with a key outside the database.
  secret text not null,
  -- Of the last code: none works twice.
  last_step bigint not null,
  created_at timestamptz not null default now(),
  constraint staff_authenticators_of_staff foreign key (staff_id) references staff (id) on delete cascade
);

create table staff_recovery_codes (
  -- SHA-256.
  id text primary key,
  staff_id uuid not null,
  constraint staff_recovery_codes_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_recovery_codes_by_staff on staff_recovery_codes (staff_id);

-- What was begun and waits for its second half: a sign-in after its password, or a second step being set up.
create table staff_attempts (
  -- SHA-256 of a token that only the browser of the first half has.
  id text primary key,
  staff_id uuid not null,
  purpose text not null,
  -- A passkey signs it, once.
  challenge text,
  -- Of an authenticator being set up; encrypted.
  secret text,
  expires_at timestamptz not null,
  constraint staff_attempts_purpose_known check (purpose in ('sign-in', 'enrol')),
  constraint staff_attempts_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_attempts_by_staff on staff_attempts (staff_id);

alter table staff_sessions
  add column public_id uuid not null default gen_random_uuid(),
  -- Null for a program.
  add column browser text,
  add column last_used_at timestamptz not null default now(),
  -- SHA-256 of the mailed token that ends it.
  add column end_hash text;
create unique index staff_sessions_once on staff_sessions (public_id);
create unique index staff_sessions_by_end_hash on staff_sessions (end_hash);
