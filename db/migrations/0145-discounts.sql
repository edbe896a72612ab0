-- Codes that make an order cheaper. A gift code (gift_codes) is something else: a copy that is paid already.
create table discounts (
  id uuid primary key default gen_random_uuid(),
  -- In capital letters, without spaces.
  code text not null,
  -- One of both: percent of an order, or kobo off an order.
  percent integer,
  off_kobo bigint,
  -- Null: all books. No reference: what a deleted book's id says is true of no order.
  book_ids text[],
  starts_at timestamptz,
  ends_at timestamptz,
  -- Null: as often as anybody likes.
  max_uses integer,
  max_uses_of_buyer integer,
  -- Only staff read it.
  note text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discounts_code_once unique (code),
  constraint discounts_code_as_compared check (code ~ '^[A-Z0-9-]{1,40}$'),
  constraint discounts_percent_or_kobo check (num_nonnulls(percent, off_kobo) = 1),
  constraint discounts_percent_in_range check (percent between 1 and 100),
  constraint discounts_kobo_in_range check (off_kobo between 1 and 9999999999),
  constraint discounts_some_books check (cardinality(book_ids) > 0),
  constraint discounts_usable check (max_uses > 0 and max_uses_of_buyer > 0)
);
create index discounts_newest on discounts (created_at desc, id desc);

create function stamp_discount() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_discount before update on discounts
  for each row execute function stamp_discount();

alter table orders
  add column discount_id uuid,
  -- As it was called at the time.
  add column discount_code text,
  add column discount_kobo bigint not null default 0;

alter table orders drop constraint orders_amount_is_price_times_copies;
alter table orders add constraint orders_amount_is_price_less_discount check (
  unit_kobo >= 0 and discount_kobo >= 0 and amount_kobo >= 0
  and amount_kobo = unit_kobo * quantity - discount_kobo
) not valid;
alter table orders add constraint orders_discounted_by_a_code check (
  (discount_id is null) = (discount_code is null) and (discount_id is not null or discount_kobo = 0)
) not valid;
alter table orders add constraint orders_of_a_discount foreign key (discount_id)
  references discounts (id) not valid;
