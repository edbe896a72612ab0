-- concurrently
create index concurrently if not exists orders_searched on orders
  using gin (lower(normalize(reference || E'\n' || buyer_name || E'\n' || buyer_email || E'\n' || book_title)) gin_trgm_ops);
