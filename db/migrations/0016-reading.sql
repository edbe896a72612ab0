-- What readers read: what their devices tell, each event by its own id, so that a repeat counts nothing twice.
create table reading_events (
  reader_id uuid not null,
  -- Made by the device; another reader's may be the same.
  id uuid not null,
  -- No foreign key: a deleted story stays read, with the category and read time that it had then.
  story_id uuid not null,
  category text not null,
  read_time_minutes integer not null,
  -- A day of the device's own calendar, yyyy-mm-dd; nobody calculates with it here.
  day text not null,
  seconds integer not null,
  is_read boolean not null,
  created_at timestamptz not null default now(),
  constraint reading_events_once primary key (reader_id, id),
  constraint reading_events_of_a_reader foreign key (reader_id) references readers (id) on delete cascade,
  constraint reading_events_have_a_day check (day ~ '^\d{4}-\d\d-\d\d$'),
  constraint reading_events_within_a_day check (seconds between 0 and 86400)
);
create index reading_events_of_a_story on reading_events (reader_id, story_id, created_at);

create table unlocked_achievements (
  reader_id uuid not null,
  achievement text not null,
  unlocked_at timestamptz not null,
  constraint achievements_unlocked_once primary key (reader_id, achievement),
  constraint achievements_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
