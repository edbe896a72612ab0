-- concurrently
create index concurrently if not exists orders_searched_by_number on orders
  using gin (lower(normalize(order_number || E'\n' || reference || E'\n' || buyer_name || E'\n' || buyer_email || E'\n' || book_title)) gin_trgm_ops);
