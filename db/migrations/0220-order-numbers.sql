-- What people say and write of an order; its reference stays in addresses and at the provider.

-- Without vowels no word comes out, and no character looks like another.
create function make_order_number() returns text language plpgsql as $$
declare
  signs constant text := '23456789CDFGHJKMNPQRTVWXY';
  made text;
begin
  loop
    select string_agg(substr(signs, 1 + floor(random() * length(signs))::integer, 1), '') into made
    from generate_series(1, 6);
    made := left(made, 4) || '-' || right(made, 2);
    if not exists (select from orders where order_number = made) then return made; end if;
  end loop;
end
$$;

alter table orders add column order_number text;
-- By the database, so that the release before numbers its orders too.
alter table orders alter column order_number set default make_order_number();
