alter table orders validate constraint orders_provider_known;
alter table orders validate constraint orders_of_a_purchase;
