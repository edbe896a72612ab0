-- A like that is taken back takes along what it added, whenever it was.
create or replace function count_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stories set likes_count = likes_count + 1, heat = heat + heat_of(new.created_at) where id = new.story_id;
  else
    update stories
    set likes_count = likes_count - 1, heat = greatest(0, heat - heat_of(old.created_at))
    where id = old.story_id;
  end if;
  return null;
end $$;
