-- concurrently
create index concurrently if not exists orders_by_purchase on orders (purchase_id)
  where purchase_id is not null;
