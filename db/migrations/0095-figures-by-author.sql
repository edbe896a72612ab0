-- By the author that a story had on the day: the page of the figures ranks them without adding up the days of all stories.
create table author_days (
  day date not null,
  author_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint author_days_once primary key (day, author_id)
);

insert into author_days (day, author_id, reads, finishes, seconds, likes, shares, offline_reads)
select d.day, s.author_id, sum(d.reads), sum(d.finishes), sum(d.seconds), sum(d.likes), sum(d.shares),
  sum(d.offline_reads)
from story_days d join stories s on s.id = d.story_id
group by d.day, s.author_id;

-- Months that are over: those that stories have, too.
create table author_months (
  month date not null,
  author_id uuid not null,
  reads integer not null,
  finishes integer not null,
  seconds bigint not null,
  likes integer not null,
  shares integer not null,
  offline_reads integer not null,
  constraint author_months_once primary key (month, author_id)
);

insert into author_months (month, author_id, reads, finishes, seconds, likes, shares, offline_reads)
select m.month, s.author_id, sum(m.reads), sum(m.finishes), sum(m.seconds), sum(m.likes), sum(m.shares),
  sum(m.offline_reads)
from story_months m join stories s on s.id = m.story_id
group by m.month, s.author_id;
