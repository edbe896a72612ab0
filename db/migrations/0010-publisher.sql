-- The one person who runs the site. What the configuration says is brought in at every start (api/publisher).
create table publisher (
  only_row boolean primary key default true,
  username text not null,
  -- Argon2id.
  password_hash text not null,
  constraint publisher_is_one check (only_row)
);

create table publisher_sessions (
  -- SHA-256 of the token: a leaked table opens no desk.
  id text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index publisher_sessions_by_end on publisher_sessions (expires_at);

-- Who did what at the desk, and when. Rows are only ever added.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The publisher's username; null for somebody who was not let in.
  who text,
  action text not null,
  -- No foreign key: the line outlives what it speaks of.
  subject_id text,
  -- As it was called at the time.
  subject text,
  note text
);
create index activity_newest on activity (at desc, id desc);

-- Browsers that the publisher came in with: guesses from elsewhere do not lock them out.
create table publisher_devices (
  -- SHA-256 of the random id in the browser's own cookie.
  id text primary key,
  last_used_at timestamptz not null default now()
);
