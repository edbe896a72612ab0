alter table stories validate constraint stories_deleted_are_not_public;
alter table letters validate constraint letters_deleted_are_drafts;
alter table books validate constraint books_erased_are_deleted;
