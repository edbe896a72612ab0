-- Of which list that the owner brought from elsewhere; null as well once somebody has confirmed or chosen by themselves.
alter table subscribers add column import_id uuid;
