-- What the staff write. A story's row changes only when a revision is published, scheduled or sent for review, so that no
-- keystroke changes what readers see.
create table story_drafts (
  -- Made by the browser; the story's row may not be there yet.
  story_id uuid primary key,
  -- Who began it; an author may open no other.
  owner_id uuid,
  -- The revision that the editor shows.
  head integer not null,
  -- The revision that the story's row holds.
  stored integer,
  -- The revision that an author sent for review, when the story's row is published and stays as it is.
  sent integer,
  sent_at timestamptz,
  -- Whether the contributor was asked to look at the edit, and what became of it.
  consent text,
  consent_for integer,
  consent_answer text,
  consent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint drafts_of_staff foreign key (owner_id) references staff (id) on delete set null,
  constraint drafts_sent_whole_or_not check ((sent is null) = (sent_at is null)),
  constraint drafts_consent_known check (consent in ('asked', 'agreed', 'answered')),
  constraint drafts_consent_whole_or_not check ((consent is null) = (consent_for is null))
);
create index story_drafts_newest on story_drafts (updated_at desc, story_id);

-- Every state that was saved, limits unchecked.
create table story_revisions (
  story_id uuid not null,
  number integer not null,
  -- Made by the browser for one save, so that a repeat of it saves nothing twice.
  save_id uuid not null,
  fields jsonb not null,
  -- original: a reader's own words; aside: saved while somebody else had saved, never the head by itself.
  kind text not null,
  saved_at timestamptz not null default now(),
  -- Null for the contributor.
  saved_by uuid,
  saved_by_name text not null,
  constraint story_revisions_once primary key (story_id, number),
  constraint story_revisions_of_a_draft foreign key (story_id) references story_drafts (story_id) on delete cascade,
  constraint story_revisions_of_staff foreign key (saved_by) references staff (id) on delete set null,
  constraint story_revisions_kind_known check (kind in ('saved', 'original', 'restored', 'aside')),
  constraint story_revisions_saved_once unique (story_id, save_id)
);

alter table stories
  -- When it goes live and when it leaves, by the clock of the database.
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add constraint stories_scheduled_are_not_published check (publish_at is null or not is_published),
  add constraint stories_leave_after_they_came check (unpublish_at > publish_at);
create index stories_due on stories (publish_at) where publish_at is not null;
create index stories_leaving on stories (unpublish_at) where unpublish_at is not null;

-- A picture that somebody of the staff has just uploaded stays until the draft that shows it is saved.
alter table uploads
  add column staff_id uuid,
  add constraint uploads_of_staff foreign key (staff_id) references staff (id) on delete set null;
