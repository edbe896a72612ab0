-- What the desk searches in a story, as books have it in a column; here in the index alone, so that no row grows.
create function desk_text(title text, author_name text, summary text) returns text
immutable strict parallel safe language sql as $$
  select lower(normalize(title || E'\n' || author_name || E'\n' || summary))
$$;
create index stories_searched on stories using gin (desk_text(title, author_name, summary) gin_trgm_ops);

-- The desk's list of all stories, the newest first.
create index stories_of_the_desk on stories
  ((coalesce(published_at, coalesce(terms_agreed_at, created_at))) desc, id desc);
