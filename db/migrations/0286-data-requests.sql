-- What somebody asks about their own data. It waits for the owner once the mailed link has proved the address.
create table data_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  email text not null,
  words text not null,
  created_at timestamptz not null default now(),
  -- The 30 days begin here.
  proven_at timestamptz,
  answered_at timestamptz,
  -- As it was mailed.
  answer text,
  constraint data_requests_kind_known
    check (kind in ('see', 'correct', 'delete', 'restrict', 'take', 'object')),
  constraint data_requests_email_lower_case check (email = lower(email)),
  constraint data_requests_words_short check (char_length(words) <= 2000),
  constraint data_requests_answered check (
    (answered_at is null) = (answer is null) and (answered_at is null or proven_at is not null))
);
create index data_requests_newest on data_requests (created_at);
