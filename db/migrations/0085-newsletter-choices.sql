-- How often a subscriber hears from us and what about, and what they agreed to.
alter table subscribers
  add column takes_letters boolean not null default true,
  -- Null for no digest.
  add column digest text,
  -- Of stories; none means all.
  add column categories text[] not null default '{}',
  -- The version of the words beside the field; null for those who asked before it was kept.
  add column wording integer,
  -- Where they asked.
  add column source text,
  add constraint subscribers_digest_known check (digest in ('weekly', 'monthly')),
  add constraint subscribers_hear_something check (takes_letters or digest is not null);
create index subscribers_by_digest on subscribers (digest) where digest is not null;

-- That somebody had agreed, and left: without the address, which only a question about that very address finds.
create table newsletter_withdrawals (
  -- HMAC of the address, with a key outside the database.
  address_hash text not null,
  wording integer,
  source text,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  withdrawn_at timestamptz not null default now(),
  constraint newsletter_withdrawals_once primary key (address_hash, withdrawn_at)
);
create index newsletter_withdrawals_oldest on newsletter_withdrawals (withdrawn_at);
