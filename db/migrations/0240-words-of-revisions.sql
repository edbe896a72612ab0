-- The words of a revision's text as readers see it, counted when it is saved: Markdown's own signs are none.
alter table document_revisions add column words integer;
