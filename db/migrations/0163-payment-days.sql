-- The days of Lagos whose payments were compared with the list of their provider.
create table payment_days (
  provider text not null,
  day date not null,
  -- When the last comparison ended that the provider answered; null before the first.
  compared_at timestamptz,
  -- Payments of ours that the provider lists, and orders that the comparison settled.
  payments integer not null default 0,
  settled integer not null default 0,
  -- Why the last comparison failed; null if it did not.
  failure text,
  -- Somebody compares it: nobody else does until then.
  claimed_until timestamptz,
  constraint payment_days_once primary key (provider, day),
  constraint payment_days_provider_known check (provider in ('paystack', 'flutterwave', 'test'))
);
create index payment_days_newest on payment_days (day desc);

-- What one has and the other has not; an order that is settled meanwhile makes a row meaningless (reconciliation.queries.ts).
create table payment_differences (
  provider text not null,
  -- As the provider has it; there need not be such an order.
  reference text not null,
  day date not null,
  kind text not null,
  -- What the provider says; null for no whole number of kobo.
  amount_kobo bigint,
  currency text not null,
  provider_status text not null,
  found_at timestamptz not null default now(),
  constraint payment_differences_once primary key (provider, reference),
  constraint payment_differences_kind_known check (
    kind in ('paidThere', 'paidHere', 'otherAmount', 'refundedThere', 'refundedHere', 'unknown')
  ),
  constraint differences_of_a_day foreign key (provider, day) references payment_days (provider, day)
    on delete cascade
);
create index payment_differences_by_day on payment_differences (provider, day);
