-- Up to which byte downloads that were counted within a day have been sent, by file: what begins later is a download too.
alter table download_links
  add column pdf_sent bigint not null default 0,
  add column epub_sent bigint not null default 0;
alter table part_downloads
  add column pdf_sent bigint not null default 0,
  add column epub_sent bigint not null default 0;
