-- A rating is refreshed in the open page, as the counters of stories are, and causes no build.
create or replace trigger books_change after update on books
  for each row when (
    (old.is_published or new.is_published) and (
      old.title, old.description, old.author_id, old.author_name, old.price, old.cover_image_url,
      old.category, old.content, old.is_published, old.created_at, old.pdf_id is null
    ) is distinct from (
      new.title, new.description, new.author_id, new.author_name, new.price, new.cover_image_url,
      new.category, new.content, new.is_published, new.created_at, new.pdf_id is null
    )
  ) execute function note_site_change();
