-- Whom a subscriber follows, as `author:<id>`, `category:<id>` or `series:<id>`. Whoever follows and takes neither letters
-- nor a digest is a subscriber, too.
alter table subscribers add column follows text[] not null default '{}';
-- allowed constraint-not-valid: a list of a hundred thousand readers is read in a moment, that of letters sooner.
alter table subscribers
  drop constraint subscribers_hear_something,
  add constraint subscribers_hear_something
    check (takes_letters or digest is not null or follows <> '{}'),
  add constraint subscribers_follow_so_many check (cardinality(follows) <= 100);
-- What is mailed to followers, at most once a day; `categories` holds what its stories are followed by.
-- allowed constraint-not-valid: as above.
alter table letters
  drop constraint letters_digest_known,
  add constraint letters_digest_known check (digest in ('weekly', 'monthly', 'daily'));
