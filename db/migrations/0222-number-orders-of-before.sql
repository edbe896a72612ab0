-- in batches
update orders set order_number = make_order_number()
where id in (select id from orders where order_number is null limit 500);
