-- Of which list that the owner brought from elsewhere; null as well once somebody has confirmed or chosen by themselves.
alter table subscribers add column import_id uuid, add column imported_at timestamptz;

-- Whoever left the newsletter is added by no import, however long ago. HMAC of the address, with a key outside the database.
create table newsletter_leavers (address_hash text primary key);
insert into newsletter_leavers select distinct address_hash from newsletter_withdrawals;
