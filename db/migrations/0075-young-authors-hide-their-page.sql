-- A page that was shown before its author's age was known goes once the age says that a guardian has to agree.
create function hide_page_of_young_author() returns trigger language plpgsql as $$
begin
  update authors set is_public = false, updated_at = now()
  where author_id = new.id and is_public and showing_awaits(new.id) in ('guardian', 'agreement');
  return null;
end $$;

create trigger readers_hide_their_page after update of age_band on readers
  for each row when (new.age_band is distinct from old.age_band and new.age_band <> '18+')
  execute function hide_page_of_young_author();

-- Pages of before 0072.
update authors set is_public = false, updated_at = now()
where is_public and showing_awaits(author_id) in ('guardian', 'agreement');
