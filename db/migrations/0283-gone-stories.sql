-- Stories that were public and were taken down for good: their addresses say so, with the day. Nothing else of them is stored.
create table gone_stories (
  -- No foreign key: it outlives the story.
  story_id uuid primary key,
  reason text not null,
  gone_at timestamptz not null default now(),
  -- Of the words in its addresses, which may name somebody.
  slug_hashes text[] not null,
  constraint gone_stories_reason_known check (reason in ('author', 'law', 'us'))
);
create index gone_stories_by_slug on gone_stories using gin (slug_hashes);
create trigger gone_stories_appear after insert on gone_stories for each row execute function note_site_change();
