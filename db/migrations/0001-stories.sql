create table stories (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  content text not null,
  -- What lists show in place of the content; left() counts characters, so none is cut in half.
  excerpt text not null generated always as (left(content, 200)) stored,
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
  constraint stories_title_not_empty check (title <> ''),
  constraint stories_read_time_in_range check (read_time_minutes between 1 and 60),
  constraint stories_likes_not_negative check (likes_count >= 0),
  constraint stories_shares_not_negative check (shares_count >= 0),
  constraint stories_views_not_negative check (views >= 0),
  constraint stories_rating_in_range check (rating between 0 and 5),
  constraint stories_published_have_a_date check (not is_published or published_at is not null)
);

create index stories_newest on stories (published_at desc, id desc) where is_published;
create index stories_newest_in_category on stories (category, published_at desc, id desc)
  where is_published;
create index stories_newest_featured on stories (published_at desc, id desc)
  where is_published and is_featured;

-- The first publication dates a story, whoever publishes it, by hand in SQL included; later ones do not move it.
create function stamp_story() returns trigger language plpgsql as $$
begin
  if new.is_published and new.published_at is null then
    new.published_at := now();
  end if;
  -- Counters do not make a story newer; excerpt is left out because it is generated only after this trigger.
  if tg_op = 'UPDATE'
    and (to_jsonb(new) - '{likes_count,shares_count,views,rating,updated_at,excerpt}'::text[])
      is distinct from
        (to_jsonb(old) - '{likes_count,shares_count,views,rating,updated_at,excerpt}'::text[]) then
    new.updated_at := now();
  end if;
  return new;
end $$;

create trigger stamp_story before insert or update on stories
  for each row execute function stamp_story();

create table story_shares (
  story_id uuid not null,
  -- The random id of the visitor's own cookie; never an address.
  visitor_id uuid not null,
  shared_in_hour timestamptz not null,
  constraint shares_once_an_hour primary key (story_id, visitor_id, shared_in_hour),
  constraint shares_of_a_story foreign key (story_id) references stories (id) on delete cascade
);

create table story_views (
  story_id uuid not null,
  visitor_id uuid not null,
  viewed_on date not null,
  constraint views_once_a_day primary key (story_id, visitor_id, viewed_on),
  constraint views_of_a_story foreign key (story_id) references stories (id) on delete cascade
);

-- Counters live beside the story and change in the transaction of the row behind them.
create function count_share() returns trigger language plpgsql as $$
begin
  update stories set shares_count = shares_count + 1 where id = new.story_id;
  return null;
end $$;

create trigger count_share after insert on story_shares
  for each row execute function count_share();

create function count_view() returns trigger language plpgsql as $$
begin
  update stories set views = views + 1 where id = new.story_id;
  return null;
end $$;

create trigger count_view after insert on story_views
  for each row execute function count_view();
