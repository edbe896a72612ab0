alter table books validate constraint books_epub_whole_or_none;
