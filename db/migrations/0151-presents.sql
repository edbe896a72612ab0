-- An order that somebody else gets: its copy goes to them by mail, on a day, and becomes an order of theirs when they open it.
create table presents (
  order_id uuid primary key,
  -- Empty once they are not needed any more (contract/retention.ts).
  recipient_name text not null,
  -- In lower case.
  recipient_email text not null,
  greeting text not null,
  send_at timestamptz not null,
  -- Each corrected address is another link.
  generation integer not null default 1,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  -- When the mail with this link was queued.
  sent_at timestamptz,
  opened_as uuid,
  opened_at timestamptz,
  constraint presents_token_once unique (token_hash),
  constraint presents_of_an_order foreign key (order_id) references orders (id) on delete cascade,
  -- Looked at in the end, as of gift codes: it is taken first, by the one statement that decides who opens it.
  constraint presents_become_an_order foreign key (opened_as) references orders (id)
    deferrable initially deferred,
  constraint presents_opened_whole check (num_nulls(opened_as, opened_at) in (0, 2)),
  constraint presents_email_lower_case check (recipient_email = lower(recipient_email)),
  constraint presents_greeting_short check (char_length(greeting) <= 300),
  constraint presents_generation_positive check (generation > 0)
);
create index presents_to_send on presents (send_at) where sent_at is null and opened_at is null;
create index presents_by_copy on presents (opened_as) where opened_as is not null;
