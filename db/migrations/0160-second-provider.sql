alter table orders
  -- The first order of the purchase that this one is another attempt to pay; null for a first attempt.
  add column purchase_id uuid,
  -- Another order of the purchase was paid before: the money goes back without anybody asking.
  add column refund_due boolean not null default false;

alter table orders drop constraint orders_provider_known;
alter table orders add constraint orders_provider_known check (
  provider in ('paystack', 'flutterwave', 'test', 'free', 'gift')
) not valid;
alter table orders add constraint orders_of_a_purchase foreign key (purchase_id)
  references orders (id) not valid;
