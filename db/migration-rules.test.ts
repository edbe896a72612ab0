import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readReplaced } from './migrate.ts'
import { judgeMigration } from './migration-rules.ts'

const folder = 'db/migrations'

test('every migration follows the rules, or says why not', async () => {
  const names = (await readdir(folder)).sort()
  const found: string[] = []
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8')
    // Nobody uses the empty database that a baseline makes its tables in.
    if (!readReplaced(text)) found.push(...judgeMigration(name, text, names))
  }
  expect(found).toEqual([])
})

const rulesFor = (text: string) =>
  judgeMigration('0200-new.sql', text, ['0150-before.sql', '0200-new.sql']).map(
    (line) => /^0200-new\.sql: ([a-z-]+):/.exec(line)?.[1] ?? line,
  )

describe('a migration that disturbs readers or the release before is rejected', () => {
  test.each([
    ['rename', 'alter table stories rename to tales'],
    ['rename', 'alter table stories rename column title to name'],
    ['column-type', 'alter table books alter column price type bigint'],
    ['column-type', 'alter table books alter price set data type bigint'],
    ['column-not-null', 'alter table stories add column tone text not null'],
    [
      'column-not-null',
      "alter table stories add column tone text not null, add column mood text not null default 'x'",
    ],
    ['column-default', 'alter table stories add column token uuid default gen_random_uuid()'],
    ['column-default', 'alter table stories add column at serial'],
    ['set-not-null', 'alter table stories alter column summary set not null'],
    ['constraint-not-valid', 'alter table books add constraint cheap check (price < 9)'],
    ['constraint-not-valid', 'alter table books add column shelf uuid references shelves (id)'],
    [
      'constraint-not-valid',
      'alter table books add constraint on_shelf foreign key (shelf) references shelves (id)',
    ],
    ['unique', 'alter table books add constraint once unique (title)'],
    ['unique', 'alter table books add column isbn text unique'],
    ['index', 'create index books_by_title on books (title)'],
    ['index', 'create unique index on books (title)'],
    ['rows', "update stories set tone = 'warm'"],
    ['rows', 'delete from likes where created_at is null'],
    ['lock', 'lock table stories in access exclusive mode'],
    ['lock', 'truncate story_views'],
    ['lock', 'reindex table stories'],
    ['timeout', "set local lock_timeout = '10s'"],
    ['do', 'do $$ begin perform 1; end $$'],
    ['drop', 'alter table stories drop column summary'],
    ['drop', 'drop table story_views_before'],
    ['drop', 'drop trigger count_view on story_views'],
    [
      'validate',
      'alter table b add constraint c check (x) not valid; alter table b validate constraint c',
    ],
  ])('%s: %s', (rule, text) => {
    expect(rulesFor(`-- Why.\n${text};\n`)).toEqual([rule])
  })

  test('a concurrent index in a transaction, and other statements outside of one', () => {
    expect(rulesFor('create index concurrently if not exists a on stories (title);')[0]).toMatch(
      /must begin with "-- concurrently"/,
    )
    for (const text of ['create index a on b (c);', 'create table a (b text); select 1;']) {
      expect(rulesFor(`-- concurrently\n${text}`)).toContain(
        'It must be one statement: create index concurrently if not exists …, or drop index concurrently if exists …',
      )
    }
    expect(rulesFor("-- in batches\nupdate stories set tone = 'x';")[0]).toMatch(/with a limit/)
  })
})

describe('a migration that disturbs nobody is accepted', () => {
  test.each([
    "alter table stories add column tone text, add column mood text not null default 'warm'",
    'alter table stories alter column tone set default null',
    'alter table books add constraint cheap check (price < 9) not valid',
    'alter table books validate constraint cheap',
    'alter table books add constraint once unique using index books_once',
    'create table a (id uuid primary key default gen_random_uuid(), b text not null unique check (b > 0)); create index on a (b); insert into a values (1); update a set b = 2',
    'create or replace function f() returns void language sql as $$ update stories set tone = 1; drop table x $$',
    'drop trigger t on stories; create trigger t after insert on stories for each row execute function f()',
  ])('%s', (text) => {
    expect(rulesFor(`${text};`)).toEqual([])
  })

  test.each([
    '-- concurrently\n-- Why.\ncreate index concurrently if not exists a\n  on stories (title) where is_published;',
    '-- concurrently\ndrop index concurrently if exists a;',
    '-- in batches\nupdate stories set tone = 1 where id in (select id from stories where tone is null limit 500);',
    '-- after: 0150\nalter table stories drop column summary;',
    '-- allowed rows: the table has one row, and nobody writes it\nupdate site_version set version = 1;',
  ])('%s', (text) => {
    expect(rulesFor(text)).toEqual([])
  })

  test('unless an exception lacks its reason or its earlier migration', () => {
    expect(rulesFor('-- allowed rows: because\nupdate site_version set version = 1;')).toEqual([
      'rows',
    ])
    for (const after of ['0199', '0200', '0201']) {
      expect(rulesFor(`-- after: ${after}\ndrop table stories;`)).toEqual(['drop'])
    }
  })
})
