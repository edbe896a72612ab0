-- An order that a school pays by bank transfer: it waits until staff have written down that the money came.
create table invoices (
  order_id uuid primary key,
  -- Without gaps within its year; that of a withdrawn one is not used again.
  number text not null,
  -- Empty once they are not needed any more (contract/retention.ts).
  school text not null,
  school_address text not null,
  -- The school's own number of its purchase order.
  purchase_number text not null,
  -- The last day of Lagos to pay on, and the last on which it is open: a transfer is seen later than it is made.
  due_on date not null,
  open_until date not null,
  -- As they were when it was made: what a school was told does not change.
  bank_name text not null,
  account_name text not null,
  account_number text not null,
  -- When the school was reminded of this day.
  reminded_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint invoices_number_once unique (number),
  constraint invoices_of_an_order foreign key (order_id) references orders (id),
  constraint invoices_open_until_due check (open_until >= due_on),
  constraint invoices_account_is_nuban check (account_number ~ '^[0-9]{10}$'),
  constraint invoices_text_short check (
    char_length(school) <= 200 and char_length(school_address) <= 500
    and char_length(purchase_number) <= 60
  )
);
create index invoices_newest on invoices (created_at desc, order_id desc);
create index invoices_to_remind on invoices (due_on) where reminded_at is null and withdrawn_at is null;

-- Money that staff found on the account, for one invoice each.
create table bank_transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  -- The day of Lagos on which the bank has it, and how the bank names it.
  paid_on date not null,
  bank_reference text not null,
  amount_kobo bigint not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  -- There was somebody else at the time who could look at it.
  needs_second boolean not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  rejected_by uuid,
  rejected_at timestamptz,
  -- What was sent back to the school.
  returned_on date,
  return_reference text,
  returned_by uuid,
  constraint bank_transfers_of_an_invoice foreign key (order_id) references invoices (order_id),
  constraint bank_transfers_recorded_by_staff foreign key (recorded_by) references staff (id),
  constraint bank_transfers_confirmed_by_staff foreign key (confirmed_by) references staff (id),
  constraint bank_transfers_rejected_by_staff foreign key (rejected_by) references staff (id),
  constraint bank_transfers_returned_by_staff foreign key (returned_by) references staff (id),
  constraint bank_transfers_amount_positive check (amount_kobo > 0),
  constraint bank_transfers_references_short check (
    char_length(bank_reference) between 1 and 100 and char_length(return_reference) between 1 and 100
  ),
  constraint bank_transfers_confirmed_whole check (num_nulls(confirmed_by, confirmed_at) in (0, 2)),
  constraint bank_transfers_rejected_whole check (num_nulls(rejected_by, rejected_at) in (0, 2)),
  constraint bank_transfers_returned_whole check (
    num_nulls(returned_on, return_reference, returned_by) in (0, 3)
  ),
  constraint bank_transfers_seen_by_two check (not needs_second or confirmed_by <> recorded_by),
  constraint bank_transfers_confirmed_or_rejected check (num_nulls(confirmed_at, rejected_at) > 0),
  constraint bank_transfers_returned_of_confirmed check (returned_on is null or confirmed_at is not null)
);
-- What was rejected does not count; of the others there is one.
create unique index bank_transfers_one_that_counts on bank_transfers (order_id)
  where rejected_at is null;
-- One transfer pays one invoice, however its reference is typed.
create unique index bank_transfers_reference_once
  on bank_transfers (lower(regexp_replace(bank_reference, '\s', '', 'g'))) where rejected_at is null;
create index bank_transfers_by_order on bank_transfers (order_id);

alter table orders drop constraint orders_provider_known;
alter table orders add constraint orders_provider_known check (
  provider in ('paystack', 'flutterwave', 'test', 'bank', 'free', 'gift')
) not valid;
