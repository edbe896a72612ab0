-- The words in the address of a story's or book's page, /story/she-sold-akara-at-dawn. What was public once leads there for
-- ever; the id keeps answering beside it.
create table page_slugs (
  kind text not null,
  slug text not null,
  story_id uuid,
  book_id uuid,
  constraint page_slugs_once primary key (kind, slug),
  constraint page_slugs_well_formed check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  constraint page_slugs_of_one check (
    (kind, story_id is null, book_id is null) in (('story', false, true), ('book', true, false))),
  -- Deferred: they are written just before the first row of what they belong to.
  constraint page_slugs_of_a_story foreign key (story_id) references stories (id)
    on delete cascade deferrable initially deferred,
  constraint page_slugs_of_a_book foreign key (book_id) references books (id)
    on delete cascade deferrable initially deferred
);
create index page_slugs_by_story on page_slugs (story_id);
create index page_slugs_by_book on page_slugs (book_id);

-- Until the first publishing it is what somebody wishes, or null; then the one that links name.
alter table stories add column slug text;
alter table books add column slug text;

-- At most 80 letters without tone marks, cut between words: Ẹ̀kọ́ is written eko. Empty if the title has neither letter nor digit
-- that can be written so.
create function slug_of(title text) returns text immutable strict parallel safe language sql as $$
  select left(regexp_replace(left(words, 81), '-[^-]*$', ''), 80)
  from (
    select trim('-' from regexp_replace(
      regexp_replace(
        replace(replace(replace(
          translate(plain_text(title), 'ƴƳŋŊəƏǝƎɛƐɔƆøØłŁđĐðÐıÆŒ', 'yynneeeeeeoooollddddiæœ'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        '[''’‘ʼ]', '', 'g'),
      '[^a-z0-9]+', '-', 'g')) || '-' as words
  ) as written
$$;

-- What is an address already: every id, and each word in the path of a page (contract/pages/page-routes.ts).
create function is_reserved_slug(slug text) returns boolean immutable strict parallel safe language sql as $$
  select slug ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' or slug = any (
    '{about,accessibility,account,activity,admin,api,appearance,author,authors,book,books,calendar,category,corrections,
    dashboard,deleted,discounts,domain,download,edit,edition,editions,end-session,figures,find,forgot,gift,guardian,help,
    invoice,invoices,join,letters,library,link,login,new,newsletter,offline,opds,order,orders,people,preferences,preview,
    privacy,publications,publish,read,redeem,report,reports,request,requests,resources,reviews,revisions,sample,search,
    server,settings,sign-in,standards,statement,statements,stories,story,submit,terms,test-checkout,uploads}'::text[])
$$;

-- The slug itself, or with the first number that makes it free for this story or book; `of_id` is null for a new one.
create function free_slug(of_kind text, wished text, of_id uuid) returns text stable language plpgsql as $$
declare
  candidate text := wished;
  number integer := 1;
begin
  while is_reserved_slug(candidate) or exists (
    select from page_slugs
    where kind = of_kind and slug = candidate and coalesce(story_id, book_id) is distinct from of_id
  ) or exists (
    -- The address that another story had at the site it was imported from.
    select from moved_addresses
    where path = '/' || of_kind || '/' || candidate and story_id is distinct from of_id
  ) loop
    number := number + 1;
    candidate := rtrim(left(wished, 79 - length(number::text)), '-') || '-' || number;
  end loop;
  return candidate;
end $$;

-- The address that a title, or words that somebody typed, would have.
create function propose_slug(of_kind text, words text, of_id uuid) returns text stable language sql as $$
  -- A title of signs alone is named by the id.
  select free_slug(of_kind, coalesce(nullif(slug_of(words), ''), of_kind || '-' || left(of_id::text, 8)), of_id)
$$;

-- The first publishing makes it, whoever publishes, by hand in SQL and by the release before included; later titles do not
-- change it. After Undo of that publishing it may be another one; the first one still leads to the page.
create function write_slug() returns trigger language plpgsql as $$
declare
  of_kind text := tg_argv[0];
  words text := coalesce(new.slug, new.title);
begin
  -- Some books were published before that was dated (migration 0087).
  if not new.is_published and new.published_at is null then
    return new;
  end if;
  if tg_op = 'UPDATE' and (old.is_published or old.published_at is not null) and old.slug is not null then
    if new.slug is distinct from old.slug then
      raise exception 'the address was public' using errcode = 'check_violation', constraint = 'slug_kept';
    end if;
    return new;
  end if;
  loop
    new.slug := propose_slug(of_kind, words, new.id);
    insert into page_slugs (kind, slug, story_id, book_id)
    values (
      of_kind, new.slug,
      case of_kind when 'story' then new.id end,
      case of_kind when 'book' then new.id end
    )
    on conflict do nothing;
    -- Another one of the same title may have been published at the same moment.
    exit when exists (
      select from page_slugs where kind = of_kind and slug = new.slug and coalesce(story_id, book_id) = new.id
    );
  end loop;
  return new;
end $$;

-- By its name it runs after stamp_story and stamp_book: an address of its own makes nothing newer.
create trigger write_slug before insert or update of is_published, published_at, slug on stories
  for each row execute function write_slug('story');
create trigger write_slug before insert or update of is_published, published_at, slug on books
  for each row execute function write_slug('book');
