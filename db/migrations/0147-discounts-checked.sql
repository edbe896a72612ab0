alter table orders validate constraint orders_amount_is_price_less_discount;
alter table orders validate constraint orders_discounted_by_a_code;
alter table orders validate constraint orders_of_a_discount;
