-- replaces up to 0262-price-in-kobo.sql
-- The database as the files up to that one had made it: an empty one begins here, one that ran them does not run this
-- (decision 115). How the next file of this kind is made says db/README.md.

---- Extensions, and text as it is compared

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

-- What the desk searches in a story, as books have it in a column; here in the index alone, so that no row grows.
create function desk_text(title text, author_name text, summary text) returns text
immutable strict parallel safe language sql as $$
  select lower(normalize(title || E'\n' || author_name || E'\n' || summary))
$$;

-- A mail server delivers name+tag to name: both count as one recipient.
create function mailbox_of(address text) returns text language sql immutable parallel safe
  return lower(regexp_replace(address, '\+[^@]*@', '@'));

---- What pages show, and the caches of it

-- What the public pages show, as one number: it grows in each transaction that changes a published story or book. Pages
-- kept in memory and the static site are as fresh as the version they were made from.
create table site_version (
  only_row boolean primary key default true,
  -- Tells this database from another one whose version happens to be the same.
  site_id uuid not null default gen_random_uuid(),
  version bigint not null default 0,
  last_transaction xid8,
  -- That at which the books last changed: what was found and counted among them stays true while only stories do.
  shelf_version bigint not null default 0,
  constraint site_version_has_one_row check (only_row)
);
insert into site_version default values;

create function note_site_change() returns trigger language plpgsql as $$
begin
  update site_version
    set version = version + 1, last_transaction = pg_current_xact_id()
    where last_transaction is distinct from pg_current_xact_id();
  if found then
    notify site_stale;
  end if;
  if tg_table_name = 'books' then
    update site_version set shelf_version = version where shelf_version <> version;
  end if;
  return null;
end $$;

create table site_builds (
  id bigint generated always as identity primary key,
  -- The site_version that the build read.
  version bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  -- Null for a good build.
  error text
);

-- What the cache in front of the service was last told of: one replica tells it of a change, whichever locks the row
-- first.
create table cache_purges (
  only_row boolean primary key default true,
  site_id uuid,
  version bigint,
  -- Of the data that the built pages show, and the code and address they are made for.
  release_version bigint,
  release_code text,
  -- Keys that are purged once more: an older answer may have been on its way at the first time.
  again text[] not null default '{}',
  again_at timestamptz,
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  constraint cache_purges_has_one_row check (only_row)
);
insert into cache_purges default values;

-- Landing pages that browsers may still hold as dictionaries (RFC 9842): any replica, of this release or the next, can
-- send a page as its difference to one of them.
create table dictionaries (
  -- SHA-256 of the page, in base64 as browsers send it
  hash text,
  -- the page in Brotli
  body bytea not null,
  -- the last day on which it was sent as a dictionary
  sent_at timestamptz not null default now(),
  constraint dictionaries_by_hash primary key (hash)
);
create index dictionaries_by_time on dictionaries (sent_at);

---- Requests: limits, and answers that are repeated

-- Counted here and not in a process, so that replicas share the count. Its shape is rate-limiter-flexible's.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint
);

-- What a write answered, by the key that the browser sent along: a repeat is answered alike and done once.
create table answered_writes (
  address text not null,
  caller text not null,
  key text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  -- SHA-256 of what was sent with the key: the same key with other contents is rejected. Null for older rows.
  contents text,
  constraint answered_once primary key (address, caller, key)
);
create index answered_writes_by_age on answered_writes (created_at);

---- Readers

create table readers (
  id uuid primary key default gen_random_uuid(),
  -- In lower case: two spellings of one address are one account.
  email text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  -- When it was seen that the address is theirs: by the link of a mail, or by the sign-in provider's word.
  email_proven_at timestamptz,
  -- Argon2id; null for somebody who signs in through a provider alone.
  password_hash text,
  -- Issuer and subject of the sign-in provider.
  provider_subject text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- How old contributors say that they are; null until they were asked.
  age_band text,
  constraint readers_email_once unique (email),
  constraint readers_email_lower_case check (email = lower(email)),
  constraint readers_provider_subject_once unique (provider_subject),
  constraint readers_age_band_known check (age_band in ('under-13', '13-17', '18+'))
);

create table sessions (
  -- SHA-256 of what the cookie holds: a leaked table signs nobody in.
  id text primary key,
  user_id uuid not null,
  expires_at timestamptz not null,
  -- A session is renewed while it is used, but not for ever.
  created_at timestamptz not null default now(),
  constraint sessions_of_a_reader foreign key (user_id) references readers (id) on delete cascade
);
create index sessions_by_reader on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

create table password_resets (
  token_hash text primary key,
  reader_id uuid not null,
  expires_at timestamptz not null,
  constraint password_resets_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index password_resets_by_reader on password_resets (reader_id);

-- Browsers that a reader was signed in with: guesses from elsewhere do not lock them out.
create table reader_devices (
  -- SHA-256 of e-mail address and the random id in the browser's own cookie: rows of one browser look unrelated.
  id text primary key,
  reader_id uuid not null,
  last_used_at timestamptz not null default now(),
  constraint reader_devices_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index reader_devices_by_reader on reader_devices (reader_id);

-- The link by which a reader's bought books open in a reading app.
create table library_links (
  reader_id uuid primary key,
  -- A new number is a new link.
  generation integer not null default 1,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  created_at timestamptz not null default now(),
  constraint library_links_token_once unique (token_hash),
  constraint library_links_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);

---- Guardians of readers under 18

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

---- The staff

-- The people who run the magazine. The owner's row is written from the configuration at every start.
create table staff (
  id uuid primary key default gen_random_uuid(),
  role text not null,
  -- The owner's is the configured username.
  name text not null,
  -- Null for the owner, who signs in by username.
  email text,
  -- Argon2id; null until an invitation is accepted.
  password_hash text,
  state text not null,
  -- Their account as a reader, whose stories count as theirs.
  reader_id uuid,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Of the owner: chosen on the account page, so the next start makes none and reads none from its file.
  chose_password boolean not null default false,
  constraint staff_role_known check (role in ('owner', 'editor', 'author', 'shopkeeper')),
  constraint staff_state_known check (state in ('invited', 'active', 'ended')),
  constraint staff_active_has_password check (state <> 'active' or password_hash is not null),
  constraint staff_invited_by_mail check (role = 'owner' or email is not null or state = 'ended'),
  constraint staff_reader_exists foreign key (reader_id) references readers (id) on delete set null
);
create unique index staff_owner_once on staff (role) where role = 'owner';
create unique index staff_email_once on staff (lower(email)) where state <> 'ended';
create unique index staff_name_once on staff (lower(name)) where state <> 'ended' and role <> 'owner';
create unique index staff_reader_once on staff (reader_id) where state <> 'ended';

create table staff_sessions (
  -- SHA-256 of the token.
  id text primary key,
  staff_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  public_id uuid not null default gen_random_uuid(),
  -- Null for a program.
  browser text,
  last_used_at timestamptz not null default now(),
  -- SHA-256 of the mailed token that ends it.
  end_hash text,
  constraint staff_sessions_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_sessions_by_end on staff_sessions (expires_at);
create index staff_sessions_by_staff on staff_sessions (staff_id);
create unique index staff_sessions_once on staff_sessions (public_id);
create unique index staff_sessions_by_end_hash on staff_sessions (end_hash);

-- Browsers that somebody signed in with: guesses from elsewhere do not lock them out.
create table staff_devices (
  -- SHA-256 of the random id in the browser's own cookie.
  id text not null,
  staff_id uuid not null,
  last_used_at timestamptz not null default now(),
  constraint staff_devices_once primary key (id, staff_id),
  constraint staff_devices_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_devices_by_staff on staff_devices (staff_id);

-- Mailed links: an invitation, a new password, a second step to set up, a reader's account to be linked.
create table staff_links (
  -- SHA-256 of the token.
  id text primary key,
  staff_id uuid not null,
  purpose text not null,
  -- Of a link that links an account.
  reader_id uuid,
  expires_at timestamptz not null,
  constraint staff_links_purpose_known check (purpose in ('join', 'password', 'second-step', 'reader')),
  constraint staff_links_name_a_reader check ((purpose = 'reader') = (reader_id is not null)),
  constraint staff_links_of_staff foreign key (staff_id) references staff (id) on delete cascade,
  constraint staff_links_to_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index staff_links_by_staff on staff_links (staff_id);

create table staff_passkeys (
  -- The credential's own id, base64url.
  id text primary key,
  staff_id uuid not null,
  name text not null,
  public_key bytea not null,
  -- Synced passkeys stay at 0.
  counter bigint not null,
  transports text[] not null,
  -- The host name that it works at, for ever.
  rp_id text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  constraint staff_passkeys_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_passkeys_by_staff on staff_passkeys (staff_id);

create table staff_authenticators (
  staff_id uuid primary key,
  -- Encrypted with a key outside the database.
  secret text not null,
  -- Of the last code: none works twice.
  last_step bigint not null,
  created_at timestamptz not null default now(),
  constraint staff_authenticators_of_staff foreign key (staff_id) references staff (id) on delete cascade
);

create table staff_recovery_codes (
  -- SHA-256.
  id text primary key,
  staff_id uuid not null,
  constraint staff_recovery_codes_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_recovery_codes_by_staff on staff_recovery_codes (staff_id);

-- What was begun and waits for its second half: a sign-in after its password, or a second step being set up.
create table staff_attempts (
  -- SHA-256 of a token that only the browser of the first half has.
  id text primary key,
  staff_id uuid not null,
  purpose text not null,
  -- A passkey signs it, once.
  challenge text,
  -- Of an authenticator being set up; encrypted.
  secret text,
  expires_at timestamptz not null,
  constraint staff_attempts_purpose_known check (purpose in ('sign-in', 'enrol')),
  constraint staff_attempts_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index staff_attempts_by_staff on staff_attempts (staff_id);

-- The one person who runs the site. What the configuration says is brought in at every start (api/publisher).
create table publisher (
  only_row boolean primary key default true,
  username text not null,
  -- Argon2id.
  password_hash text not null,
  constraint publisher_is_one check (only_row)
);

create table publisher_sessions (
  -- SHA-256 of the token: a leaked table opens no desk.
  id text primary key,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index publisher_sessions_by_end on publisher_sessions (expires_at);

-- Browsers that the publisher came in with: guesses from elsewhere do not lock them out.
create table publisher_devices (
  -- SHA-256 of the random id in the browser's own cookie.
  id text primary key,
  last_used_at timestamptz not null default now()
);

-- The account as a reader behind an author: an author's own id, or that of one of the staff whose account is linked.
create function reader_of(author_id uuid) returns uuid language sql stable as $$
  select coalesce((select reader_id from staff where id = reader_of.author_id), reader_of.author_id)
$$;

-- What must come before anything of a reader is shown with name or picture, also of staff with an account as a reader;
-- null when nothing does, and without an account.
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
  where reader.id = reader_of(showing_awaits.reader_id)
$$;

---- What the staff did

-- Who did what at the desk, and when. Rows are only ever added.
create table activity (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The publisher's username; null for somebody who was not let in.
  who text,
  action text not null,
  -- No foreign key: the line outlives what it speaks of.
  subject_id text,
  -- As it was called at the time.
  subject text,
  note text,
  -- Of Lagos: wrong sign-ins are one line a day that says how often. Null for a line of one thing that somebody did.
  day date,
  count integer not null default 1,
  -- The line can be undone while this holds.
  undo_id uuid
);
create index activity_newest on activity (at desc, id desc);
create unique index activity_once_a_day on activity (action, day) where day is not null;

-- The log says what was done: what a contributor answers stays with the draft.
create function leave_out_answer() returns trigger language plpgsql as $$
begin
  new.note := null;
  return new;
end $$;
create trigger activity_without_answers before insert on activity
  for each row when (new.action in ('consentGiven', 'consentAnswered') and new.note is not null)
  execute function leave_out_answer();

-- What staff did and may take back for some seconds. What it changed is stored only as long.
create table undos (
  id uuid primary key default gen_random_uuid(),
  -- story, draft, book, issue or request
  kind text not null,
  -- No reference: it may be what the Undo deletes.
  subject_id uuid not null,
  staff_id uuid not null,
  until timestamptz not null,
  -- The rows before and after; null once it is undone or over, or the subject is gone.
  before jsonb,
  after jsonb,
  -- How many mails wait for it.
  mails integer not null default 0,
  undone_at timestamptz,
  constraint undos_of_staff foreign key (staff_id) references staff (id) on delete cascade
);
create index undos_of_subject on undos (subject_id);
create index undos_by_end on undos (until);

---- Uploaded pictures

-- Pictures that readers uploaded; the files lie beside the database, three widths of each.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  -- No cascade: the files of somebody who leaves are swept first.
  reader_id uuid,
  -- Of the largest of the three files, in pixels.
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  -- A picture that somebody of the staff has just uploaded stays until the draft that shows it is saved.
  staff_id uuid,
  -- In which widths an AVIF is stored, since it is smaller; null until it was tried.
  avif_widths integer[],
  constraint uploads_of_a_reader foreign key (reader_id) references readers (id) on delete set null,
  constraint uploads_of_staff foreign key (staff_id) references staff (id) on delete set null
);
create index uploads_by_reader on uploads (reader_id, created_at desc);
create index uploads_by_age on uploads (created_at);

create table upload_uses (
  upload_id uuid not null,
  -- story, revision, letter, reader, author, book or request
  used_in text not null,
  -- Its key; of a revision the story's id and the number.
  used_by text not null,
  constraint upload_uses_once primary key (upload_id, used_in, used_by)
);
create index upload_uses_by_place on upload_uses (used_in, used_by);

create table upload_uses_to_read (
  place text not null,
  key text not null,
  constraint upload_uses_to_read_once primary key (place, key)
);

create function uploads_in(text text) returns setof uuid language sql immutable as $$
  select distinct found[1]::uuid
  from regexp_matches(text, '/uploads/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/', 'g') as found
  where strpos(text, '/uploads/') > 0
$$;

create function note_upload_uses() returns trigger language plpgsql as $$
declare
  place constant text := tg_argv[0];
  -- Only a key is named in both, or the row itself: columns differ from table to table.
  key text;
begin
  if place = 'revision' then
    key := case when tg_op = 'DELETE' then old.document_id else new.document_id end || ' '
      || case when tg_op = 'DELETE' then old.number else new.number end;
  elsif place = 'author' then
    key := case when tg_op = 'DELETE' then old.author_id else new.author_id end;
  else
    key := case when tg_op = 'DELETE' then old.id else new.id end;
  end if;
  if tg_op <> 'INSERT' then
    delete from upload_uses where used_in = place and used_by = key;
  end if;
  if tg_op <> 'DELETE' then
    insert into upload_uses (upload_id, used_in, used_by)
    select id, place, key from uploads_in(text_with_uploads(place, key)) as id
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger upload_uses_of_new after insert on readers for each row
  when (new.profile_image_url like '%/uploads/%') execute function note_upload_uses('reader');
create trigger upload_uses_of_changed after update of profile_image_url on readers for each row
  when (old.profile_image_url is distinct from new.profile_image_url) execute function note_upload_uses('reader');
create trigger upload_uses_of_gone after delete on readers for each row execute function note_upload_uses('reader');

---- Stories

create table stories (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  content text not null,
  summary text not null,
  category text not null,
  -- No foreign key: a published story outlives its author's account.
  author_id uuid not null,
  author_name text not null,
  author_role text not null,
  author_image_url text,
  image_url text,
  video_url text,
  read_time_minutes integer not null default 5,
  likes_count integer not null default 0,
  shares_count integer not null default 0,
  views integer not null default 0,
  rating numeric(3, 2) not null default 0,
  is_published boolean not null default false,
  is_featured boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The mean is kept as its parts: a sum read from the ratings would miss the one that another reader is just giving.
  ratings_total integer not null default 0,
  ratings_count integer not null default 0,
  -- A story that a reader sent in: what the publisher thinks of it until it is published.
  status text not null default 'submitted',
  review_note text,
  -- When the contributor agreed to the terms.
  terms_agreed_at timestamptz,
  -- Grows with each change but the counters': what is published is the text that was reviewed.
  revision integer not null default 1,
  -- What was read, liked and shared of a story, of late above all: each act adds one, and is worth half as much a
  -- week later. Kept the other way round, so that no job has to cool it: an act adds twice as much as one a week
  -- before it. It says which of two stories is hotter, and nothing by itself; until 2045 it fits its type.
  heat double precision not null default 0,
  -- What the publisher writes is Markdown; what readers send in is plain text, until an editor changes it.
  content_format text not null default 'plain',
  -- The words of a Markdown text, as readers see them: for excerpt, search and reading time.
  content_text text,
  image_alt text not null default '',
  -- What a crop of the picture keeps.
  image_focus text not null default 'center',
  excerpt text not null generated always as (left(coalesce(content_text, content), 200)) stored,
  -- Tags of the site that it came from.
  interests text[] not null default '{}',
  -- When it goes live and when it leaves, by the clock of the database.
  publish_at timestamptz,
  unpublish_at timestamptz,
  -- Nobody reads what no editor has read. Hash of the text that was approved last; 'this text' approves the one that
  -- the row then holds, and the trigger writes its hash.
  approved_hash text,
  -- Who approved it; null for an import and the demo.
  approved_by uuid,
  -- What staff delete is kept for 30 days (contract/retention.ts). Readers see none of it.
  deleted_at timestamptz,
  -- The name of who deleted it.
  deleted_by text,
  constraint stories_title_not_empty check (title <> ''),
  constraint stories_read_time_in_range check (read_time_minutes between 1 and 60),
  constraint stories_likes_not_negative check (likes_count >= 0),
  constraint stories_shares_not_negative check (shares_count >= 0),
  constraint stories_views_not_negative check (views >= 0),
  constraint stories_rating_in_range check (rating between 0 and 5),
  constraint stories_published_have_a_date check (not is_published or published_at is not null),
  constraint stories_ratings_not_negative check (ratings_count >= 0 and ratings_total >= 0),
  constraint stories_status_known check (status in ('submitted', 'returned', 'declined')),
  constraint stories_content_format_known check (content_format in ('plain', 'markdown')),
  constraint stories_markdown_has_words check ((content_format = 'markdown') = (content_text is not null)),
  constraint stories_image_focus_known check (image_focus in (
    'center', 'top', 'bottom', 'left', 'right', 'left-top', 'right-top', 'left-bottom', 'right-bottom')),
  constraint stories_scheduled_are_not_published check (publish_at is null or not is_published),
  constraint stories_leave_after_they_came check (unpublish_at > publish_at),
  constraint stories_approved_by_staff foreign key (approved_by) references staff (id) on delete set null,
  constraint stories_deleted_are_not_public check (deleted_at is null or (not is_published and publish_at is null))
);
create index stories_newest on stories (published_at desc, id desc) where is_published;
create index stories_newest_in_category on stories (category, published_at desc, id desc) where is_published;
create index stories_newest_featured on stories (published_at desc, id desc) where is_published and is_featured;
create index stories_by_author on stories (author_id, created_at desc);
create index stories_searched on stories using gin (desk_text(title, author_name, summary) gin_trgm_ops);
-- The desk's list of all stories, the newest first.
create index stories_of_the_desk on stories
  ((coalesce(published_at, coalesce(terms_agreed_at, created_at))) desc, id desc);
create index stories_newest_of_author on stories (author_id, published_at desc, id desc) where is_published;
create index stories_due on stories (publish_at) where publish_at is not null;
create index stories_leaving on stories (unpublish_at) where unpublish_at is not null;
create index stories_to_work_on on stories
  (status, (coalesce(terms_agreed_at, created_at)), id) where not is_published;
create trigger stories_appear after insert on stories
  for each row when (new.is_published) execute function note_site_change();
create trigger stories_vanish after delete on stories
  for each row when (old.is_published) execute function note_site_change();
-- Counters are not in the list: they are refreshed in the open page and cause no build.
create trigger stories_change after update on stories
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
-- TRUNCATE fires no row trigger; an emptied table is the greatest change of all.
create trigger stories_emptied after truncate on stories for each statement execute function note_site_change();
create trigger upload_uses_of_new after insert on stories for each row
  when (concat_ws(' ', new.image_url, new.author_image_url, new.content) like '%/uploads/%')
  execute function note_upload_uses('story');
create trigger upload_uses_of_changed
  after update of image_url, author_image_url, content, content_format on stories for each row
  when ((old.image_url, old.author_image_url, old.content, old.content_format)
    is distinct from (new.image_url, new.author_image_url, new.content, new.content_format))
  execute function note_upload_uses('story');
create trigger upload_uses_of_gone after delete on stories for each row execute function note_upload_uses('story');

-- The first publication dates a story, whoever publishes it, by hand in SQL included; later ones do not move it.
-- Neither counters nor being approved make it newer, or another revision.
create function stamp_story() returns trigger language plpgsql as $$
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
create trigger stamp_story before insert or update on stories for each row execute function stamp_story();

-- What must come before a story may be published; null when nothing does. A story without the terms was not sent in by
-- its contributor, and asks nobody's age; an author without an account is one of the staff, or of an import.
create function publishing_awaits(story stories) returns text language sql stable as $$
  select case when story.terms_agreed_at is null then nullif(awaits, 'ageBand') else awaits end
  from showing_awaits(story.author_id) as awaits
$$;

-- Of whatever readers see that somebody wrote or chose: words, names, pictures, video.
create function story_text_hash(story stories) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    story.title, story.summary, story.content, story.content_format, story.content_text,
    story.author_name, story.author_role, story.author_image_url,
    story.image_url, story.image_alt, story.image_focus, story.video_url
  )::text, 'UTF8')), 'hex')
$$;

---- Drafts and revisions

-- What the staff write. A story's row changes only when a revision is published, scheduled or sent for review, so that
-- no keystroke changes what readers see.
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
  -- When somebody last had its revisions in front of them: nothing that they may press goes meanwhile.
  listed_at timestamptz,
  -- With its story, or by itself.
  deleted_at timestamptz,
  deleted_by text,
  constraint drafts_of_staff foreign key (owner_id) references staff (id) on delete set null,
  constraint drafts_sent_whole_or_not check ((sent is null) = (sent_at is null)),
  constraint drafts_consent_known check (consent in ('asked', 'agreed', 'answered')),
  constraint drafts_consent_whole_or_not check ((consent is null) = (consent_for is null))
);
create index story_drafts_newest on story_drafts (updated_at desc, story_id);

-- Every state of a story or a newsletter issue that was saved, limits unchecked (decision 60).
create table document_revisions (
  document_id uuid not null,
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
  -- It was published, sent for review or shown to its contributor: it stays as long as the story.
  is_kept boolean not null default false,
  -- Of what it is a state; ids are made by browsers, and numbers are counted for an id whatever it is.
  document text not null default 'story',
  -- The words of a revision's text as readers see it, counted when it is saved: Markdown's own signs are none.
  words integer,
  constraint document_revisions_once primary key (document_id, number),
  constraint document_revisions_of_staff foreign key (saved_by) references staff (id) on delete set null,
  constraint document_revisions_kind_known check (kind in ('saved', 'original', 'restored', 'aside')),
  constraint document_revisions_saved_once unique (document_id, save_id),
  constraint document_revisions_document_known check (document in ('story', 'issue'))
);
create trigger upload_uses_of_new after insert on document_revisions for each row
  when (concat_ws(' ', new.fields ->> 'imageUrl', new.fields ->> 'content') like '%/uploads/%')
  execute function note_upload_uses('revision');
create trigger upload_uses_of_changed after update of fields on document_revisions for each row
  when (old.fields is distinct from new.fields) execute function note_upload_uses('revision');
create trigger upload_uses_of_gone after delete on document_revisions for each row
  execute function note_upload_uses('revision');

-- The revisions under the names of older releases.
create view story_revisions as
select document_id as story_id, number, save_id, fields, kind, saved_at, saved_by, saved_by_name, is_kept
from document_revisions where document = 'story';

-- Two tables have documents: triggers take the revisions along.
create function delete_revisions_of_document() returns trigger language plpgsql as $$
begin
  delete from document_revisions
  where document = tg_argv[0] and document_id = (to_jsonb(old) ->> tg_argv[1])::uuid;
  return null;
end $$;
create trigger drafts_take_their_revisions after delete on story_drafts
  for each row execute function delete_revisions_of_document('story', 'story_id');

create function keep_named_revisions() returns trigger language plpgsql as $$
begin
  update document_revisions set is_kept = true
  where document_id = new.story_id and document = 'story'
    and number in (new.stored, new.sent, new.consent_for) and not is_kept;
  return null;
end $$;
create trigger drafts_keep_their_revisions after insert or update of stored, sent, consent_for on story_drafts
  for each row execute function keep_named_revisions();

-- A story that is deleted, by whom and how ever, takes its draft and revisions along, except for a draft that it no
-- longer holds, since its publishing is undone. What an Undo stores of the story goes as well.
create function delete_draft_of_story() returns trigger language plpgsql as $$
begin
  delete from story_drafts where story_id = old.id and stored is not null;
  update undos set before = null, after = null where subject_id = old.id and before is not null;
  return null;
end $$;
create trigger delete_draft_of_story after delete on stories for each row execute function delete_draft_of_story();

-- A story whose contributor is asked about an edit is published by nobody, nor by its schedule.
create function unschedule_while_asked() returns trigger language plpgsql as $$
begin
  update stories set publish_at = null, unpublish_at = null
  where id = new.story_id and publish_at is not null;
  return null;
end $$;
create trigger drafts_unschedule_while_asked after insert or update of consent on story_drafts
  for each row when (new.consent in ('asked', 'answered')) execute function unschedule_while_asked();

---- What may be published

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

-- Holds for every way that publishes, schedules, or changes what is public or scheduled, by hand in SQL included. What
-- is public stays so while nothing of its text is changed.
create function check_may_publish() returns trigger language plpgsql as $$
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
create trigger check_may_publish before insert or update of
  title, summary, content, content_format, content_text, author_name, author_role, author_image_url,
  image_url, image_alt, image_focus, video_url, is_published, publish_at, approved_hash
  on stories for each row execute function check_may_publish();

---- Series

-- A story told in several parts. The place of a story is a row of its own: to take one makes it neither newer nor
-- another revision.
create table series (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  constraint series_title_not_empty check (title <> '')
);
create unique index series_title_once on series (lower(title));
create trigger series_renamed after update on series
  for each row when (old.title is distinct from new.title) execute function note_site_change();

create table series_parts (
  story_id uuid primary key,
  series_id uuid not null,
  part integer not null,
  constraint series_part_once unique (series_id, part),
  constraint series_part_in_range check (part between 1 and 99),
  constraint series_parts_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint series_parts_of_a_series foreign key (series_id) references series (id) on delete cascade
);
create trigger series_parts_emptied after truncate on series_parts
  for each statement execute function note_site_change();

-- The pages of a series' other parts change too. Parts that nobody may read yet are not seen.
create function note_series_change() returns trigger language plpgsql as $$
begin
  if exists (select from stories where id in (old.story_id, new.story_id) and is_published) then
    update site_version
      set version = version + 1, last_transaction = pg_current_xact_id()
      where last_transaction is distinct from pg_current_xact_id();
    if found then
      notify site_stale;
    end if;
  end if;
  return null;
end $$;
create trigger series_parts_change after insert or delete on series_parts
  for each row execute function note_series_change();
create trigger series_parts_move after update on series_parts
  for each row when (old.* is distinct from new.*) execute function note_series_change();

---- The pages of authors

-- The pages of those who write. As on stories the key is no foreign key: a reader's id for what readers sent in, or the
-- id of somebody without an account.
create table authors (
  author_id uuid primary key,
  -- Of the page's address: made from the first name that it had, and never changed.
  slug text not null,
  name text not null,
  about text not null default '',
  picture_url text,
  is_public boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint authors_slug_once unique (slug),
  constraint authors_slug_is_plain check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint authors_name_not_empty check (name <> ''),
  constraint authors_about_is_short check (char_length(about) <= 600)
);
create trigger authors_appear after insert on authors
  for each row when (new.is_public) execute function note_site_change();
create trigger authors_vanish after delete on authors
  for each row when (old.is_public) execute function note_site_change();
create trigger authors_change after update on authors
  for each row when (
    (old.is_public or new.is_public) and (old.slug, old.name, old.about, old.picture_url, old.is_public)
      is distinct from (new.slug, new.name, new.about, new.picture_url, new.is_public)
  ) execute function note_site_change();
create trigger authors_emptied after truncate on authors for each statement execute function note_site_change();
create trigger upload_uses_of_new after insert on authors for each row
  when (new.picture_url like '%/uploads/%') execute function note_upload_uses('author');
create trigger upload_uses_of_changed after update of picture_url on authors for each row
  when (old.picture_url is distinct from new.picture_url) execute function note_upload_uses('author');
create trigger upload_uses_of_gone after delete on authors for each row execute function note_upload_uses('author');

-- A reader's page goes with the account, whoever deletes it.
create function delete_author_page() returns trigger language plpgsql as $$
begin
  delete from authors where author_id = old.id;
  return null;
end $$;
create trigger readers_take_their_page after delete on readers for each row execute function delete_author_page();

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

-- A page that was shown before its author's age was known goes once the age says that a guardian has to agree.
create function hide_page_of_young_author() returns trigger language plpgsql as $$
begin
  update authors set is_public = false, updated_at = now()
  where (author_id = new.id or author_id in (select id from staff where staff.reader_id = new.id))
    and is_public and showing_awaits(new.id) in ('guardian', 'agreement');
  return null;
end $$;
create trigger readers_hide_their_page after update of age_band on readers
  for each row when (new.age_band is distinct from old.age_band and new.age_band <> '18+')
  execute function hide_page_of_young_author();

---- Stories from another magazine

-- Stories that came from another magazine, by their key there: a second import finds each again. Apart from stories, so
-- that noting it makes no new revision.
create table imported_stories (
  imported_from text primary key,
  -- Null: it was deleted here, and is not brought back.
  story_id uuid,
  -- Of everything that the import made of it.
  digest text not null,
  -- That the import left: a later one was changed here.
  revision integer not null,
  -- The place in a series that the import left: another one was chosen here.
  series_title text,
  series_part integer,
  constraint imported_stories_once unique (story_id),
  constraint imported_stories_story foreign key (story_id) references stories (id) on delete set null
);

-- Pictures that an import stored, by their bytes.
create table imported_pictures (
  sha256 text primary key,
  upload_id uuid not null,
  constraint imported_pictures_of_an_upload foreign key (upload_id) references uploads (id) on delete cascade
);
create index imported_pictures_by_upload on imported_pictures (upload_id);

-- Where stories were at the old site, as api/pages/moved-addresses.ts writes a path.
create table moved_addresses (
  path text primary key,
  story_id uuid not null,
  constraint moved_addresses_story foreign key (story_id) references stories (id) on delete cascade
);
create index moved_addresses_of_story on moved_addresses (story_id);
create trigger moved_addresses_appear after insert on moved_addresses for each row execute function note_site_change();

---- Likes, ratings, views and shares of stories

-- What an act adds that was done at this moment.
create function heat_of(moment timestamptz) returns double precision immutable strict parallel safe language sql as $$
  select power(2, extract(epoch from moment - timestamptz '2026-01-01 00:00+00')::double precision / (7 * 24 * 60 * 60))
$$;

create table likes (
  story_id uuid not null,
  reader_id uuid not null,
  created_at timestamptz not null default now(),
  -- One like per reader: the key is the rule, the API does not check first.
  constraint likes_once_per_reader primary key (story_id, reader_id),
  constraint likes_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint likes_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index likes_by_reader on likes (reader_id, created_at desc);

-- A like that is taken back takes along what it added, whenever it was.
create function count_like() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update stories set likes_count = likes_count + 1, heat = heat + heat_of(new.created_at) where id = new.story_id;
  else
    update stories
    set likes_count = likes_count - 1, heat = greatest(0, heat - heat_of(old.created_at))
    where id = old.story_id;
  end if;
  return null;
end $$;
create trigger count_like after insert or delete on likes for each row execute function count_like();

create table story_ratings (
  story_id uuid not null,
  reader_id uuid not null,
  rating integer not null,
  updated_at timestamptz not null default now(),
  constraint ratings_once_per_reader primary key (story_id, reader_id),
  constraint ratings_in_range check (rating between 1 and 5),
  constraint ratings_of_a_story foreign key (story_id) references stories (id) on delete cascade,
  constraint ratings_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index story_ratings_by_reader on story_ratings (reader_id);

create function count_rating() returns trigger language plpgsql as $$
declare
  story uuid := coalesce(new.story_id, old.story_id);
  points integer := coalesce(new.rating, 0) - coalesce(old.rating, 0);
  readers integer := (case when new is null then 0 else 1 end) - (case when old is null then 0 else 1 end);
begin
  update stories set
    ratings_total = ratings_total + points,
    ratings_count = ratings_count + readers,
    rating = coalesce(round((ratings_total + points)::numeric / nullif(ratings_count + readers, 0), 2), 0)
  where id = story;
  return null;
end $$;
create trigger count_rating after insert or update or delete on story_ratings
  for each row execute function count_rating();

create table story_views (
  story_id uuid not null,
  -- A keyed hash of the visitor's own cookie; never an address.
  visitor_id uuid not null,
  viewed_on date not null,
  -- Not of a release that wrote the cookie itself: the cleanup forgets who that was, and keeps the row for the count.
  keyed boolean not null default false,
  constraint views_once_a_day primary key (story_id, visitor_id, viewed_on),
  constraint views_of_a_story foreign key (story_id) references stories (id) on delete cascade
) partition by range (viewed_on);

-- Counters live beside the story and change in the transaction of the row behind them.
create function count_view() returns trigger language plpgsql as $$
begin
  update stories set views = views + 1, heat = heat + heat_of(now()) where id = new.story_id;
  return null;
end $$;
create trigger count_view after insert on story_views for each row execute function count_view();

create table story_shares (
  story_id uuid not null,
  visitor_id uuid not null,
  shared_in_hour timestamptz not null,
  keyed boolean not null default false,
  constraint shares_once_an_hour primary key (story_id, visitor_id, shared_in_hour),
  constraint shares_of_a_story foreign key (story_id) references stories (id) on delete cascade
) partition by range (shared_in_hour);

create function count_share() returns trigger language plpgsql as $$
begin
  update stories set shares_count = shares_count + 1, heat = heat + heat_of(now()) where id = new.story_id;
  return null;
end $$;
create trigger count_share after insert on story_shares for each row execute function count_share();

-- Views and shares have a partition a month, in UTC. The first one holds the next two months and whatever is older, of
-- a backup that is restored here.
do $$
declare
  edge text := (date_trunc('month', now() at time zone 'UTC') + interval '2 months')::date;
begin
  perform set_config('timezone', 'UTC', true);
  execute format(
    'create table story_views_before partition of story_views for values from (minvalue) to (%L)', edge);
  execute format(
    'create table story_shares_before partition of story_shares for values from (minvalue) to (%L)',
    edge || ' 00:00+00');
end $$;
alter index story_views_before_pkey rename to views_before_once_a_day;
alter index story_shares_before_pkey rename to shares_before_once_an_hour;

-- Where the last partition of a table ends; each ends with a month, in UTC.
create function end_of_partitions(parent regclass) returns date stable language sql set timezone = 'UTC' as $$
  select max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d{4}-\d\d-\d\d)'))[1]::date)
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent
$$;

-- Partitions until that of this day, by attaching: that waits for no reader, and no backup.
create function make_partitions(parent regclass, until date) returns void language plpgsql set timezone = 'UTC' as $$
declare
  first_day date := end_of_partitions(parent);
  key text := (select pg_get_partkeydef(parent));
  name text;
begin
  while first_day <= until loop
    name := parent::text || to_char(first_day, '_YYYY_MM');
    execute format('create table %I (like %s including all)', name, parent);
    -- Rows come in the order of their days: such an index costs next to nothing.
    execute format('create index on %I using brin (%I) with (autosummarize = on, pages_per_range = 16)',
      name, substring(key from '\((.+)\)'));
    execute format('alter table %s attach partition %I for values from (%L) to (%L)',
      parent, name, first_day, first_day + interval '1 month');
    first_day := first_day + interval '1 month';
  end loop;
end $$;

-- Those that ended by this day; returns how many. `if_empty` leaves those that hold rows.
create function drop_partitions(parent regclass, ended date, if_empty boolean) returns integer
language plpgsql set timezone = 'UTC' as $$
declare
  partition regclass;
  is_filled boolean := false;
  dropped integer := 0;
begin
  for partition in
    select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent
      and (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d{4}-\d\d-\d\d)'))[1]::date <= ended
  loop
    if if_empty then
      execute format('select exists (select from %s)', partition) into is_filled;
    end if;
    if not is_filled then
      execute format('drop table %s', partition);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;

select make_partitions('story_views', (now() + interval '3 months')::date);
select make_partitions('story_shares', (now() + interval '3 months')::date);

-- What a story's counters hold of rows that are gone: a counter is this and the rows that are kept.
create table story_totals (
  story_id uuid primary key,
  views integer not null default 0,
  shares integer not null default 0,
  constraint story_totals_of_a_story foreign key (story_id) references stories (id) on delete cascade
);

-- Whoever deletes rows, and however: the total takes them up in the same transaction. A story that goes needs none.
create function total_views() returns trigger language plpgsql as $$
begin
  insert into story_totals as t (story_id, views)
  select story_id, count(*) from gone join stories on stories.id = gone.story_id
  group by story_id order by story_id
  on conflict (story_id) do update set views = t.views + excluded.views;
  return null;
end $$;
create trigger total_views after delete on story_views
  referencing old table as gone for each statement execute function total_views();

create function total_shares() returns trigger language plpgsql as $$
begin
  insert into story_totals as t (story_id, shares)
  select story_id, count(*) from gone join stories on stories.id = gone.story_id
  group by story_id order by story_id
  on conflict (story_id) do update set shares = t.shares + excluded.shares;
  return null;
end $$;
create trigger total_shares after delete on story_shares
  referencing old table as gone for each statement execute function total_shares();

---- What readers read

-- What readers read: what their devices tell, each event by its own id, so that a repeat counts nothing twice.
create table reading_events (
  reader_id uuid not null,
  -- Made by the device; another reader's may be the same.
  id uuid not null,
  -- No foreign key: a deleted story stays read, with the category and read time that it had then.
  story_id uuid not null,
  category text not null,
  read_time_minutes integer not null,
  -- A day of the device's own calendar, yyyy-mm-dd; nobody calculates with it here.
  day text not null,
  seconds integer not null,
  is_read boolean not null,
  created_at timestamptz not null default now(),
  constraint reading_events_once primary key (reader_id, id),
  constraint reading_events_of_a_reader foreign key (reader_id) references readers (id) on delete cascade,
  constraint reading_events_have_a_day check (day ~ '^\d{4}-\d\d-\d\d$'),
  constraint reading_events_within_a_day check (seconds between 0 and 86400)
);
create index reading_events_of_a_story on reading_events (reader_id, story_id, created_at);

create table unlocked_achievements (
  reader_id uuid not null,
  achievement text not null,
  unlocked_at timestamptz not null,
  constraint achievements_unlocked_once primary key (reader_id, achievement),
  constraint achievements_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);

---- Figures

create table story_hours (
  hour timestamptz not null,
  story_id uuid not null,
  finishes integer not null default 0,
  seconds bigint not null default 0,
  -- Opened without a network, and reported later.
  offline_reads integer not null default 0,
  constraint story_hours_once primary key (hour, story_id)
) partition by range (hour);

-- `measure` is what is counted (contract/figures.ts), `class` of which kind: where a visit came from, say.
create table figure_hours (
  hour timestamptz not null,
  measure text not null,
  class text not null,
  total bigint not null,
  constraint figure_hours_once primary key (hour, measure, class)
) partition by range (hour);

create table story_days (
  day date not null,
  story_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint story_days_once primary key (day, story_id)
) partition by range (day);
-- The figures of an author: the stories that are theirs.
create index story_days_of_story on story_days (story_id, day);

-- Months that are over.
create table story_months (
  month date not null,
  story_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint story_months_once primary key (month, story_id)
);
create index story_months_of_story on story_months (story_id, month);

-- By the category that a story had on the day.
create table category_days (
  day date not null,
  category text not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint category_days_once primary key (day, category)
);

create table figure_days (
  day date not null,
  measure text not null,
  class text not null,
  total bigint not null,
  constraint figure_days_once primary key (measure, day, class)
);

-- By the author that a story had on the day: they are ranked without adding up the days of all stories.
create table author_days (
  day date not null,
  author_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint author_days_once primary key (day, author_id)
);

-- Months that are over: those that stories have, too.
create table author_months (
  month date not null,
  author_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint author_months_once primary key (month, author_id)
);

-- A home for whatever is older, of a backup that is restored here.
do $$
declare
  edge date := date_trunc('month', now() at time zone 'UTC');
begin
  perform set_config('timezone', 'UTC', true);
  execute format('create table story_hours_before partition of story_hours for values from (minvalue) to (%L)', edge);
  execute format('create table figure_hours_before partition of figure_hours for values from (minvalue) to (%L)', edge);
  execute format('create table story_days_before partition of story_days for values from (minvalue) to (%L)', edge);
end $$;
select make_partitions('story_hours', (now() + interval '3 months')::date);
select make_partitions('figure_hours', (now() + interval '3 months')::date);
select make_partitions('story_days', (now() + interval '3 months')::date);

---- Search

-- A search is answered in steps, the newest stories first, so that its work does not grow with the magazine. What tells
-- the index how new a story is, and that a word stands in its head, are words of its own that nobody can type:
-- #a7 is the block of 1,024 stories that it came with, #b0 that of 8,192, ^school the word in title, author or summary.
create sequence story_numbers;

-- Published stories alone, so that no other is ever found. Apart from the stories: a like rewrites a story's row,
-- and would make its words anew.
create table story_words (
  story_id uuid primary key,
  words tsvector not null,
  published_at timestamptz not null,
  -- Title, author and summary alone: short enough to stay in the row, where a rank is read quickly.
  head tsvector not null,
  -- Which story of all this is, in the order of publication.
  nth bigint not null,
  constraint words_of_a_story foreign key (story_id) references stories (id) on delete cascade
);
create index story_words_found on story_words using gin (words);
create index story_words_nth on story_words (nth);

-- Every word that was ever published: what a misspelt one may have meant.
create table known_words (
  word text primary key,
  -- In how many published stories a word is: of many that begin alike those that are used most are meant. A word that
  -- is in none is forgotten. Publications wait for each other here, as they do for site_version; nobody else does.
  stories integer not null default 0,
  stem text generated always as ((ts_lexize('english_stem', word))[1]) stored,
  constraint known_words_are_used check (stories > 0)
);
create index known_words_by_use on known_words (left(word, 2), stories desc);
create index known_words_beginning on known_words (word text_pattern_ops);
create index known_words_by_stem on known_words (stem);
create index known_words_by_beginning on known_words (left(word, 2), length(word));
create index known_words_by_end on known_words (right(word, 2), length(word));

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
  select words_in(concat_ws(' ', story.title, story.author_name, story.summary,
    coalesce(story.content_text, story.content)))
$$;

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

create function note_words_of(story stories) returns void language plpgsql as $$
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

create function note_words() returns trigger language plpgsql as $$
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
create trigger story_words_appear after insert on stories
  for each row when (new.is_published) execute function note_words();
create trigger story_words_change after update on stories
  for each row when (
    (old.title, old.author_name, old.summary, old.content, old.is_published, old.published_at)
      is distinct from
    (new.title, new.author_name, new.summary, new.content, new.is_published, new.published_at)
  ) execute function note_words();
create trigger story_words_vanish after delete on stories
  for each row when (old.is_published) execute function note_words();

create function forget_words() returns trigger language plpgsql as $$
begin
  delete from known_words;
  return null;
end $$;
create trigger story_words_emptied after truncate on stories for each statement execute function forget_words();

-- What a misspelt word may have meant: known words of about its length that begin or end with the same two letters,
-- with so few letters changed. Likeness by pieces of three letters would weigh a tenth of all words.
create function words_near(typed text, mistakes integer) returns setof known_words
stable parallel safe language sql as $$
  select known_words from known_words
  where (left(word, 2) = left(typed, 2) or right(word, 2) = right(typed, 2))
    and length(word) between length(typed) - mistakes and length(typed) + mistakes
    and levenshtein_less_equal(word, typed, mistakes) <= mistakes
    and stem is not null
$$;

---- Books

create table books (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  description text not null,
  author_id uuid not null,
  author_name text not null,
  price numeric(10, 2) not null,
  cover_image_url text,
  category text not null,
  -- The sample that shoppers may read.
  content text,
  rating numeric(3, 2) not null default 0,
  ratings_count integer not null default 0,
  is_published boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the books page searches: composed, so that ọ̀ is found however it was typed. A line break keeps a match from
  -- spanning two fields.
  search_text text not null generated always as (
    lower(normalize(title || E'\n' || description || E'\n' || author_name))
  ) stored,
  -- Grows with each change of what the book form holds: a form filled from an older one is told so.
  revision integer not null default 1,
  -- Gone from every list; what was sold stays with its buyers.
  deleted_at timestamptz,
  -- The file that is sold: its name below the data folder's books, and what it measures.
  pdf_id uuid,
  pdf_bytes integer,
  pdf_pages integer,
  pdf_uploaded_at timestamptz,
  -- The mean is kept as its parts, as of stories: a sum read from the ratings would miss one that is just being given.
  ratings_total integer not null default 0,
  -- The digest tells of books that came since the last one; those from before there was a digest have none.
  published_at timestamptz,
  deleted_by text,
  -- Nobody can bring it back; the row and its file stay for those who bought it.
  erased_at timestamptz,
  parts_count integer not null default 0,
  -- The EPUB that buyers may download beside the PDF.
  epub_id uuid,
  epub_bytes integer,
  epub_uploaded_at timestamptz,
  -- Whether a buyer's PDF carries their name and order. A book that is free carries none.
  is_stamped boolean not null default true,
  -- As the service counts it; people, files and the contract have it in naira.
  price_kobo bigint not null generated always as ((price * 100)::bigint) stored,
  constraint books_title_not_empty check (title <> ''),
  constraint books_price_not_negative check (price >= 0),
  constraint books_rating_in_range check (rating between 0 and 5),
  constraint books_ratings_not_negative check (ratings_count >= 0),
  constraint books_deleted_are_not_published check (deleted_at is null or not is_published),
  constraint books_pdf_whole_or_none check (num_nulls(pdf_id, pdf_bytes, pdf_pages, pdf_uploaded_at) in (0, 4)),
  constraint books_ratings_total_not_negative check (ratings_total >= 0),
  constraint books_erased_are_deleted check (erased_at is null or deleted_at is not null),
  constraint books_epub_whole_or_none check (num_nulls(epub_id, epub_bytes, epub_uploaded_at) in (0, 3))
);
create index books_newest on books (created_at desc, id desc) where is_published;
create index books_newest_in_category on books (category, created_at desc, id desc) where is_published;
create index books_searched on books using gin (search_text gin_trgm_ops);
-- The desk lists drafts too.
create index books_of_the_desk on books (created_at desc, id desc) where deleted_at is null;
create index books_by_publication on books (published_at) where published_at is not null;
create trigger books_appear after insert on books
  for each row when (new.is_published) execute function note_site_change();
create trigger books_vanish after delete on books
  for each row when (old.is_published) execute function note_site_change();
-- A book's page names the size of its files, and whether there is a sample.
create trigger books_change after update on books
  for each row when (
    (old.is_published or new.is_published) and (
      old.title, old.description, old.author_id, old.author_name, old.price, old.cover_image_url,
      old.category, old.content, old.is_published, old.created_at, old.pdf_id, old.epub_id
    ) is distinct from (
      new.title, new.description, new.author_id, new.author_name, new.price, new.cover_image_url,
      new.category, new.content, new.is_published, new.created_at, new.pdf_id, new.epub_id
    )
  ) execute function note_site_change();
create trigger books_emptied after truncate on books for each statement execute function note_site_change();
create trigger upload_uses_of_new after insert on books for each row
  when (new.cover_image_url like '%/uploads/%') execute function note_upload_uses('book');
create trigger upload_uses_of_changed after update of cover_image_url on books for each row
  when (old.cover_image_url is distinct from new.cover_image_url) execute function note_upload_uses('book');
create trigger upload_uses_of_gone after delete on books for each row execute function note_upload_uses('book');

create function stamp_book() returns trigger language plpgsql as $$
declare
  -- search_text and price_kobo are left out because they are generated only after this trigger.
  beside text[] := '{rating,ratings_count,ratings_total,updated_at,revision,search_text,price_kobo}';
begin
  if (to_jsonb(new) - beside) is distinct from (to_jsonb(old) - beside) then
    new.updated_at := now();
  end if;
  if (new.title, new.description, new.author_name, new.price, new.cover_image_url, new.category, new.content)
    is distinct from
      (old.title, old.description, old.author_name, old.price, old.cover_image_url, old.category, old.content) then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;
create trigger stamp_book before update on books for each row execute function stamp_book();

create function stamp_book_publication() returns trigger language plpgsql as $$
begin
  if new.is_published and new.published_at is null and (tg_op = 'INSERT' or not old.is_published) then
    new.published_at := now();
  end if;
  return new;
end $$;
create trigger books_stamp_publication before insert or update of is_published on books
  for each row execute function stamp_book_publication();

-- Every file that was kept for a book; what no book names any more goes with the sweep.
create table book_files (
  id uuid primary key,
  kept_at timestamptz not null default now(),
  -- Came with the demo content: a test payment may open it anywhere, unlike what the publisher uploaded.
  is_demo boolean not null default false,
  -- The opening of its text; empty where it has none, null until it was read.
  sample text,
  -- Where the prepared PDF has room for the drawing and for the entry in its metadata; null until it is prepared.
  stamp_places integer[],
  -- Why it cannot be stamped.
  stamp_problem text,
  constraint book_files_stamp_problem check (stamp_problem in ('locked', 'signed', 'damaged')),
  constraint book_files_stamped_or_not
    check (stamp_places is null or (cardinality(stamp_places) = 2 and stamp_problem is null))
);
create index book_files_by_age on book_files (kept_at);
create trigger book_samples_change after update of sample on book_files
  for each row when (old.sample is distinct from new.sample) execute function note_site_change();

-- As book_files, of the EPUBs.
create table epub_files (
  id uuid primary key,
  kept_at timestamptz not null default now(),
  -- The opening of its text; empty where it has none.
  sample text not null
);
create index epub_files_by_age on epub_files (kept_at);

-- A book with parts is a bundle: several books at one price, bought as one order.
create table book_parts (
  bundle_id uuid not null,
  part_id uuid not null,
  -- Counted from 1.
  position integer not null,
  constraint book_parts_once primary key (bundle_id, part_id),
  constraint book_parts_of_others check (bundle_id <> part_id),
  constraint book_parts_in_turn unique (bundle_id, position),
  constraint book_parts_of_a_bundle foreign key (bundle_id) references books (id) on delete cascade,
  -- A deleted part stays until the bundle is changed, so that its page can say so.
  constraint book_parts_are_books foreign key (part_id) references books (id)
);
create index book_parts_by_part on book_parts (part_id);

-- A bundle is no part. Both rows are locked, so that two bundles cannot become each other's part at once.
create function check_book_part() returns trigger language plpgsql as $$
begin
  perform from books where id in (new.bundle_id, new.part_id) order by id for no key update;
  if exists (select from book_parts where bundle_id = new.part_id or part_id = new.bundle_id) then
    raise exception 'a bundle may not be part of another'
      using errcode = 'check_violation', constraint = 'book_parts_not_nested';
  end if;
  return new;
end $$;
create trigger check_book_part before insert on book_parts for each row execute function check_book_part();

-- Pages of the bundle, of its parts, and lists show the parts.
create function note_parts_change() returns trigger language plpgsql as $$
begin
  update books set parts_count = (select count(*) from book_parts where bundle_id = books.id)
  where id in (select bundle_id from changed);
  if exists (select from books where is_published and id in (select bundle_id from changed)) then
    update site_version
      set version = version + 1, last_transaction = pg_current_xact_id()
      where last_transaction is distinct from pg_current_xact_id();
    if found then
      notify site_stale;
    end if;
    update site_version set shelf_version = version where shelf_version <> version;
  end if;
  return null;
end $$;
create trigger book_parts_added after insert on book_parts
  referencing new table as changed for each statement execute function note_parts_change();
create trigger book_parts_removed after delete on book_parts
  referencing old table as changed for each statement execute function note_parts_change();

create table saved_books (
  book_id uuid not null,
  reader_id uuid not null,
  created_at timestamptz not null default now(),
  constraint saved_once_per_reader primary key (book_id, reader_id),
  constraint saved_books_of_the_shelf foreign key (book_id) references books (id) on delete cascade,
  constraint saved_books_of_a_reader foreign key (reader_id) references readers (id) on delete cascade
);
create index saved_books_by_reader on saved_books (reader_id, created_at desc);

-- What authors ask the publisher for: never a public book.
create table publishing_requests (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  author text not null,
  description text not null,
  category text not null,
  -- Naira, as the author suggests.
  price numeric(10, 2) not null,
  cover_image_url text,
  author_email text not null,
  author_phone text not null,
  publishing_reason text not null,
  status text not null default 'received',
  note text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  revision integer not null default 1,
  -- The draft that an accepted request became.
  book_id uuid,
  -- What the author was last written by mail: a repeat of it is not sent again.
  message text,
  message_at timestamptz,
  constraint requests_price_not_negative check (price >= 0),
  constraint requests_status_known check (status in ('received', 'in_review', 'accepted', 'declined')),
  constraint requests_book foreign key (book_id) references books (id) on delete set null
);
create index publishing_requests_newest on publishing_requests (created_at desc);
create index publishing_requests_open on publishing_requests (created_at) where status in ('received', 'in_review');
create trigger upload_uses_of_new after insert on publishing_requests for each row
  when (new.cover_image_url like '%/uploads/%') execute function note_upload_uses('request');
create trigger upload_uses_of_changed after update of cover_image_url on publishing_requests for each row
  when (old.cover_image_url is distinct from new.cover_image_url) execute function note_upload_uses('request');
create trigger upload_uses_of_gone after delete on publishing_requests for each row
  execute function note_upload_uses('request');

create function stamp_request() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{updated_at,revision}'::text[])
    is distinct from (to_jsonb(old) - '{updated_at,revision}'::text[]) then
    new.updated_at := now();
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;
create trigger stamp_request before update on publishing_requests for each row execute function stamp_request();

---- Discounts

-- Codes that make an order cheaper. A gift code (gift_codes) is something else: a copy that is paid already.
create table discounts (
  id uuid primary key default gen_random_uuid(),
  -- In capital letters, without spaces.
  code text not null,
  -- One of both: percent of an order, or kobo off an order.
  percent integer,
  off_kobo bigint,
  -- Null: all books. No reference: what a deleted book's id says is true of no order.
  book_ids text[],
  starts_at timestamptz,
  ends_at timestamptz,
  -- Null: as often as anybody likes.
  max_uses integer,
  max_uses_of_buyer integer,
  -- Only staff read it.
  note text,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discounts_code_once unique (code),
  constraint discounts_code_as_compared check (code ~ '^[A-Z0-9-]{1,40}$'),
  constraint discounts_percent_or_kobo check (num_nonnulls(percent, off_kobo) = 1),
  constraint discounts_percent_in_range check (percent between 1 and 100),
  constraint discounts_kobo_in_range check (off_kobo between 1 and 9999999999),
  constraint discounts_some_books check (cardinality(book_ids) > 0),
  constraint discounts_usable check (max_uses > 0 and max_uses_of_buyer > 0)
);
create index discounts_newest on discounts (created_at desc, id desc);

create function stamp_discount() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_discount before update on discounts for each row execute function stamp_discount();

---- Orders

-- What people say and write of an order; its reference stays in addresses and at the provider. Without vowels no word
-- comes out, and no character looks like another.
create function make_order_number() returns text language plpgsql as $$
declare
  signs constant text := '23456789CDFGHJKMNPQRTVWXY';
  made text;
begin
  loop
    select string_agg(substr(signs, 1 + floor(random() * length(signs))::integer, 1), '') into made
    from generate_series(1, 6);
    made := left(made, 4) || '-' || right(made, 2);
    if not exists (select from orders where order_number = made) then return made; end if;
  end loop;
end
$$;

-- What somebody buys. Money is whole kobo from here to the provider and back; naira are for people.
create table orders (
  id uuid primary key default gen_random_uuid(),
  -- What buyer, publisher and payment provider call it.
  reference text not null,
  -- SHA-256 of the key in the buyer's links.
  key_hash text not null,
  -- Never deleted for real: a book that was sold stays with its buyers.
  book_id uuid not null,
  -- As it was called and priced at the time.
  book_title text not null,
  author_name text not null,
  unit_kobo bigint not null,
  quantity integer not null,
  amount_kobo bigint not null,
  currency text not null default 'NGN',
  payment_method text not null,
  -- Who takes the money: a payment provider, test (the built-in checkout), bank for a transfer, free, or gift for a
  -- redeemed code.
  provider text not null,
  -- Test payments are counted as nothing once a real provider is configured.
  is_test boolean not null,
  buyer_name text not null,
  -- In lower case.
  buyer_email text not null,
  reader_id uuid,
  -- The same press twice is one order.
  idempotency_key text,
  state text not null default 'pending',
  -- Where the buyer pays, once the provider has said so.
  checkout_url text,
  -- Somebody is opening the payment at the provider: nobody else does until then.
  checkout_claimed_until timestamptz,
  -- What the provider said last, in its own word, and what did not match.
  provider_status text,
  problem text,
  -- Of the card, as the provider tells it.
  last_digits text,
  paid_at timestamptz,
  -- When the provider was last asked to give the money back.
  refund_asked_at timestamptz,
  refunded_at timestamptz,
  -- When the provider is asked again by itself; null once there is nothing left to ask.
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The network that an unpaid order counts for, as a keyed hash; null once it is paid, and after a day.
  placed_from text,
  discount_id uuid,
  -- As it was called at the time.
  discount_code text,
  discount_kobo bigint not null default 0,
  -- The first order of the purchase that this one is another attempt to pay; null for a first attempt.
  purchase_id uuid,
  -- Another order of the purchase was paid before: the money goes back without anybody asking.
  refund_due boolean not null default false,
  -- Value added tax in hundredths of a percent, as it was when the order was placed.
  vat_basis_points integer not null default 0,
  -- Contained in the amount.
  vat_kobo bigint not null default 0,
  -- Since when an order is its reader's by their proven address, whichever they have now. Without a reader: their
  -- account was deleted, and nobody else gets it.
  claimed_at timestamptz,
  order_number text not null default make_order_number(),
  -- Why an order needs a review, as a code and its facts; said in words where it is shown
  -- (contract/shop/order-problems.ts). `problem` is the sentence of older releases.
  problem_code text,
  problem_kobo bigint,
  problem_currency text,
  problem_reference text,
  constraint orders_reference_once unique (reference),
  constraint orders_key_once unique (key_hash),
  constraint orders_book foreign key (book_id) references books (id),
  constraint orders_of_a_reader foreign key (reader_id) references readers (id) on delete set null,
  constraint orders_quantity_in_range check (quantity between 1 and 500),
  constraint orders_method_known check (payment_method in ('card', 'transfer')),
  constraint orders_email_lower_case check (buyer_email = lower(buyer_email)),
  constraint orders_state_known check (
    state in ('pending', 'paid', 'failed', 'abandoned', 'expired', 'refunded', 'needs_review')
  ),
  constraint orders_paid_have_a_date check (state <> 'paid' or paid_at is not null),
  constraint orders_amount_is_price_less_discount check (
    unit_kobo >= 0 and discount_kobo >= 0 and amount_kobo >= 0
    and amount_kobo = unit_kobo * quantity - discount_kobo
  ),
  constraint orders_discounted_by_a_code check (
    (discount_id is null) = (discount_code is null) and (discount_id is not null or discount_kobo = 0)
  ),
  constraint orders_of_a_discount foreign key (discount_id) references discounts (id),
  constraint orders_of_a_purchase foreign key (purchase_id) references orders (id),
  constraint orders_vat_in_the_amount check (
    vat_basis_points between 0 and 9999 and vat_kobo between 0 and amount_kobo
  ),
  constraint orders_provider_known check (provider in ('paystack', 'flutterwave', 'test', 'bank', 'free', 'gift'))
);
create unique index orders_once_a_press on orders (idempotency_key) where idempotency_key is not null;
create index orders_newest on orders (created_at desc, id desc);
create index orders_by_email on orders (buyer_email, created_at desc);
create index orders_by_reader on orders (reader_id, created_at desc) where reader_id is not null;
create index orders_of_a_book on orders (book_id);
create index orders_to_check on orders (next_check_at) where next_check_at is not null;
create index orders_by_payment on orders (paid_at) where paid_at is not null;
create index orders_searched on orders
  using gin (lower(normalize(
    reference || E'\n' || buyer_name || E'\n' || buyer_email || E'\n' || book_title)) gin_trgm_ops);
create index orders_by_discount on orders (discount_id) where discount_id is not null;
create index orders_by_purchase on orders (purchase_id) where purchase_id is not null;
create unique index orders_number_once on orders (order_number);
create index orders_searched_by_number on orders
  using gin (lower(normalize(
    order_number || E'\n' || reference || E'\n' || buyer_name || E'\n' || buyer_email || E'\n' || book_title)) gin_trgm_ops);

create function stamp_order() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_order before update on orders for each row execute function stamp_order();

-- What is paid for an address that a reader has proven is theirs. The row is locked first: a proof at the same moment
-- is before or after, not in between. An order of a reader is looked at when it is new alone: a proof finds it later.
create function claim_order() returns trigger language plpgsql as $$
declare
  owner readers;
begin
  select * into owner from readers
  where email = new.buyer_email and id = coalesce(new.reader_id, id)
  for share;
  if owner.email_proven_at is not null then
    new.reader_id := owner.id;
    new.claimed_at := now();
  end if;
  return new;
end $$;
create trigger claim_order_of_reader before insert on orders
  for each row when (new.reader_id is not null) execute function claim_order();
create trigger claim_paid_order before update of state on orders
  for each row when (
    new.reader_id is null and new.claimed_at is null
    and old.state not in ('paid', 'needs_review') and new.state in ('paid', 'needs_review'))
  execute function claim_order();

-- At the proof of an address; a reader has one rating of a book: that of the earliest order stays.
create function claim_orders() returns trigger language plpgsql as $$
begin
  update orders set reader_id = new.id, claimed_at = now()
  where buyer_email = new.email and claimed_at is null
    and (reader_id = new.id or reader_id is null and state in ('paid', 'needs_review', 'refunded'));
  delete from book_ratings r using orders o
  where o.id = r.order_id and o.reader_id = new.id and exists (
    select from book_ratings other join orders p on p.id = other.order_id
    where p.reader_id = new.id and p.book_id = o.book_id and (p.paid_at, p.id) < (o.paid_at, o.id));
  return null;
end $$;
create trigger claim_orders_when_new after insert on readers
  for each row when (new.email_proven_at is not null) execute function claim_orders();
create trigger claim_orders_at_proof after update of email, email_proven_at on readers
  for each row when (
    new.email_proven_at is not null and (old.email_proven_at is null or new.email <> old.email))
  execute function claim_orders();

create function leave_order() returns trigger language plpgsql as $$
begin
  new.claimed_at := coalesce(old.claimed_at, now());
  return new;
end $$;
create trigger leave_order before update of reader_id on orders
  for each row when (old.reader_id is not null and new.reader_id is null) execute function leave_order();

-- What happened to an order, in its order; rows are only ever added.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  at timestamptz not null default now(),
  -- The state that it came to, or what happened without a move.
  what text not null,
  -- Who brought it about: buyer, webhook, return, check, sweep, publisher.
  by text not null,
  note text,
  constraint events_of_an_order foreign key (order_id) references orders (id) on delete cascade
);
create index order_events_by_order on order_events (order_id, id);
create index order_events_of_refund_requests on order_events (order_id, id)
  where what in ('money back wanted', 'refund declined', 'refusal undone');

-- What an order of a bundle contains, as it was when the order was placed. Orders of plain books have none.
create table order_parts (
  order_id uuid not null,
  book_id uuid not null,
  position integer not null,
  -- As it was called at the time.
  title text not null,
  author_name text not null,
  -- The price of each part when the bundle was ordered, by which its money is divided; null: by the price of today.
  unit_kobo bigint,
  constraint order_parts_once primary key (order_id, book_id),
  constraint parts_of_an_order foreign key (order_id) references orders (id) on delete cascade,
  constraint order_parts_are_books foreign key (book_id) references books (id)
);
create index order_parts_by_book on order_parts (book_id);

-- The buyer's own copy: each generation is one link, for 30 days and 10 downloads.
create table download_links (
  order_id uuid not null,
  generation integer not null,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  expires_at timestamptz not null,
  downloads integer not null default 0,
  created_at timestamptz not null default now(),
  -- When a download that counts was last begun: one that broke off is continued for a day.
  last_download_at timestamptz,
  -- Up to which byte downloads that were counted within a day have been sent: what begins later is a download too.
  pdf_sent bigint not null default 0,
  epub_sent bigint not null default 0,
  constraint download_links_in_turn primary key (order_id, generation),
  constraint download_links_token_once unique (token_hash),
  constraint download_links_limited check (downloads between 0 and 10),
  constraint links_of_an_order foreign key (order_id) references orders (id) on delete cascade
);

-- Downloads of each part by one link; those of a plain book are counted in the link's row.
create table part_downloads (
  order_id uuid not null,
  generation integer not null,
  book_id uuid not null,
  downloads integer not null,
  last_download_at timestamptz not null,
  pdf_sent bigint not null default 0,
  epub_sent bigint not null default 0,
  constraint part_downloads_once primary key (order_id, generation, book_id),
  constraint part_downloads_limited check (downloads between 1 and 10),
  constraint part_downloads_by_a_link foreign key (order_id, generation)
    references download_links (order_id, generation) on delete cascade
);

-- Every further copy: a code that somebody else redeems once.
create table gift_codes (
  order_id uuid not null,
  number integer not null,
  -- SHA-256 of the code without its dashes.
  code_hash text not null,
  -- The order of its own that it became.
  redeemed_as uuid,
  redeemed_at timestamptz,
  -- Each replaced code is another one.
  generation integer not null default 1,
  constraint gift_codes_in_turn primary key (order_id, number),
  constraint gift_codes_once unique (code_hash),
  constraint codes_of_an_order foreign key (order_id) references orders (id) on delete cascade,
  -- Looked at in the end: the code is taken first, by the one statement that decides who gets it.
  constraint codes_become_an_order foreign key (redeemed_as) references orders (id) deferrable initially deferred,
  constraint gift_codes_redeemed_whole check (num_nulls(redeemed_as, redeemed_at) in (0, 2))
);

-- An order that somebody else gets: its copy goes to them by mail, on a day, and becomes an order of theirs when they
-- open it.
create table presents (
  order_id uuid primary key,
  -- Empty once they are not needed any more (contract/retention.ts).
  recipient_name text not null,
  -- In lower case.
  recipient_email text not null,
  greeting text not null,
  send_at timestamptz not null,
  -- Each corrected address is another link.
  generation integer not null default 1,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  -- When the mail with this link was queued.
  sent_at timestamptz,
  opened_as uuid,
  opened_at timestamptz,
  constraint presents_token_once unique (token_hash),
  constraint presents_of_an_order foreign key (order_id) references orders (id) on delete cascade,
  -- Looked at in the end, as of gift codes: it is taken first, by the one statement that decides who opens it.
  constraint presents_become_an_order foreign key (opened_as) references orders (id) deferrable initially deferred,
  constraint presents_opened_whole check (num_nulls(opened_as, opened_at) in (0, 2)),
  constraint presents_email_lower_case check (recipient_email = lower(recipient_email)),
  constraint presents_greeting_short check (char_length(greeting) <= 300),
  constraint presents_generation_positive check (generation > 0)
);
create index presents_to_send on presents (send_at) where sent_at is null and opened_at is null;
create index presents_by_copy on presents (opened_as) where opened_as is not null;

---- Payments

-- Each notice of the provider once, however often it is sent.
create table payment_notices (
  provider text not null,
  -- Its event and the id of what it speaks of.
  notice text not null,
  reference text not null,
  received_at timestamptz not null default now(),
  -- Null until what it asks for was done.
  settled_at timestamptz,
  -- When what was left of it is taken up again.
  next_try_at timestamptz not null default now() + interval '1 minute',
  constraint payment_notices_once primary key (provider, notice)
);
create index payment_notices_waiting on payment_notices (next_try_at) where settled_at is null;

-- The built-in test checkout's own books, as a provider has them: what was opened there, and what came of it.
create table test_payments (
  reference text primary key,
  amount_kobo bigint not null,
  currency text not null,
  method text not null,
  title text not null,
  return_url text not null,
  -- What it came to. An open one whose money has arrived is a success: no clock has to change the row.
  status text not null default 'open',
  arrives_at timestamptz,
  created_at timestamptz not null default now(),
  constraint test_payments_method_known check (method in ('card', 'transfer')),
  constraint test_payments_status_known check (status in ('open', 'failed', 'abandoned', 'reversed'))
);

-- The days of Lagos whose payments were compared with the list of their provider.
create table payment_days (
  provider text not null,
  day date not null,
  -- When the last comparison ended that the provider answered; null before the first.
  compared_at timestamptz,
  -- Payments of ours that the provider lists, and orders that the comparison settled.
  payments integer not null default 0,
  settled integer not null default 0,
  -- Why the last comparison failed; null if it did not.
  failure text,
  -- Somebody compares it: nobody else does until then.
  claimed_until timestamptz,
  constraint payment_days_once primary key (provider, day),
  constraint payment_days_provider_known check (provider in ('paystack', 'flutterwave', 'test'))
);
create index payment_days_newest on payment_days (day desc);

-- What one has and the other has not; an order that is settled meanwhile makes a row meaningless
-- (reconciliation.queries.ts).
create table payment_differences (
  provider text not null,
  -- As the provider has it; there need not be such an order.
  reference text not null,
  day date not null,
  kind text not null,
  -- What the provider says; null for no whole number of kobo.
  amount_kobo bigint,
  currency text not null,
  provider_status text not null,
  found_at timestamptz not null default now(),
  constraint payment_differences_once primary key (provider, reference),
  constraint payment_differences_kind_known check (
    kind in ('paidThere', 'paidHere', 'otherAmount', 'refundedThere', 'refundedHere', 'unknown')
  ),
  constraint differences_of_a_day foreign key (provider, day) references payment_days (provider, day) on delete cascade
);
create index payment_differences_by_day on payment_differences (provider, day);

---- Ratings and reviews of books

create table book_ratings (
  book_id uuid not null,
  -- The key of older releases; a made-up one does.
  buyer_email text not null default gen_random_uuid()::text,
  rating integer not null,
  updated_at timestamptz not null default now(),
  -- A typed address stands for nobody: a rating, and the review beside it, belongs to the order that it was given with.
  -- No order: hidden, and in no book's mean.
  order_id uuid,
  is_hidden boolean not null default false,
  constraint book_ratings_once_per_buyer primary key (book_id, buyer_email),
  constraint book_ratings_in_range check (rating between 1 and 5),
  constraint book_ratings_of_a_book foreign key (book_id) references books (id) on delete cascade,
  constraint book_ratings_of_an_order foreign key (order_id) references orders (id) on delete cascade
);
create unique index book_ratings_once_an_order on book_ratings (order_id);

-- Of a rating that names no order: the earliest paid one of the book and the address, unless it has a rating already.
create function find_order_of_rating(book uuid, email text) returns uuid language sql stable as $$
  select o.id from orders o
  where o.book_id = book and o.buyer_email = email and o.state = 'paid'
    and not exists (select from presents where order_id = o.id)
    and not exists (select from book_ratings where order_id = o.id)
  order by o.paid_at, o.id limit 1
$$;

create function give_rating_its_order() returns trigger language plpgsql as $$
begin
  new.order_id := find_order_of_rating(new.book_id, new.buyer_email);
  new.is_hidden := new.order_id is null;
  return new;
end $$;
create trigger give_rating_its_order before insert on book_ratings
  for each row when (new.order_id is null) execute function give_rating_its_order();

create function count_book_rating() returns trigger language plpgsql as $$
declare
  was boolean := not coalesce(old.is_hidden, true);
  is_now boolean := not coalesce(new.is_hidden, true);
  points integer := (case when is_now then new.rating else 0 end) - (case when was then old.rating else 0 end);
  buyers integer := is_now::integer - was::integer;
begin
  update books set
    ratings_total = ratings_total + points,
    ratings_count = ratings_count + buyers,
    rating = coalesce(round((ratings_total + points)::numeric / nullif(ratings_count + buyers, 0), 2), 0)
  where id = coalesce(new.book_id, old.book_id) and (points, buyers) <> (0, 0);
  return null;
end $$;
create trigger count_book_rating after insert or update or delete on book_ratings
  for each row execute function count_book_rating();

-- Whoever got the money back is no buyer any more: a rating goes with its order, unless its reader has another one,
-- which takes it over. A present is rated by whoever gets it.
create function take_rating_back() returns trigger language plpgsql as $$
declare
  other uuid;
begin
  perform from book_ratings where order_id = old.id for update;
  if not found then
    return null;
  end if;
  -- Locked: of two that are refunded at once, the second one waits and finds the rating at its own order.
  select o.id into other from orders o
  where o.book_id = old.book_id and o.reader_id = old.reader_id and o.state = 'paid'
    and not exists (select from presents where order_id = o.id)
    and not exists (select from book_ratings where order_id = o.id)
  order by o.paid_at, o.id limit 1 for share;
  if other is null then
    delete from book_ratings where order_id = old.id;
  else
    update book_ratings set order_id = other where order_id = old.id;
  end if;
  return null;
end $$;
create trigger orders_take_their_rating_back after update of state on orders
  for each row when (old.state = 'paid' and new.state <> 'paid') execute function take_rating_back();

-- What a buyer wrote beside their rating. It goes with the rating, and so with the last order that it stands on.
create table book_reviews (
  id uuid primary key default gen_random_uuid(),
  book_id uuid not null,
  buyer_email text not null,
  -- Shown with it, as the buyer chose.
  name text not null,
  text text not null,
  state text not null default 'waiting',
  -- Of name and text: staff decide on those that they saw.
  revision integer not null default 1,
  written_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint book_reviews_once_per_buyer unique (book_id, buyer_email),
  constraint book_reviews_of_a_rating foreign key (book_id, buyer_email)
    references book_ratings (book_id, buyer_email) on delete cascade,
  constraint book_reviews_state_known check (state in ('waiting', 'shown', 'declined')),
  constraint book_reviews_decided check ((state = 'waiting') = (decided_at is null)),
  -- Contract/reviews.ts counts what people count; one of those can be several here: ọ̀, a family.
  constraint book_reviews_short check (char_length(text) between 1 and 2400),
  constraint book_reviews_name_short check (char_length(name) between 1 and 60)
);
create index book_reviews_shown on book_reviews (book_id, written_at desc, id desc) where state = 'shown';
create index book_reviews_waiting on book_reviews (written_at, id) where state = 'waiting';
create trigger review_shown after insert on book_reviews
  for each row when (new.state = 'shown') execute function note_site_change();
create trigger review_shown_or_hidden after update on book_reviews
  for each row when ((old.state = 'shown') <> (new.state = 'shown')) execute function note_site_change();
create trigger review_gone after delete on book_reviews
  for each row when (old.state = 'shown') execute function note_site_change();

-- Nobody reads what was changed after it was approved.
create function stamp_review() returns trigger language plpgsql as $$
begin
  if (new.name, new.text) is distinct from (old.name, old.text) then
    new.revision := old.revision + 1;
    new.state := 'waiting';
    new.written_at := now();
    new.decided_at := null;
  end if;
  return new;
end $$;
create trigger stamp_review before update on book_reviews for each row execute function stamp_review();

---- Receipts and invoices

-- A number is taken in the transaction that stores what bears it: a rollback takes it back, so there is no gap.
create table number_series (
  kind text not null,
  -- In Lagos.
  year integer not null,
  last integer not null,
  constraint number_series_one_a_year primary key (kind, year),
  constraint number_series_kinds check (kind in ('receipt', 'invoice')),
  constraint number_series_positive check (last > 0)
);

create table receipts (
  order_id uuid primary key,
  year integer not null,
  number integer not null,
  issued_at timestamptz not null default now(),
  constraint receipts_number_once unique (year, number),
  constraint receipts_of_an_order foreign key (order_id) references orders (id)
);

-- An order that a school pays by bank transfer: it waits until staff have written down that the money came.
create table invoices (
  order_id uuid primary key,
  -- Given once the address is proven to which it is made out: anybody may type another person's. Without gaps within
  -- its year; that of a withdrawn one is not used again.
  number text,
  -- Empty once they are not needed any more (contract/retention.ts).
  school text not null,
  school_address text not null,
  -- The school's own number of its purchase order.
  purchase_number text not null,
  -- The last day of Lagos to pay on, and the last on which it is open: a transfer is seen later than it is made.
  due_on date not null,
  open_until date not null,
  -- As they were when it was made: what a school was told does not change.
  bank_name text not null,
  account_name text not null,
  account_number text not null,
  -- When the school was reminded of this day.
  reminded_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now(),
  constraint invoices_number_once unique (number),
  constraint invoices_of_an_order foreign key (order_id) references orders (id),
  constraint invoices_open_until_due check (open_until >= due_on),
  constraint invoices_account_is_nuban check (account_number ~ '^[0-9]{10}$'),
  constraint invoices_text_short check (
    char_length(school) <= 200 and char_length(school_address) <= 500
    and char_length(purchase_number) <= 60
  )
);
create index invoices_newest on invoices (created_at desc, order_id desc);
create index invoices_to_remind on invoices (due_on) where reminded_at is null and withdrawn_at is null;

-- Money that staff found on the account, for one invoice each, which several may pay. What was confirmed and not
-- delivered may still be rejected.
create table bank_transfers (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  -- The day of Lagos on which the bank has it, and how the bank names it.
  paid_on date not null,
  bank_reference text not null,
  amount_kobo bigint not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  -- There was somebody else at the time who could look at it.
  needs_second boolean not null,
  confirmed_by uuid,
  confirmed_at timestamptz,
  rejected_by uuid,
  rejected_at timestamptz,
  -- What was sent back to the school.
  returned_on date,
  return_reference text,
  returned_by uuid,
  -- The reference by its letters and digits alone; null of old transfers, two of which may have the same.
  plain_reference text,
  constraint bank_transfers_of_an_invoice foreign key (order_id) references invoices (order_id),
  constraint bank_transfers_recorded_by_staff foreign key (recorded_by) references staff (id),
  constraint bank_transfers_confirmed_by_staff foreign key (confirmed_by) references staff (id),
  constraint bank_transfers_rejected_by_staff foreign key (rejected_by) references staff (id),
  constraint bank_transfers_returned_by_staff foreign key (returned_by) references staff (id),
  constraint bank_transfers_amount_positive check (amount_kobo > 0),
  constraint bank_transfers_references_short check (
    char_length(bank_reference) between 1 and 100 and char_length(return_reference) between 1 and 100
  ),
  constraint bank_transfers_confirmed_whole check (num_nulls(confirmed_by, confirmed_at) in (0, 2)),
  constraint bank_transfers_rejected_whole check (num_nulls(rejected_by, rejected_at) in (0, 2)),
  constraint bank_transfers_returned_whole check (num_nulls(returned_on, return_reference, returned_by) in (0, 3)),
  constraint bank_transfers_seen_by_two check (not needs_second or confirmed_by <> recorded_by),
  constraint bank_transfers_returned_of_confirmed check (returned_on is null or confirmed_at is not null)
);
-- One transfer pays one invoice, however its reference is typed.
create unique index bank_transfers_reference_once
  on bank_transfers (lower(regexp_replace(bank_reference, '\s', '', 'g'))) where rejected_at is null;
create index bank_transfers_by_order on bank_transfers (order_id);
create unique index bank_transfers_plain_reference_once on bank_transfers (plain_reference) where rejected_at is null;

---- Shares of authors

-- Whom shares of what books are sold for belong to.
create table author_accounts (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  -- Where statements are mailed, in lower case. Whoever of the staff is invited under it sees them, too.
  email text not null,
  -- Each renewed link to the statements is another generation.
  generation integer not null default 1,
  -- SHA-256 of the token in the link.
  token_hash text not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint author_accounts_email_once unique (email),
  constraint author_accounts_token_once unique (token_hash),
  constraint author_accounts_email_lower_case check (email = lower(email))
);

create function stamp_author_account() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_author_account before update on author_accounts
  for each row execute function stamp_author_account();

-- What an account gets of a book; the last row holds, and earlier ones hold for the sales of their time.
create table book_shares (
  id bigint generated always as identity primary key,
  book_id uuid not null,
  -- Null with the share: nobody gets any from now on.
  account_id uuid,
  basis_points integer,
  since timestamptz not null default now(),
  constraint book_shares_of_a_book foreign key (book_id) references books (id) on delete cascade,
  constraint book_shares_of_an_account foreign key (account_id) references author_accounts (id),
  constraint book_shares_whole check (num_nulls(account_id, basis_points) in (0, 2)),
  constraint book_shares_in_range check (basis_points between 1 and 10000)
);
create index book_shares_by_book on book_shares (book_id, id desc);
create index book_shares_by_account on book_shares (account_id) where account_id is not null;

-- Money that an account was sent, written down by staff.
create table payouts (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null,
  kobo bigint not null,
  -- Of Lagos.
  paid_on date not null,
  reference text not null,
  created_at timestamptz not null default now(),
  constraint payouts_to_an_account foreign key (account_id) references author_accounts (id),
  constraint payouts_positive check (kobo > 0)
);
create index payouts_by_account on payouts (account_id, created_at);

-- The ledger: double entry, rows are only ever added.
create table ledger_entries (
  id bigint generated always as identity primary key,
  kind text not null,
  order_id uuid,
  payout_id uuid,
  at timestamptz not null default now(),
  constraint ledger_entries_kind_known check (kind in ('sale', 'refund', 'payout', 'payout_taken_back')),
  constraint ledger_entries_of_their_kind check (
    case when kind in ('sale', 'refund') then order_id is not null and payout_id is null
      else order_id is null and payout_id is not null end
  ),
  constraint ledger_entries_once_an_order unique (order_id, kind),
  constraint ledger_entries_once_a_payout unique (payout_id, kind),
  constraint ledger_entries_of_an_order foreign key (order_id) references orders (id),
  constraint ledger_entries_of_a_payout foreign key (payout_id) references payouts (id)
);

create table ledger_lines (
  entry_id bigint not null,
  position integer not null,
  -- received: what buyers paid. publisher, vat and author: whose it is. paid_out: what authors were sent.
  account text not null,
  author_account_id uuid,
  -- Above zero: owed to the account. What came in stands below zero, and what went out above.
  kobo bigint not null,
  -- Of an author's share in a sale or refund: the book and how the share came about.
  book_id uuid,
  basis_points integer,
  discount_kobo bigint,
  paid_kobo bigint,
  vat_kobo bigint,
  constraint ledger_lines_in_turn primary key (entry_id, position),
  constraint ledger_lines_account_known check (account in ('received', 'publisher', 'vat', 'author', 'paid_out')),
  constraint ledger_lines_of_an_author check ((account = 'author') = (author_account_id is not null)),
  constraint ledger_lines_share_whole check (
    num_nulls(book_id, basis_points, discount_kobo, paid_kobo, vat_kobo) in (0, 5)
    and (book_id is null or account = 'author')
  ),
  constraint ledger_lines_of_an_entry foreign key (entry_id) references ledger_entries (id),
  constraint ledger_lines_of_an_account foreign key (author_account_id) references author_accounts (id),
  constraint ledger_lines_of_a_book foreign key (book_id) references books (id)
);
create index ledger_lines_by_account on ledger_lines (author_account_id, entry_id) where author_account_id is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger only grows: % is not changed, an entry against it is added', tg_table_name
    using errcode = 'check_violation', constraint = 'ledger_only_grows';
end $$;
create trigger refuse_change before update or delete on ledger_entries
  for each row execute function refuse_ledger_change();
create trigger refuse_change before update or delete on ledger_lines
  for each row execute function refuse_ledger_change();
create trigger refuse_change before update or delete on payouts for each row execute function refuse_ledger_change();

-- Looked at when the transaction ends.
create function check_ledger_entry() returns trigger language plpgsql as $$
declare
  entry bigint;
begin
  if tg_table_name = 'ledger_entries' then
    entry := new.id;
  else
    entry := new.entry_id;
  end if;
  if (select sum(kobo) from ledger_lines where entry_id = entry) is distinct from 0 then
    raise exception 'the lines of the ledger entry % do not add up to zero', entry
      using errcode = 'check_violation', constraint = 'ledger_entries_balanced';
  end if;
  return null;
end $$;
create constraint trigger check_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function check_ledger_entry();
create constraint trigger check_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function check_ledger_entry();

-- Statements that were mailed, or had nothing to tell: each month of Lagos once for an account.
create table statement_mails (
  account_id uuid not null,
  -- Its first day.
  month date not null,
  queued_at timestamptz not null default now(),
  constraint statement_mails_once primary key (account_id, month),
  constraint statement_mails_of_an_account foreign key (account_id) references author_accounts (id)
);

---- Subscribers

create table subscribers (
  email text primary key,
  -- Null until the mail that asks for it was answered.
  confirmed_at timestamptz,
  -- SHA-256 of the token in that mail.
  confirm_hash text,
  confirm_until timestamptz,
  -- In every letter: whoever has the letter may stop it.
  unsubscribe_token uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  -- Recipients of a letter are kept by this, so that an address goes from everywhere at once when it leaves.
  id uuid not null default gen_random_uuid(),
  takes_letters boolean not null default true,
  -- Null for no digest.
  digest text,
  -- Of stories; none means all.
  categories text[] not null default '{}',
  -- The version of the words beside the field; null where it was not kept yet.
  wording integer,
  -- Where they asked.
  source text,
  constraint subscribers_email_lower_case check (email = lower(email)),
  constraint subscribers_unsubscribe_once unique (unsubscribe_token),
  constraint subscribers_id_once unique (id),
  constraint subscribers_digest_known check (digest in ('weekly', 'monthly')),
  constraint subscribers_hear_something check (takes_letters or digest is not null)
);
create index subscribers_to_confirm on subscribers (confirm_hash) where confirm_hash is not null;
create index subscribers_by_digest on subscribers (digest) where digest is not null;

-- That somebody had agreed, and left: without the address, which only a question about that very address finds.
create table newsletter_withdrawals (
  -- HMAC of the address, with a key outside the database.
  address_hash text not null,
  wording integer,
  source text,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  withdrawn_at timestamptz not null default now(),
  constraint newsletter_withdrawals_once primary key (address_hash, withdrawn_at)
);
create index newsletter_withdrawals_oldest on newsletter_withdrawals (withdrawn_at);

-- Addresses that get no letters. Receipts and the like still go to them.
create table suppressions (
  email text primary key,
  reason text not null,
  -- Codes of the mail server or the provider.
  detail text,
  since timestamptz not null default now(),
  constraint suppressions_email_lower_case check (email = lower(email)),
  constraint suppressions_reason_known check (reason in ('refused', 'bounced', 'complained'))
);
create index suppressions_latest on suppressions (since desc, email);

---- Issues of the newsletter

create table letters (
  id uuid primary key default gen_random_uuid(),
  kind text not null default 'letter',
  state text not null default 'draft',
  subject text not null default '',
  -- What lists of mails show beside the subject.
  preheader text not null default '',
  -- Markdown of the closed schema.
  content text not null default '',
  -- Of stories; none means everybody who takes letters.
  categories text[] not null default '{}',
  send_at timestamptz,
  revision integer not null default 0,
  -- In words for people, without any address.
  why_paused text,
  -- What last kept a letter from going on by itself; null while it goes.
  trouble text,
  -- The name of who began it.
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- As it is frozen when sending begins, with placeholders for what is each recipient's own.
  mail_subject text,
  mail_html text,
  mail_text text,
  -- Who left the newsletter after this letter, before any other one.
  left_count integer not null default 0,
  -- Made by the browser for one save, so that a repeat of it saves nothing twice.
  save_id uuid,
  saved_at timestamptz,
  saved_by uuid,
  saved_by_name text,
  -- Of a digest: which one, and the first of its days in Lagos.
  digest text,
  digest_from date,
  -- As that of story_drafts.
  listed_at timestamptz,
  deleted_at timestamptz,
  deleted_by text,
  -- Mails of it are files of the service, as no mail server was set: its counts say so.
  was_kept boolean not null default false,
  constraint letters_kind_known check (kind in ('letter', 'digest')),
  constraint letters_state_known check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
  constraint letters_scheduled_for_a_time check (state <> 'scheduled' or send_at is not null),
  constraint letters_frozen_when_sent check (
    state in ('draft', 'scheduled')
    or (mail_subject is not null and mail_html is not null and mail_text is not null and started_at is not null)
  ),
  constraint letters_paused_for_a_reason check ((state = 'paused') = (why_paused is not null)),
  constraint letters_left_not_negative check (left_count >= 0),
  constraint letters_saved_by_staff foreign key (saved_by) references staff (id) on delete set null,
  constraint letters_digest_known check (digest in ('weekly', 'monthly')),
  constraint letters_digest_whole_or_not check (
    (kind = 'digest') = (digest is not null) and (digest is null) = (digest_from is null)
  ),
  constraint letters_digest_once unique (digest, digest_from),
  constraint letters_deleted_are_drafts check (deleted_at is null or state = 'draft')
);
create index letters_under_way on letters (send_at) where state in ('scheduled', 'sending');
create trigger upload_uses_of_new after insert on letters for each row
  when (new.content like '%/uploads/%') execute function note_upload_uses('letter');
create trigger upload_uses_of_changed after update of content on letters for each row
  when (old.content is distinct from new.content) execute function note_upload_uses('letter');
create trigger upload_uses_of_gone after delete on letters for each row execute function note_upload_uses('letter');
create trigger letters_take_their_revisions after delete on letters
  for each row execute function delete_revisions_of_document('issue', 'id');

-- Older releases save an issue without a revision, and count for themselves: a number that another has gets the next.
create function add_revision_of_issue() returns trigger language plpgsql as $$
begin
  if not exists (
    select from document_revisions where document_id = new.id and save_id = new.save_id
  ) then
    insert into document_revisions (document, document_id, number, save_id, fields, kind, saved_at, saved_by, saved_by_name)
    select 'issue', new.id, greatest(new.revision, max(number) + 1), new.save_id,
      jsonb_build_object('subject', new.subject, 'preheader', new.preheader, 'content', new.content, 'categories', new.categories),
      'saved', new.saved_at, new.saved_by, new.saved_by_name
    from document_revisions where document_id = new.id
    returning number into new.revision;
  end if;
  return new;
end $$;
create trigger letters_add_their_revision before update of save_id on letters
  for each row when (new.save_id is distinct from old.save_id) execute function add_revision_of_issue();

create function note_letter() returns trigger language plpgsql as $$
begin
  notify letters_waiting;
  return null;
end $$;
-- For each row: for each statement it would also tell of an update that finds nothing, and senders make those.
create trigger letters_to_send after insert or update of state on letters
  for each row when (new.state = 'sending') execute function note_letter();

-- One row a recipient, written in the transaction that begins the sending: the key is why nobody gets a letter twice.
create table letter_recipients (
  letter_id uuid not null,
  -- No reference: who leaves is deleted from the list, and what was sent is still counted.
  subscriber_id uuid not null,
  state text not null default 'waiting',
  -- Of the claim: whoever does not hold it changes nothing.
  token uuid,
  lease_until timestamptz,
  next_try_at timestamptz not null default now(),
  attempts smallint not null default 0,
  -- Codes of the mail server; no address.
  reason text,
  sent_at timestamptz,
  -- What the mail server calls the mail.
  provider_id text,
  -- What a webhook told afterwards.
  reported text,
  -- The process that claimed a recipient, as its connection for notifications is called in pg_stat_activity; null where
  -- nobody knows. Whoever sees that this connection is gone need not wait for the claim's lease.
  sender text,
  constraint letter_recipients_once primary key (letter_id, subscriber_id),
  constraint letter_recipients_of_a_letter foreign key (letter_id) references letters (id) on delete cascade,
  constraint letter_recipients_state_known check (
    state in ('waiting', 'claimed', 'handing_over', 'sent', 'refused', 'suppressed', 'uncertain')
  ),
  constraint letter_recipients_claimed_by_a_token check (
    state not in ('claimed', 'handing_over') or (token is not null and lease_until is not null)
  ),
  constraint letter_recipients_reported_known check (reported in ('bounced', 'complained'))
);
create index letter_recipients_due on letter_recipients (letter_id, next_try_at) where state = 'waiting';
create index letter_recipients_leased on letter_recipients (lease_until) where state in ('claimed', 'handing_over');
create index letter_recipients_uncertain on letter_recipients (letter_id) where state = 'uncertain';
create index letter_recipients_by_subscriber on letter_recipients (subscriber_id);
create index letter_recipients_by_provider_id on letter_recipients (provider_id) where provider_id is not null;

-- Counted by letter alone: who leaves is forgotten.
create function count_left() returns trigger language plpgsql as $$
begin
  update letters set left_count = left_count + 1 where id = (
    select letter_id from letter_recipients
    where subscriber_id = old.id and state in ('sent', 'uncertain')
    order by sent_at desc nulls last limit 1
  );
  return null;
end $$;
create trigger subscribers_left after delete on subscribers for each row execute function count_left();

-- What is left of the recipients once their rows are past their time.
create table letter_totals (
  letter_id uuid primary key,
  recipients integer not null,
  sent integer not null,
  refused integer not null,
  suppressed integer not null,
  uncertain integer not null,
  bounced integer not null,
  complained integer not null,
  constraint letter_totals_of_a_letter foreign key (letter_id) references letters (id) on delete cascade
);

-- `waiting`: not sent, also of a letter that was stopped. `sent` includes what bounced later.
create view letter_counts as
select l.id as letter_id,
  coalesce(t.recipients, count(r.letter_id))::integer as recipients,
  (count(*) filter (where r.state in ('waiting', 'claimed')))::integer as waiting,
  (count(*) filter (where r.state = 'handing_over'))::integer as handing_over,
  coalesce(t.sent, count(*) filter (where r.state = 'sent'))::integer as sent,
  coalesce(t.refused, count(*) filter (where r.state = 'refused'))::integer as refused,
  coalesce(t.suppressed, count(*) filter (where r.state = 'suppressed'))::integer as suppressed,
  coalesce(t.uncertain, count(*) filter (where r.state = 'uncertain'))::integer as uncertain,
  -- Of the uncertain, those about whom nobody has decided.
  (count(*) filter (where r.state = 'uncertain' and r.reason is distinct from 'left'))::integer as undecided,
  coalesce(t.bounced, count(*) filter (where r.reported = 'bounced'))::integer as bounced,
  coalesce(t.complained, count(*) filter (where r.reported = 'complained'))::integer as complained,
  l.left_count as left_newsletter
from letters l
  left join letter_recipients r on r.letter_id = l.id
  left join letter_totals t on t.letter_id = l.id
group by l.id, t.letter_id;

-- When the next letter may leave, for all replicas together. One row, or none before the first letter.
create table letter_rate (
  is_only boolean primary key default true,
  next_at timestamptz not null,
  constraint letter_rate_one_row check (is_only)
);

-- What the mail provider told a webhook. The id makes a repeat change nothing; what it said is deleted once it was
-- acted on.
create table mail_events (
  provider text not null,
  id text not null,
  data jsonb,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint mail_events_once primary key (provider, id),
  constraint mail_events_hold_data check ((data is null) = (settled_at is not null))
);
create index mail_events_to_settle on mail_events (received_at) where settled_at is null;

create function note_mail_event() returns trigger language plpgsql as $$
begin
  notify mail_events_waiting;
  return null;
end $$;
create trigger mail_events_arrive after insert on mail_events for each statement execute function note_mail_event();

---- Mails

-- Mails to be sent. A row is written in the transaction that causes the mail, and composed when it is sent:
-- no link that opens an account is ever stored.
create table mails (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  recipient text not null,
  -- What the text of this kind needs.
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  -- Null once it was sent, or given up.
  next_try_at timestamptz default now(),
  sent_at timestamptz,
  last_error text,
  -- It waits until this Undo ends, and is deleted by it.
  undo_id uuid,
  -- It is a file of the service, as no mail server was set, and reached nobody.
  was_kept boolean not null default false
);
create index mails_waiting on mails (next_try_at) where next_try_at is not null;
create index mails_by_recipient on mails (recipient, kind, created_at);
create index mails_by_mailbox on mails (mailbox_of(recipient), kind, created_at);
-- Whether the publisher heard of this kind in the last hour is asked for each mail that is due.
create index mails_sent on mails (kind, sent_at) where sent_at is not null;

create function note_mail() returns trigger language plpgsql as $$
begin
  notify mails_waiting;
  return null;
end $$;
create trigger mails_arrive after insert on mails for each statement execute function note_mail();

---- Which pictures are used

-- The addresses and the text in which a place can name pictures; null for what is not there.
create function text_with_uploads(place text, key text) returns text language sql stable as $$
  select case place
    when 'story' then (
      select concat_ws(' ', image_url, author_image_url, case when content_format = 'markdown' then content end)
      from stories where id = key::uuid)
    when 'revision' then (
      select concat_ws(' ', fields ->> 'imageUrl', fields ->> 'content') from document_revisions
      where document_id = split_part(key, ' ', 1)::uuid and number = split_part(key, ' ', 2)::integer)
    when 'letter' then (select content from letters where id = key::uuid)
    when 'reader' then (select profile_image_url from readers where id = key::uuid)
    when 'author' then (select picture_url from authors where author_id = key::uuid)
    when 'book' then (select cover_image_url from books where id = key::uuid)
    when 'request' then (select cover_image_url from publishing_requests where id = key::uuid)
  end
$$;

---- Backups

-- Backups and restore drills that ended, well or badly: what `npm run doctor` and the dashboard tell of the last ones.
create table backup_runs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- Its name where backups are kept, or the path of one that was made by hand; null when there was none.
  archive text,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  -- Null for a good one.
  error text,
  constraint backup_runs_kind_known check (kind in ('backup', 'drill'))
);
create index backup_runs_by_kind on backup_runs (kind, id desc);
