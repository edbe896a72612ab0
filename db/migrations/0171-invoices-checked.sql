alter table orders validate constraint orders_provider_known;
