-- What readers report, and what was decided: repeats for the same reason are one row until then.
create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Of the story, the review or the author.
  subject_id uuid not null,
  -- What it was called, and where it stood, when it was reported.
  title text not null,
  address text not null,
  reason text not null,
  count integer not null default 1,
  state text not null default 'open',
  -- Why it was decided so, as those who reported it were told.
  message text,
  -- The clock begins with the first of the repeats.
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  -- When the activity log told that 24 hours had passed.
  overdue_at timestamptz,
  constraint reports_kind_known check (kind in ('story', 'review', 'author')),
  constraint reports_reason_known check (reason in ('wrong', 'private', 'harm', 'copied')),
  constraint reports_state_known check (state in ('open', 'kept', 'corrected', 'removed')),
  constraint reports_decided check ((state = 'open') = (decided_at is null))
);
create unique index reports_open_once on reports (kind, subject_id, reason) where state = 'open';
create index reports_newest on reports (created_at);

-- What each of them wrote. The rows go a while after the decision.
create table reporters (
  id uuid primary key default gen_random_uuid(),
  report_id uuid not null,
  words text not null,
  -- Null: no answer is wanted.
  email text,
  created_at timestamptz not null default now(),
  constraint reporters_of_a_report foreign key (report_id) references reports (id) on delete cascade,
  constraint reporters_words_short check (char_length(words) <= 2000)
);
create index reporters_of_report on reporters (report_id, created_at);
