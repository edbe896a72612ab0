-- What must come before anything of a reader is shown with name or picture; null when nothing does, and without an account.
create function showing_awaits(reader_id uuid) returns text language sql stable as $$
  select case
    when reader.age_band is null then 'ageBand'
    when reader.age_band = '18+' then null
    when guardian.id is null then 'guardian'
    when not coalesce((
      select agrees from guardian_answers where guardian_id = guardian.id order by number desc limit 1
    ), false) then 'agreement'
  end
  from readers reader left join guardians guardian on guardian.reader_id = reader.id
  where reader.id = showing_awaits.reader_id
$$;

-- As in 0070: a story without the terms was not sent in by its contributor, and asks nobody's age.
create or replace function publishing_awaits(story stories) returns text language sql stable as $$
  select case when story.terms_agreed_at is null then nullif(awaits, 'ageBand') else awaits end
  from showing_awaits(story.author_id) as awaits
$$;

create function check_author_may_be_shown() returns trigger language plpgsql as $$
begin
  case showing_awaits(new.author_id)
    when 'ageBand' then
      raise exception 'the author has told no age band'
        using errcode = 'check_violation', constraint = 'authors_age_told';
    when 'guardian', 'agreement' then
      raise exception 'no guardian of the author agrees'
        using errcode = 'check_violation', constraint = 'authors_guardian_agrees';
    else
      return new;
  end case;
end $$;

create trigger check_author_may_be_shown before insert or update on authors
  for each row when (new.is_public) execute function check_author_may_be_shown();
