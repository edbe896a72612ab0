-- Each replaced code is another one.
alter table gift_codes add column generation integer not null default 1;
