-- in batches
-- Hashes without a key have 64 signs, those with one 43. The browsers are known again from their next sign-in on.
delete from reader_devices where id in (select id from reader_devices where length(id) = 64 limit 5000);
