-- concurrently
create unique index concurrently if not exists orders_number_once on orders (order_number);
