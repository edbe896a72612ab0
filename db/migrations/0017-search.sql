-- Misspelt words: candidates by the three-letter pieces that they share, the nearest of them by letters changed.
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- Words as they are typed on a phone without tone marks: Ẹ̀kọ́ is found by eko, ɗaki by daki.
create function plain_text(text) returns text immutable strict parallel safe language sql as $$
  select lower(translate(
    regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g'), 'ɓƁɗƊƙƘ', 'bbddkk'))
$$;

create function words_in(text) returns text[] immutable strict parallel safe language sql as $$
  select coalesce(array_agg(distinct word order by word), '{}')
  from regexp_split_to_table(plain_text($1), '[^[:alnum:]]+') as word
  where length(word) between 2 and 40
$$;

-- Published stories alone, so that no other is ever found. Apart from the stories: a like rewrites a story's row,
-- and would make its words anew.
create table story_words (
  story_id uuid primary key,
  words tsvector not null,
  published_at timestamptz not null,
  constraint words_of_a_story foreign key (story_id) references stories (id) on delete cascade
);
create index story_words_found on story_words using gin (words);
create index story_words_newest on story_words (published_at desc, story_id desc);

-- Every word that was ever published: what a misspelt one may have meant.
create table known_words (
  word text primary key
);
create index known_words_like on known_words using gin (word gin_trgm_ops);

create function note_words_of(story stories) returns void language plpgsql as $$
begin
  insert into story_words (story_id, words, published_at)
  values (
    story.id,
    setweight(to_tsvector('english', plain_text(story.title)), 'A')
      || setweight(to_tsvector('english', plain_text(story.author_name)), 'B')
      || setweight(to_tsvector('english', plain_text(story.summary)), 'C')
      || setweight(to_tsvector('english', plain_text(story.content)), 'D'),
    story.published_at
  )
  on conflict (story_id) do update set words = excluded.words, published_at = excluded.published_at;
  -- In one order, so that of two publications at once one waits for the other, and never each for each.
  insert into known_words (word)
  select word
  from unnest(words_in(concat_ws(' ', story.title, story.author_name, story.summary, story.content))) as word
  order by word
  on conflict do nothing;
end $$;

create function note_words() returns trigger language plpgsql as $$
begin
  if new.is_published then
    perform note_words_of(new);
  else
    delete from story_words where story_id = new.id;
  end if;
  return null;
end $$;

create trigger story_words_appear after insert on stories
  for each row when (new.is_published) execute function note_words();
create trigger story_words_change after update on stories
  for each row when (
    (old.title, old.author_name, old.summary, old.content, old.is_published, old.published_at)
      is distinct from
    (new.title, new.author_name, new.summary, new.content, new.is_published, new.published_at)
  ) execute function note_words();

-- The stories that are there already.
select note_words_of(stories) from stories where is_published;
