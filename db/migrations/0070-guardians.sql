-- How old contributors say that they are; null until they were asked.
alter table readers
  add column age_band text,
  add constraint readers_age_band_known check (age_band in ('under-13', '13-17', '18+'));

-- Whom a contributor under 18 names as parent or guardian.
create table guardians (
  id uuid primary key default gen_random_uuid(),
  reader_id uuid not null,
  name text not null,
  email text not null,
  named_at timestamptz not null default now(),
  constraint guardians_of_a_reader foreign key (reader_id) references readers (id) on delete cascade,
  constraint guardians_one_of_a_reader unique (reader_id),
  constraint guardians_email_lower_case check (email = lower(email))
);

-- What was agreed to and withdrawn; the last answer counts.
create table guardian_answers (
  number bigint generated always as identity primary key,
  guardian_id uuid not null,
  agrees boolean not null,
  given_by text not null,
  -- The version of the words that were agreed to (contract/guardian-wording.ts).
  wording integer,
  given_at timestamptz not null default now(),
  constraint guardian_answers_of_a_guardian foreign key (guardian_id) references guardians (id) on delete cascade,
  constraint guardian_answers_given_by_known check (given_by in ('guardian', 'contributor')),
  constraint guardian_answers_only_guardians_agree check (not agrees or given_by = 'guardian'),
  constraint guardian_answers_agree_to_words check (agrees = (wording is not null))
);
create index guardian_answers_latest on guardian_answers (guardian_id, number desc);

-- What must come before a story may be published; null when nothing does. A story without the terms was not sent in by its
-- contributor, and an author without an account is one of the staff, of an import or of before.
create function publishing_awaits(story stories) returns text language sql stable as $$
  select case
    when reader.age_band is null then case when story.terms_agreed_at is not null then 'ageBand' end
    when reader.age_band = '18+' then null
    when guardian.id is null then 'guardian'
    when not coalesce((
      select agrees from guardian_answers where guardian_id = guardian.id order by number desc limit 1
    ), false) then 'agreement'
  end
  from readers reader left join guardians guardian on guardian.reader_id = reader.id
  where reader.id = story.author_id
$$;

-- Holds for every way that publishes, by hand in SQL included. What is published stays so while it is changed.
create function check_may_publish() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.is_published or not new.is_published)
    and (new.publish_at is null or new.publish_at is not distinct from old.publish_at) then
    return new;
  end if;
  -- A new row is not among those that a withdrawal locks: its author is locked in their place.
  if tg_op = 'INSERT' then
    perform 1 from readers where id = new.author_id for key share;
  end if;
  case publishing_awaits(new)
    when 'ageBand' then
      raise exception 'the contributor has told no age band'
        using errcode = 'check_violation', constraint = 'stories_age_told';
    when 'guardian' then
      raise exception 'the contributor has named no guardian'
        using errcode = 'check_violation', constraint = 'stories_guardian_named';
    when 'agreement' then
      raise exception 'the guardian of the contributor has not agreed'
        using errcode = 'check_violation', constraint = 'stories_guardian_agrees';
    else
      return new;
  end case;
end $$;

create trigger check_may_publish before insert or update of is_published, publish_at on stories
  for each row when (new.is_published or new.publish_at is not null)
  execute function check_may_publish();
