-- Browsers that a reader was signed in with: guesses from elsewhere do not lock them out.
create table reader_devices (
  -- SHA-256 of e-mail address and the random id in the browser's own cookie: rows of one browser look unrelated.
  id text primary key,
  reader_id uuid not null,
  last_used_at timestamptz not null default now(),
  constraint reader_devices_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index reader_devices_by_reader on reader_devices (reader_id);
