-- When the button of a test mail was pressed; `server`: the hash of its token, which only this server and sender give.
create table test_mails (
  server text primary key,
  arrived_at timestamptz not null default now()
);
