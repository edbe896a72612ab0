alter table stories
  -- Grows with each change but the counters': what is published is the text that was reviewed.
  add column revision integer not null default 1;

-- As in 0006, with the revision.
create or replace function stamp_story() returns trigger language plpgsql as $$
declare
  beside text[] :=
    '{likes_count,shares_count,views,rating,ratings_total,ratings_count,updated_at,revision,excerpt}';
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

alter table publishing_requests
  add column revision integer not null default 1,
  -- The draft that an accepted request became.
  add column book_id uuid,
  -- What the author was last written by mail: a repeat of it is not sent again.
  add column message text,
  add column message_at timestamptz,
  add constraint requests_book foreign key (book_id) references books (id) on delete set null;
create index publishing_requests_open on publishing_requests (created_at)
  where status in ('received', 'in_review');

create function stamp_request() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - '{updated_at,revision}'::text[])
    is distinct from (to_jsonb(old) - '{updated_at,revision}'::text[]) then
    new.updated_at := now();
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

create trigger stamp_request before update on publishing_requests
  for each row execute function stamp_request();
