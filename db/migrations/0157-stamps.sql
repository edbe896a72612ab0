-- Whether a buyer's PDF carries their name and order. A book that is free carries none.
alter table books add column is_stamped boolean not null default true;

alter table book_files
  -- Where the prepared PDF has room for the drawing and for the entry in its metadata; null until it is prepared.
  add column stamp_places integer[],
  -- Why it cannot be stamped.
  add column stamp_problem text,
  add constraint book_files_stamp_problem
    check (stamp_problem in ('locked', 'signed', 'damaged')) not valid,
  add constraint book_files_stamped_or_not
    check (stamp_places is null or (cardinality(stamp_places) = 2 and stamp_problem is null)) not valid;
