-- The network that an unpaid order counts for, as a keyed hash; null once it is paid, and after a day.
alter table orders add column placed_from text;
