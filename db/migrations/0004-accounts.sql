create table readers (
  id uuid primary key default gen_random_uuid(),
  -- In lower case: two spellings of one address are one account.
  email text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  -- When it was seen that the address is theirs: by the link of a mail, or by the sign-in provider's word.
  email_proven_at timestamptz,
  -- Argon2id; null for somebody who signs in through a provider alone.
  password_hash text,
  -- Issuer and subject of the sign-in provider.
  provider_subject text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint readers_email_once unique (email),
  constraint readers_email_lower_case check (email = lower(email)),
  constraint readers_provider_subject_once unique (provider_subject)
);

create table sessions (
  -- SHA-256 of what the cookie holds: a leaked table signs nobody in.
  id text primary key,
  user_id uuid not null,
  expires_at timestamptz not null,
  -- A session is renewed while it is used, but not for ever.
  created_at timestamptz not null default now(),
  constraint sessions_of_a_reader foreign key (user_id) references readers (id) on delete cascade
);
create index sessions_by_reader on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table password_resets (
  token_hash text primary key,
  reader_id uuid not null,
  expires_at timestamptz not null,
  constraint password_resets_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index password_resets_by_reader on password_resets (reader_id);

-- Counted here and not in a process, so that replicas share the count. Its shape is rate-limiter-flexible's.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);

-- What a write answered, by the key that the browser sent along: a repeat is answered alike and done once.
create table answered_writes (
  address text not null,
  caller text not null,
  key text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint answered_once primary key (address, caller, key)
);
create index answered_writes_by_age on answered_writes (created_at);
