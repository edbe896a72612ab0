-- What somebody buys. Money is whole kobo from here to the provider and back; naira are for people.
create table orders (
  id uuid primary key default gen_random_uuid(),
  -- What buyer, publisher and payment provider call it.
  reference text not null,
  -- SHA-256 of the key in the buyer's links.
  key_hash text not null,
  -- Never deleted for real: a book that was sold stays with its buyers.
  book_id uuid not null,
  -- As it was called and priced at the time.
  book_title text not null,
  author_name text not null,
  unit_kobo bigint not null,
  quantity integer not null,
  amount_kobo bigint not null,
  currency text not null default 'NGN',
  payment_method text not null,
  -- Who takes the money: paystack, test (the built-in checkout), free, or gift for a redeemed code.
  provider text not null,
  -- Test payments are counted as nothing once a real provider is configured.
  is_test boolean not null,
  buyer_name text not null,
  -- In lower case.
  buyer_email text not null,
  reader_id uuid,
  -- The same press twice is one order.
  idempotency_key text,
  state text not null default 'pending',
  -- Where the buyer pays, once the provider has said so.
  checkout_url text,
  -- Somebody is opening the payment at the provider: nobody else does until then.
  checkout_claimed_until timestamptz,
  -- What the provider said last, in its own word, and what did not match.
  provider_status text,
  problem text,
  -- Of the card, as the provider tells it.
  last_digits text,
  paid_at timestamptz,
  -- When the provider was last asked to give the money back.
  refund_asked_at timestamptz,
  refunded_at timestamptz,
  -- When the provider is asked again by itself; null once there is nothing left to ask.
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint orders_reference_once unique (reference),
  constraint orders_key_once unique (key_hash),
  constraint orders_book foreign key (book_id) references books (id),
  constraint orders_of_a_reader foreign key (reader_id) references readers (id) on delete set null,
  constraint orders_quantity_in_range check (quantity between 1 and 500),
  constraint orders_amount_is_price_times_copies check (unit_kobo >= 0 and amount_kobo = unit_kobo * quantity),
  constraint orders_method_known check (payment_method in ('card', 'transfer')),
  constraint orders_provider_known check (provider in ('paystack', 'test', 'free', 'gift')),
  constraint orders_email_lower_case check (buyer_email = lower(buyer_email)),
  constraint orders_state_known check (
    state in ('pending', 'paid', 'failed', 'abandoned', 'expired', 'refunded', 'needs_review')
  ),
  constraint orders_paid_have_a_date check (state <> 'paid' or paid_at is not null)
);
create unique index orders_once_a_press on orders (idempotency_key) where idempotency_key is not null;
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_email on orders (buyer_email, created_at desc);
create index orders_by_reader on orders (reader_id, created_at desc) where reader_id is not null;
create index orders_of_a_book on orders (book_id);
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
create index orders_by_payment on orders (paid_at) where paid_at is not null;

create function stamp_order() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_order before update on orders
  for each row execute function stamp_order();

-- What happened to an order, in its order; rows are only ever added.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  at timestamptz not null default now(),
  -- The state that it came to, or what happened without a move.
  what text not null,
  -- Who brought it about: buyer, webhook, return, check, sweep, publisher.
  by text not null,
  note text,
  constraint events_of_an_order foreign key (order_id) references orders (id) on delete cascade
);
create index order_events_by_order on order_events (order_id, id);

-- Each notice of the provider once, however often it is sent.
create table payment_notices (
  provider text not null,
  -- Its event and the id of what it speaks of.
  notice text not null,
  reference text not null,
  received_at timestamptz not null default now(),
  -- Null until what it asks for was done.
  settled_at timestamptz,
  -- When what was left of it is taken up again.
  next_try_at timestamptz not null default now() + interval '1 minute',
  constraint payment_notices_once primary key (provider, notice)
);
create index payment_notices_waiting on payment_notices (next_try_at) where settled_at is null;

-- The buyer's own copy: each generation is one link, for 30 days and 10 downloads.
create table download_links (
  order_id uuid not null,
  generation integer not null,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  expires_at timestamptz not null,
  downloads integer not null default 0,
  created_at timestamptz not null default now(),
  constraint download_links_in_turn primary key (order_id, generation),
  constraint download_links_token_once unique (token_hash),
  constraint download_links_limited check (downloads between 0 and 10),
  constraint links_of_an_order foreign key (order_id) references orders (id) on delete cascade
);

-- Every further copy: a code that somebody else redeems once.
create table gift_codes (
  order_id uuid not null,
  number integer not null,
  -- SHA-256 of the code without its dashes.
  code_hash text not null,
  -- The order of its own that it became.
  redeemed_as uuid,
  redeemed_at timestamptz,
  constraint gift_codes_in_turn primary key (order_id, number),
  constraint gift_codes_once unique (code_hash),
  constraint codes_of_an_order foreign key (order_id) references orders (id) on delete cascade,
  -- Looked at in the end: the code is taken first, by the one statement that decides who gets it.
  constraint codes_become_an_order foreign key (redeemed_as) references orders (id)
    deferrable initially deferred,
  constraint gift_codes_redeemed_whole check (num_nulls(redeemed_as, redeemed_at) in (0, 2))
);

-- The built-in test checkout's own books, as a provider has them: what was opened there, and what came of it.
create table test_payments (
  reference text primary key,
  amount_kobo bigint not null,
  currency text not null,
  method text not null,
  title text not null,
  return_url text not null,
  -- What it came to. An open one whose money has arrived is a success: no clock has to change the row.
  status text not null default 'open',
  arrives_at timestamptz,
  created_at timestamptz not null default now(),
  constraint test_payments_method_known check (method in ('card', 'transfer')),
  constraint test_payments_status_known check (status in ('open', 'failed', 'abandoned', 'reversed'))
);
