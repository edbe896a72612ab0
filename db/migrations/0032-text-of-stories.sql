-- What the publisher writes is Markdown; what readers send in is plain text, until an editor changes it.
alter table stories
  add column content_format text not null default 'plain',
  -- The words of a Markdown text, as readers see them: for excerpt, search and reading time.
  add column content_text text,
  add column image_alt text not null default '',
  -- What a crop of the picture keeps.
  add column image_focus text not null default 'center',
  add constraint stories_content_format_known check (content_format in ('plain', 'markdown')),
  add constraint stories_markdown_has_words check ((content_format = 'markdown') = (content_text is not null)),
  add constraint stories_image_focus_known check (image_focus in (
    'center', 'top', 'bottom', 'left', 'right', 'left-top', 'right-top', 'left-bottom', 'right-bottom'));

alter table stories drop column excerpt;
alter table stories
  add column excerpt text not null generated always as (left(coalesce(content_text, content), 200)) stored;

-- As in 0019, with the words alone.
create or replace function words_of(story stories) returns text[] immutable parallel safe language sql as $$
  select words_in(concat_ws(' ', story.title, story.author_name, story.summary,
    coalesce(story.content_text, story.content)))
$$;

create or replace function note_words_of(story stories) returns void language plpgsql as $$
declare
  head tsvector := head_of(story);
  at bigint := coalesce(
    (select nth from story_words where story_id = story.id), nextval('story_numbers'));
begin
  insert into story_words (story_id, words, head, nth, published_at)
  values (
    story.id,
    head || setweight(to_tsvector('english', plain_text(coalesce(story.content_text, story.content))), 'D')
      || marks_of(head, at),
    head, at, story.published_at
  )
  on conflict (story_id) do update
    set words = excluded.words, head = excluded.head, published_at = excluded.published_at;
end $$;

create or replace trigger stories_change after update on stories
  for each row when (
    (old.is_published or new.is_published) and (
      old.title, old.content, old.summary, old.category, old.author_id, old.author_name, old.author_role,
      old.author_image_url, old.image_url, old.video_url, old.read_time_minutes, old.is_published,
      old.is_featured, old.published_at, old.content_format, old.image_alt, old.image_focus
    ) is distinct from (
      new.title, new.content, new.summary, new.category, new.author_id, new.author_name, new.author_role,
      new.author_image_url, new.image_url, new.video_url, new.read_time_minutes, new.is_published,
      new.is_featured, new.published_at, new.content_format, new.image_alt, new.image_focus
    )
  ) execute function note_site_change();
