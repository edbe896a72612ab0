-- What a receipt says of an order: its number, and the value added tax that the price contained.
alter table orders
  -- Hundredths of a percent, as it was when the order was placed.
  add column vat_basis_points integer not null default 0,
  -- Contained in the amount.
  add column vat_kobo bigint not null default 0,
  add constraint orders_vat_in_the_amount check (
    vat_basis_points between 0 and 9999 and vat_kobo between 0 and amount_kobo
  ) not valid;

-- A number is taken in the transaction that stores what bears it: a rollback takes it back, so there is no gap.
create table number_series (
  kind text not null,
  -- In Lagos.
  year integer not null,
  last integer not null,
  constraint number_series_one_a_year primary key (kind, year),
  constraint number_series_kinds check (kind in ('receipt', 'invoice')),
  constraint number_series_positive check (last > 0)
);

create table receipts (
  order_id uuid primary key,
  year integer not null,
  number integer not null,
  issued_at timestamptz not null default now(),
  constraint receipts_number_once unique (year, number),
  constraint receipts_of_an_order foreign key (order_id) references orders (id)
);
