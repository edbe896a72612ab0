-- The reference of a transfer by its letters and digits alone. Transfers of before have none: two of them may be the same.
alter table bank_transfers add column plain_reference text;
