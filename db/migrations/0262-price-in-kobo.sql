-- The price as the service counts it; people, files and the contract have it in naira.
-- allowed column-default: a shop has some thousand books, whose table is written anew in less than a second.
-- allowed column-not-null: the database computes it, also for rows of the release before.

create or replace function stamp_book() returns trigger language plpgsql as $$
declare
  -- search_text and price_kobo are left out because they are generated only after this trigger.
  beside text[] := '{rating,ratings_count,ratings_total,updated_at,revision,search_text,price_kobo}';
begin
  if (to_jsonb(new) - beside) is distinct from (to_jsonb(old) - beside) then
    new.updated_at := now();
  end if;
  if (new.title, new.description, new.author_name, new.price, new.cover_image_url, new.category, new.content)
    is distinct from
      (old.title, old.description, old.author_name, old.price, old.cover_image_url, old.category, old.content) then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

alter table books add column price_kobo bigint not null generated always as ((price * 100)::bigint) stored;
