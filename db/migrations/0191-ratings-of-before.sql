-- in batches
update book_ratings r set order_id = next.found, is_hidden = next.found is null
from (
  select book_id, buyer_email, find_order_of_rating(book_id, buyer_email) as found
  from book_ratings where order_id is null and not is_hidden limit 500
) next
where r.book_id = next.book_id and r.buyer_email = next.buyer_email and r.order_id is null;
