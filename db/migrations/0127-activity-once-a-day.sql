-- concurrently
create unique index concurrently if not exists activity_once_a_day on activity (action, day) where day is not null;
