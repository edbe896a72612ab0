-- Mails to be sent. A row is written in the transaction that causes the mail, and composed when it is sent:
-- no link that opens an account is ever stored.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  -- What the text of this kind needs.
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Null once it was sent, or given up.
  next_try_at timestamptz default now(),
  sent_at timestamptz,
  last_error text
);
create index mails_waiting on mails (next_try_at) where next_try_at is not null;
create index mails_by_recipient on mails (recipient, kind, created_at);

create function note_mail() returns trigger language plpgsql as $$
begin
  notify mails_waiting;
  return null;
end $$;

create trigger mails_arrive after insert on mails
  for each statement execute function note_mail();
