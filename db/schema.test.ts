import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { columns, json, type Row, type RowOf, sql, transaction, values } from './sql.ts'

/** How the driver reads what is not text (driver/open-database.ts). */
const typeNames: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  date: 'Date',
  bytea: 'Uint8Array<ArrayBuffer>',
  jsonb: 'unknown',
  _int4: 'number[]',
  _text: 'string[]',
}

/** No code reads or writes a row of these; one that begins to takes its table off this list. */
const namedBySqlAlone = [
  'author_days',
  'author_months',
  'category_days',
  'figure_hours',
  'file_parts',
  'known_words',
  'letter_rate',
  'letter_totals',
  'newsletter_leavers',
  'number_series',
  'order_reminders',
  'page_slugs',
  'part_downloads',
  'preview_links',
  'publisher',
  'publisher_devices',
  'publisher_sessions',
  'rate_limits',
  'staff_devices',
  'statement_mails',
  'story_months',
  'story_revisions',
  'story_shares',
  'story_totals',
  'story_views',
  'upload_uses',
  'upload_uses_to_read',
]

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  /** A check that lists all values. */
  check: string | null
}

/** They stand in the order of their names, since that of the migrations tells nothing. */
async function writeSchema(): Promise<string> {
  const found = await sql<Column[]>`
    select c.relname as table, a.attname as name, t.typname as type,
      -- Of a view Postgres does not know it; ours counts.
      not a.attnotnull and c.relkind <> 'v' as is_nullable,
      (select pg_get_constraintdef(k.oid) from pg_constraint k
       where k.conrelid = c.oid and k.contype = 'c' and k.convalidated and k.conkey = array[a.attnum]
         and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY \\(ARRAY\\[)?''') as check
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
      and c.relname not in ${sql(namedBySqlAlone)} and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname collate "C", a.attname collate "C"`
  const tables = [...new Set(found.map(({ table }) => table))]
  return [
    '// Written from the migrated tables, but for those that SQL alone names: npx vitest run db/schema.test.ts -u',
    '',
    '/** Each column as the driver reads it; its type is the list of values where a check has one. */',
    'export interface Tables {',
    ...tables.flatMap((name) => [
      `  ${name}: {`,
      ...found.filter(({ table }) => table === name).map(writeColumn),
      '  }',
    ]),
    '}',
    '',
  ].join('\n')
}

function writeColumn({ name, type, isNullable, check }: Column): string {
  const listed: string[] = check?.match(/'[^']*'(?=::text)/g) ?? [typeNames[type] ?? 'string']
  const types = isNullable && type !== 'jsonb' ? [...listed, 'null'] : listed
  const key = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
  const line = `    ${key}: ${types.join(' | ')}`
  return line.length > 100 ? [`    ${key}:`, ...types].join('\n      | ') : line
}

describe('the types of rows', () => {
  test('match the migrated tables', async () => {
    await expect(await writeSchema()).toMatchFileSnapshot('schema.ts')
  })

  test('change when a migration renames a column or changes its type', async () => {
    const written = await readFile('db/schema.ts', 'utf8')
    for (const change of [
      'alter table stories rename column summary to lead',
      'alter table stories alter column views drop not null',
      'alter table orders drop constraint orders_state_known',
    ]) {
      const undone = transaction(async () => {
        await sql.unsafe(change)
        expect(await writeSchema()).not.toBe(written)
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    }
    expect(await writeSchema()).toBe(written)
  })

  test('reject unknown tables and columns at compile time', async () => {
    const cards = columns('stories', ['id', 'readTimeMinutes'])
    const [card] = await sql<RowOf<typeof cards>[]>`select ${sql(cards)} from stories`
    const minutes: number | undefined = card?.readTimeMinutes
    expect(minutes).toBeUndefined()
    // @ts-expect-error There is no such column.
    columns('stories', ['id', 'lead'])
    // @ts-expect-error Nor in a row.
    type Lead = Row<'stories', 'lead'>
    // @ts-expect-error It was not selected.
    expect(card?.title satisfies Lead | undefined).toBeUndefined()
  })

  test('reject unknown columns and wrong types in writes', async () => {
    const title = { title: 'A title of its own' }
    const renamed = { ...title, lead: 'A word' }
    values('stories', title)
    values('stories', [title])
    values('stories', { createdAt: new Date(), publishAt: null })
    values('orders', { state: 'paid' })
    values('mails', { data: json({ orderId: '1' }) })
    // @ts-expect-error There is no such column, and the rest is right.
    values('stories', renamed)
    // @ts-expect-error Nor in one of several rows.
    values('stories', [renamed])
    // @ts-expect-error A check of the table lists what it may be.
    values('orders', { state: 'perhaps' })
    // @ts-expect-error It may not be null.
    values('stories', { title: null })
    // @ts-expect-error Undefined is written as null.
    values('stories', { title: undefined })
  })
})
