alter table orders add constraint orders_numbered check (order_number is not null) not valid;
