-- Nobody reads what no editor has read: what is public, or scheduled, is the text that was approved.
alter table stories
  -- Hash of the text that was approved last. 'this text' approves the one that the row then holds; the trigger writes the hash.
  add column approved_hash text,
  -- Who approved it; null for an import, the demo and what was there before.
  add column approved_by uuid,
  add constraint stories_approved_by_staff foreign key (approved_by) references staff (id) on delete set null not valid;

-- Of whatever readers see that somebody wrote or chose: words, names, pictures, video.
create function story_text_hash(story stories) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    story.title, story.summary, story.content, story.content_format, story.content_text,
    story.author_name, story.author_role, story.author_image_url,
    story.image_url, story.image_alt, story.image_focus, story.video_url
  )::text, 'UTF8')), 'hex')
$$;

-- As in 0018: being approved makes a story neither newer nor another revision.
create or replace function stamp_story() returns trigger language plpgsql as $$
declare
  beside text[] := '{likes_count,shares_count,views,heat,rating,ratings_total,ratings_count,updated_at,revision,excerpt,
    approved_hash,approved_by}';
begin
  if new.is_published and new.published_at is null then
    new.published_at := now();
  end if;
  if tg_op = 'UPDATE' and (to_jsonb(new) - beside) is distinct from (to_jsonb(old) - beside) then
    new.updated_at := now();
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

-- The account as a reader behind an author: an author's own id, or that of one of the staff whose account is linked.
create function reader_of(author_id uuid) returns uuid language sql stable as $$
  select coalesce((select reader_id from staff where id = reader_of.author_id), reader_of.author_id)
$$;

-- As in 0072, for the staff with an account as a reader too.
create or replace function showing_awaits(reader_id uuid) returns text language sql stable as $$
  select case
    when reader.age_band is null then 'ageBand'
    when reader.age_band = '18+' then null
    when guardian.id is null then 'guardian'
    when not coalesce((
      select agrees from guardian_answers where guardian_id = guardian.id order by number desc limit 1
    ), false) then 'agreement'
  end
  from readers reader left join guardians guardian on guardian.reader_id = reader.id
  where reader.id = reader_of(showing_awaits.reader_id)
$$;

create or replace function hide_page_of_young_author() returns trigger language plpgsql as $$
begin
  update authors set is_public = false, updated_at = now()
  where (author_id = new.id or author_id in (select id from staff where staff.reader_id = new.id))
    and is_public and showing_awaits(new.id) in ('guardian', 'agreement');
  return null;
end $$;

-- The names of the constraints that keep a story from readers.
create function publishing_refusals(story stories) returns text[] language sql stable as $$
  select array_remove(array[
    case awaits when 'guardian' then 'stories_guardian_named' when 'agreement' then 'stories_guardian_agrees' end,
    case when exists (select from story_drafts where story_id = story.id and consent in ('asked', 'answered'))
      then 'stories_contributor_agrees' end,
    case when awaits = 'ageBand' then 'stories_age_told' end,
    case when story.approved_hash is distinct from story_text_hash(story) then 'stories_text_approved' end
  ], null)
  from publishing_awaits(story) as awaits
$$;

-- In place of 0070: holds for every way that publishes, schedules, or changes what is public or scheduled, by hand in SQL
-- included. What is public stays so while nothing of its text is changed.
create or replace function check_may_publish() returns trigger language plpgsql as $$
declare
  -- Sessions of the release before, which does not know of approving; this one's have another name (db/driver/open-database.ts).
  is_before boolean := current_setting('application_name') = 'ascend';
  hash text := story_text_hash(new);
  is_other boolean := tg_op = 'UPDATE' and hash <> story_text_hash(old);
  comes boolean := tg_op = 'INSERT' or (new.is_published and not old.is_published)
    or (new.publish_at is not null and new.publish_at is distinct from old.publish_at);
  refusals text[];
begin
  if new.approved_hash = 'this text' then
    new.approved_hash := hash;
  end if;
  if not (new.is_published or new.publish_at is not null) or not (comes or is_other) then
    return new;
  end if;
  if is_before then
    -- Sending a story in agrees to the terms anew: its contributor has changed it, and nobody has read it since.
    if is_other and not comes and new.terms_agreed_at is distinct from old.terms_agreed_at then
      new.publish_at := null;
      new.unpublish_at := null;
      return new;
    end if;
    -- What its staff publish or change, they have read.
    if new.approved_hash is distinct from hash then
      new.approved_hash := hash;
      new.approved_by := null;
    end if;
  end if;
  -- A new row is not among those that a withdrawal locks: its author is locked in their place.
  if tg_op = 'INSERT' then
    perform 1 from readers where id = reader_of(new.author_id) for key share;
  end if;
  refusals := publishing_refusals(new);
  -- What was public before anybody was asked for an age can be corrected.
  if not comes then
    refusals := array_remove(refusals, 'stories_age_told');
  end if;
  if is_before then
    refusals := array_remove(refusals, 'stories_contributor_agrees');
  end if;
  if cardinality(refusals) > 0 then
    raise exception 'the story may not reach readers: %', refusals[1]
      using errcode = 'check_violation', constraint = refusals[1];
  end if;
  return new;
end $$;

-- Counters are not in the list: they cost no hash.
create or replace trigger check_may_publish before insert or update of
  title, summary, content, content_format, content_text, author_name, author_role, author_image_url,
  image_url, image_alt, image_focus, video_url, is_published, publish_at, approved_hash
  on stories for each row execute function check_may_publish();

-- A story whose contributor is asked about an edit is published by nobody, nor by its schedule.
create function unschedule_while_asked() returns trigger language plpgsql as $$
begin
  update stories set publish_at = null, unpublish_at = null
  where id = new.story_id and publish_at is not null;
  return null;
end $$;

create trigger drafts_unschedule_while_asked after insert or update of consent on story_drafts
  for each row when (new.consent in ('asked', 'answered')) execute function unschedule_while_asked();
