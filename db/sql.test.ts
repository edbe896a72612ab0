import { describe, expect, inject, test } from 'vitest'
import { openDatabase, sql } from './sql.ts'

describe('what comes out of the database', () => {
  test('is camelCase, numbers where they are numbers, and ISO times', async () => {
    const [row] = await sql`
      select 3::bigint as whole_count, 1250.50::numeric(10, 2) as price_naira, true as is_open,
             '2024-06-05 10:30:00+01'::timestamptz as some_time, null as no_text,
             '2024-06-05'::date::text as some_day, array['a', 'b'] as two_words`
    expect(row).toEqual({
      wholeCount: 3,
      priceNaira: 1250.5,
      isOpen: true,
      someTime: '2024-06-05T09:30:00.000Z',
      noText: null,
      someDay: '2024-06-05',
      twoWords: ['a', 'b'],
    })
  })

  test('is what went in', async () => {
    const time = new Date('2024-06-05T09:30:00.123Z')
    const [row] = await sql`
      select ${time}::timestamptz as date, ${time.toISOString()}::timestamptz as text,
             ${19.99}::numeric as price, ${'₦ ọ̀ 🌍 \\ \' " %'}::text as signs`
    expect(row).toEqual({
      date: time.toISOString(),
      text: time.toISOString(),
      price: 19.99,
      signs: '₦ ọ̀ 🌍 \\ \' " %',
    })
  })

  test('is null where undefined went in', async () => {
    const [row] = await sql`select ${undefined as unknown as null}::integer as hole`
    expect(row).toEqual({ hole: null })
  })
})

describe('a connection', () => {
  test('gives up a statement that runs away', async () => {
    const [row] = await sql`
      select current_setting('statement_timeout') as timeout, current_setting('application_name') as name`
    expect(row).toEqual({ timeout: '15s', name: 'ascend' })
  })

  test('goes through a socket folder when the address names one', async () => {
    const db = openDatabase(inject('databaseUrl'), { max: 1 })
    expect(await db`select inet_server_addr() as address`).toEqual([{ address: null }])
    await db.end()
  })
})
