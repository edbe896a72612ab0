-- An invoice may be paid in several transfers.
drop index bank_transfers_one_that_counts;
-- What was confirmed and not delivered may be rejected.
alter table bank_transfers drop constraint bank_transfers_confirmed_or_rejected;
