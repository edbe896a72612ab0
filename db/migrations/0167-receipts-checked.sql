alter table orders validate constraint orders_vat_in_the_amount;
