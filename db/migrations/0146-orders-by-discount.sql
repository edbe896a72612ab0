-- concurrently
create index concurrently if not exists orders_by_discount on orders (discount_id)
  where discount_id is not null;
