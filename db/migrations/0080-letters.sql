-- Letters to subscribers: written on the admin pages or by the digest, and sent by their queue.

-- Recipients of a letter are kept by this, so that an address goes from everywhere at once when its subscriber leaves.
alter table subscribers
  add column id uuid not null default gen_random_uuid(),
  add constraint subscribers_id_once unique (id);

create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'letter',
  state text not null default 'draft',
  subject text not null default '',
  -- What lists of mails show beside the subject.
  preheader text not null default '',
  -- Markdown of the closed schema.
  content text not null default '',
  -- Of stories; none means everybody who takes letters.
  categories text[] not null default '{}',
  send_at timestamptz,
  revision integer not null default 0,
  -- In words for people, without any address.
  why_paused text,
  -- What last kept a letter from going on by itself; null while it goes.
  trouble text,
  -- The name of who began it.
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- As it is frozen when sending begins, with placeholders for what is each recipient's own.
  mail_subject text,
  mail_html text,
  mail_text text,
  -- Who left the newsletter after this letter, before any other one.
  left_count integer not null default 0,
  constraint letters_kind_known check (kind in ('letter', 'digest')),
  constraint letters_state_known check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
  constraint letters_scheduled_for_a_time check (state <> 'scheduled' or send_at is not null),
  constraint letters_frozen_when_sent check (
    state in ('draft', 'scheduled')
    or (mail_subject is not null and mail_html is not null and mail_text is not null and started_at is not null)
  ),
  constraint letters_paused_for_a_reason check ((state = 'paused') = (why_paused is not null)),
  constraint letters_left_not_negative check (left_count >= 0)
);
create index letters_under_way on letters (send_at) where state in ('scheduled', 'sending');

-- One row a recipient, written in the transaction that begins the sending: the key is why nobody gets a letter twice.
create table letter_recipients (
  letter_id uuid not null,
  -- No reference: who leaves is deleted from the list, and what was sent is still counted.
  subscriber_id uuid not null,
  state text not null default 'waiting',
  -- Of the claim: whoever does not hold it changes nothing.
  token uuid,
  lease_until timestamptz,
  next_try_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- Codes of the mail server; no address.
  reason text,
  sent_at timestamptz,
  -- What the mail server calls the mail.
  provider_id text,
  -- What a webhook told afterwards.
  reported text,
  constraint letter_recipients_once primary key (letter_id, subscriber_id),
  constraint letter_recipients_of_a_letter foreign key (letter_id) references letters (id) on delete cascade,
  constraint letter_recipients_state_known check (
    state in ('waiting', 'claimed', 'handing_over', 'sent', 'refused', 'suppressed', 'uncertain')
  ),
  constraint letter_recipients_claimed_by_a_token check (
    state not in ('claimed', 'handing_over') or (token is not null and lease_until is not null)
  ),
  constraint letter_recipients_reported_known check (reported in ('bounced', 'complained'))
);
create index letter_recipients_due on letter_recipients (letter_id, next_try_at) where state = 'waiting';
create index letter_recipients_leased on letter_recipients (lease_until) where state in ('claimed', 'handing_over');
create index letter_recipients_uncertain on letter_recipients (letter_id) where state = 'uncertain';
create index letter_recipients_by_subscriber on letter_recipients (subscriber_id);
create index letter_recipients_by_provider_id on letter_recipients (provider_id) where provider_id is not null;

-- What is left of the recipients once their rows are past their time.
create table letter_totals (
  letter_id uuid primary key,
  recipients integer not null,
  sent integer not null,
  refused integer not null,
  suppressed integer not null,
  uncertain integer not null,
  bounced integer not null,
  complained integer not null,
  constraint letter_totals_of_a_letter foreign key (letter_id) references letters (id) on delete cascade
);

-- `waiting`: not sent, also of a letter that was stopped. `sent` includes what bounced later.
create view letter_counts as
select l.id as letter_id,
  coalesce(t.recipients, count(r.letter_id))::integer as recipients,
  (count(*) filter (where r.state in ('waiting', 'claimed')))::integer as waiting,
  (count(*) filter (where r.state = 'handing_over'))::integer as handing_over,
  coalesce(t.sent, count(*) filter (where r.state = 'sent'))::integer as sent,
  coalesce(t.refused, count(*) filter (where r.state = 'refused'))::integer as refused,
  coalesce(t.suppressed, count(*) filter (where r.state = 'suppressed'))::integer as suppressed,
  coalesce(t.uncertain, count(*) filter (where r.state = 'uncertain'))::integer as uncertain,
  -- Of the uncertain, those about whom nobody has decided.
  (count(*) filter (where r.state = 'uncertain' and r.reason is distinct from 'left'))::integer as undecided,
  coalesce(t.bounced, count(*) filter (where r.reported = 'bounced'))::integer as bounced,
  coalesce(t.complained, count(*) filter (where r.reported = 'complained'))::integer as complained,
  l.left_count as left_newsletter
from letters l
  left join letter_recipients r on r.letter_id = l.id
  left join letter_totals t on t.letter_id = l.id
group by l.id, t.letter_id;

-- When the next letter may leave, for all replicas together. One row, or none before the first letter.
create table letter_rate (
  is_only boolean primary key default true,
  next_at timestamptz not null,
  constraint letter_rate_one_row check (is_only)
);

-- Addresses that get no letters. Receipts and the like still go to them.
create table suppressions (
  email text primary key,
  reason text not null,
  -- Codes of the mail server or the provider.
  detail text,
  since timestamptz not null default now(),
  constraint suppressions_email_lower_case check (email = lower(email)),
  constraint suppressions_reason_known check (reason in ('refused', 'bounced', 'complained'))
);
create index suppressions_latest on suppressions (since desc, email);

-- What the mail provider told a webhook. The id makes a repeat change nothing; what it said is deleted once it was acted on.
create table mail_events (
  provider text not null,
  id text not null,
  data jsonb,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint mail_events_once primary key (provider, id),
  constraint mail_events_hold_data check ((data is null) = (settled_at is not null))
);
create index mail_events_to_settle on mail_events (received_at) where settled_at is null;

-- Counted by letter alone: who leaves is forgotten.
create function count_left() returns trigger language plpgsql as $$
begin
  update letters set left_count = left_count + 1 where id = (
    select letter_id from letter_recipients
    where subscriber_id = old.id and state in ('sent', 'uncertain')
    order by sent_at desc nulls last limit 1
  );
  return null;
end $$;

create trigger subscribers_left after delete on subscribers
  for each row execute function count_left();

create function note_letter() returns trigger language plpgsql as $$
begin
  notify letters_waiting;
  return null;
end $$;

-- For each row: for each statement it would also tell of an update that finds nothing, and senders make those.
create trigger letters_to_send after insert or update of state on letters
  for each row when (new.state = 'sending') execute function note_letter();

create function note_mail_event() returns trigger language plpgsql as $$
begin
  notify mail_events_waiting;
  return null;
end $$;

create trigger mail_events_arrive after insert on mail_events
  for each statement execute function note_mail_event();
