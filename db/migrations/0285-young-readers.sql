-- Whose review is shown with a name: an adult's, or a young reader's whose guardian agrees to it.
alter table book_reviews
  -- A buyer whose age no account tells ticked that they are 18 or older.
  add column is_adult boolean not null default false,
  -- What was shown before anybody was asked keeps its name so long.
  add column named_until timestamptz;

-- Null while a reader's age is not known, and without an account. The first wording of the guardians spoke of stories alone.
create function may_be_named(reader uuid) returns boolean language sql stable as $$
  select case when age_band is not null then age_band = '18+' or coalesce((
    select agrees and wording > 1 from guardian_answers join guardians on guardians.id = guardian_id
    where reader_id = reader order by number desc limit 1
  ), false) end
  from readers where id = reader
$$;

-- Whichever release or hand writes. The reader is locked: an age or an answer at the same moment is before or after.
create function name_reviewer() returns trigger language plpgsql as $$
declare
  reader uuid;
begin
  select readers.id into reader
  from book_ratings r join orders o on o.id = r.order_id join readers on readers.id = o.reader_id
  where (r.book_id, r.buyer_email) = (new.book_id, new.buyer_email) for share of readers;
  if not coalesce(may_be_named(reader), new.is_adult or new.named_until > now(), false) then
    new.name := 'A young reader';
  end if;
  return new;
end $$;
create trigger name_reviewer before insert or update of name, text, is_adult, named_until on book_reviews
  for each row execute function name_reviewer();

-- A name that is taken off is nothing to approve.
create or replace function stamp_review() returns trigger language plpgsql as $$
begin
  if new.text <> old.text or new.name not in (old.name, 'A young reader') then
    new.revision := old.revision + 1;
    new.state := 'waiting';
    new.written_at := now();
    new.decided_at := null;
  end if;
  return new;
end $$;
drop trigger review_shown_or_hidden on book_reviews;
create trigger review_shown_or_hidden after update on book_reviews
  for each row when ((old.state = 'shown') <> (new.state = 'shown') or new.state = 'shown' and old.name <> new.name)
  execute function note_site_change();

-- Names go once an account tells that its reader is young, with the guardian's agreement, and when the order of a visitor
-- becomes the one of such an account.
create function name_reviewer_again() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
  reader uuid := coalesce(
    changed ->> 'reader_id',
    (select reader_id::text from guardians where id = (changed ->> 'guardian_id')::uuid),
    changed ->> 'id');
begin
  update book_reviews v set name = v.name from book_ratings r join orders o on o.id = r.order_id
  where (r.book_id, r.buyer_email) = (v.book_id, v.buyer_email) and o.reader_id = reader;
  return null;
end $$;
create trigger readers_name_their_reviews after update of age_band on readers
  for each row execute function name_reviewer_again();
create trigger guardian_answers_name_reviews after insert on guardian_answers
  for each row when (not new.agrees) execute function name_reviewer_again();
create trigger guardians_name_reviews after delete on guardians
  for each row execute function name_reviewer_again();
create trigger orders_name_their_review after update of reader_id on orders
  for each row when (new.reader_id is distinct from old.reader_id) execute function name_reviewer_again();

-- Those shown to everybody already: first name and initial stay for 30 days where the age is not known, and their writers
-- are asked, once the release that composes the mail runs.
-- allowed rows: a shop has hundreds of reviews at most, and each is written twice in its whole life.
alter table book_reviews disable trigger stamp_review;
with asked as (
  update book_reviews v set
    named_until = now() + interval '30 days', name = regexp_replace(v.name, '^(\S+)\s+(?:.*\s)?(\S)\S*$', '\1 \2.')
  from book_ratings r join orders o on o.id = r.order_id left join readers on readers.id = o.reader_id
  where (r.book_id, r.buyer_email) = (v.book_id, v.buyer_email) and v.state = 'shown' and age_band is null
  returning o.id, o.buyer_email as recipient
)
insert into mails (kind, recipient, data, next_try_at)
select 'reviewAge', recipient, jsonb_build_object('orderId', id), now() + interval '10 minutes' from asked;
update book_reviews set name = name where named_until is null;
alter table book_reviews enable trigger stamp_review;

-- Under 13 an editor speaks with the guardian before anything comes out; whoever is named next is rung up anew.
alter table guardians add column phoned_at timestamptz;
create or replace function publishing_awaits(story stories) returns text language sql stable as $$
  select case
    when awaits is null and exists (
      select from guardians join readers on readers.id = reader_id
      where reader_id = reader_of(story.author_id) and age_band = 'under-13' and phoned_at is null
    ) then 'phone'
    when story.terms_agreed_at is null then nullif(awaits, 'ageBand')
    else awaits
  end
  from showing_awaits(story.author_id) as awaits
$$;
create or replace function publishing_refusals(story stories) returns text[] language sql stable as $$
  select array_remove(array[
    case awaits when 'guardian' then 'stories_guardian_named' when 'agreement' then 'stories_guardian_agrees'
      when 'phone' then 'stories_guardian_phoned' end,
    case when exists (select from story_drafts where story_id = story.id and consent in ('asked', 'answered'))
      then 'stories_contributor_agrees' end,
    case when awaits = 'ageBand' then 'stories_age_told' end,
    case when story.approved_hash is distinct from story_text_hash(story) then 'stories_text_approved' end
  ], null)
  from publishing_awaits(story) as awaits
$$;
