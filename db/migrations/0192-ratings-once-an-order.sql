-- concurrently
create unique index concurrently if not exists book_ratings_once_an_order on book_ratings (order_id);
