-- A search is answered in steps, the newest stories first, so that its work does not grow with the magazine. What tells
-- the index how new a story is, and that a word stands in its head, are words of its own that nobody can type:
-- #a7 is the block of 1,024 stories that it came with, #b0 that of 8,192, ^school the word in title, author or summary.
create sequence story_numbers;
alter table story_words
  -- Title, author and summary alone: short enough to stay in the row, where a rank is read quickly.
  add column head tsvector,
  -- Which story of all this is, in the order of publication.
  add column nth bigint;

create function head_of(story stories) returns tsvector immutable parallel safe language sql as $$
  select setweight(to_tsvector('english', plain_text(story.title)), 'A')
    || setweight(to_tsvector('english', plain_text(story.author_name)), 'B')
    || setweight(to_tsvector('english', plain_text(story.summary)), 'C')
$$;

-- What the index knows of a story beside its text.
create function marks_of(head tsvector, nth bigint) returns tsvector immutable parallel safe language sql as $$
  select array_to_tsvector(
    array['#a' || nth / 1024, '#b' || nth / 8192]
      || array(select '^' || lexeme from unnest(tsvector_to_array(head)) as lexeme))
$$;

create function words_of(story stories) returns text[] immutable parallel safe language sql as $$
  select words_in(concat_ws(' ', story.title, story.author_name, story.summary, story.content))
$$;

update story_words set head = head_of(stories), nth = newest.nth
from stories, (
  select story_id, nextval('story_numbers') as nth
  from (select story_id from story_words order by published_at, story_id) as in_order
) as newest
where stories.id = story_words.story_id and newest.story_id = story_words.story_id;
update story_words set words = words || marks_of(head, nth);
alter table story_words alter column head set not null, alter column nth set not null;
create index story_words_nth on story_words (nth);
drop index story_words_newest;

-- In how many published stories a word is: of many that begin alike those that are used most are meant. A word that
-- is in none is forgotten. Publications wait for each other here, as they do for site_version; nobody else does.
alter table known_words
  add column stories integer not null default 0,
  add column stem text generated always as ((ts_lexize('english_stem', word))[1]) stored;
update known_words set stories = used.stories
from (
  select word, count(*) as stories
  from stories, unnest(words_of(stories)) as word
  where is_published group by word
) as used
where used.word = known_words.word;
delete from known_words where stories = 0;
alter table known_words add constraint known_words_are_used check (stories > 0);
create index known_words_by_use on known_words (left(word, 2), stories desc);
create index known_words_beginning on known_words (word text_pattern_ops);
create index known_words_by_stem on known_words (stem);

create function count_words(used text[], step integer) returns void language plpgsql as $$
begin
  if step > 0 then
    insert into known_words as known (word, stories)
    select word, step from unnest(used) as word order by word
    on conflict (word) do update set stories = known.stories + step;
  else
    delete from known_words where word = any(used) and stories <= -step;
    update known_words set stories = stories + step where word = any(used);
  end if;
end $$;

create or replace function note_words_of(story stories) returns void language plpgsql as $$
declare
  head tsvector := head_of(story);
  at bigint := coalesce(
    (select nth from story_words where story_id = story.id), nextval('story_numbers'));
begin
  insert into story_words (story_id, words, head, nth, published_at)
  values (
    story.id,
    head || setweight(to_tsvector('english', plain_text(story.content)), 'D') || marks_of(head, at),
    head, at, story.published_at
  )
  on conflict (story_id) do update
    set words = excluded.words, head = excluded.head, published_at = excluded.published_at;
end $$;

create or replace function note_words() returns trigger language plpgsql as $$
declare
  gone text[] := case when tg_op <> 'INSERT' and old.is_published then words_of(old) else '{}' end;
  come text[] := case when tg_op <> 'DELETE' and new.is_published then words_of(new) else '{}' end;
begin
  if tg_op <> 'DELETE' then
    if new.is_published then
      perform note_words_of(new);
    else
      delete from story_words where story_id = new.id;
    end if;
  end if;
  perform count_words(array(select unnest(gone) except select unnest(come)), -1);
  perform count_words(array(select unnest(come) except select unnest(gone)), 1);
  return null;
end $$;

create trigger story_words_vanish after delete on stories
  for each row when (old.is_published) execute function note_words();

create function forget_words() returns trigger language plpgsql as $$
begin
  delete from known_words;
  return null;
end $$;
create trigger story_words_emptied after truncate on stories
  for each statement execute function forget_words();
