-- The people who run the magazine. The owner's row is written from the configuration at every start.
create table staff (
  id uuid primary key default gen_random_uuid(),
  role text not null,
  -- The owner's is the configured username.
  name text not null,
  -- Null for the owner, who signs in by username.
  email text,
  -- Argon2id; null until an invitation is accepted.
  password_hash text,
  state text not null,
  -- Their account as a reader, whose stories count as theirs.
  reader_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint staff_role_known check (role in ('owner', 'editor', 'author', 'shopkeeper')),
  constraint staff_state_known check (state in ('invited', 'active', 'ended')),
  constraint staff_active_has_password check (state <> 'active' or password_hash is not null),
  constraint staff_invited_by_mail check (role = 'owner' or email is not null or state = 'ended'),
  constraint staff_reader_exists foreign key (reader_id) references readers (id) on delete set null
);
create unique index staff_owner_once on staff (role) where role = 'owner';
create unique index staff_email_once on staff (lower(email)) where state <> 'ended';
create unique index staff_name_once on staff (lower(name)) where state <> 'ended' and role <> 'owner';
create unique index staff_reader_once on staff (reader_id) where state <> 'ended';

create table staff_sessions (
  -- SHA-256 of the token.
  id text primary key,
  staff_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint staff_sessions_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_sessions_by_end on staff_sessions (expires_at);
create index staff_sessions_by_staff on staff_sessions (staff_id);

-- Browsers that somebody signed in with: guesses from elsewhere do not lock them out.
create table staff_devices (
  -- SHA-256 of the random id in the browser's own cookie.
  id text not null,
  staff_id uuid not null,
  last_used_at timestamptz not null default now(),
  constraint staff_devices_once primary key (id, staff_id),
  constraint staff_devices_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_devices_by_staff on staff_devices (staff_id);

-- The tables of the version before stay, because its replicas read them while they are replaced.
insert into staff (role, name, password_hash, state)
select 'owner', username, password_hash, 'active' from publisher;
insert into staff_sessions (id, staff_id, created_at, expires_at)
select s.id, staff.id, s.created_at, s.expires_at from publisher_sessions s, staff;
insert into staff_devices (id, staff_id, last_used_at)
select d.id, staff.id, d.last_used_at from publisher_devices d, staff;
