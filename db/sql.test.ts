import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { runs } from '#tests/long.ts'
import { aStory } from '#tests/people.ts'
import { dataVersion, perVersion } from './data-version.ts'
import { resilientPool } from './driver/resilient-pool.ts'
import { openDatabase, outsideTransaction, plannedEachTime, sql, transaction } from './sql.ts'

describe('a value from the database', () => {
  test('has camelCase keys, numbers as numbers and times in ISO 8601', async () => {
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

  test('is the value that was stored', async () => {
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

  test('is the stored list, as Postgres reads and writes it', async () => {
    const odd = fc.constantFrom(
      '"',
      '\\',
      '{',
      '}',
      ',',
      ' ',
      '\n',
      'null',
      'NULL',
      '',
      '₦',
      '🌍',
      'ọ̀',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(odd).map((parts) => parts.join('')),
    )
    const storable = text.filter((one) => !one.includes('\0') && one.isWellFormed())
    const lists = fc.record({
      texts: fc.array(fc.option(storable)),
      numbers: fc.array(fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))),
      counts: fc.array(fc.option(fc.maxSafeInteger())),
      ids: fc.array(fc.option(fc.uuid())),
    })
    const check = async ({
      texts,
      numbers,
      counts,
      ids,
    }: typeof lists extends fc.Arbitrary<infer T> ? T : never) => {
      const [row] = await sql`
        select ${texts}::text[] as texts, array(select jsonb_array_elements_text(${sql.json(texts)})) as same_texts,
          ${numbers}::integer[] as numbers, ${counts}::bigint[] as counts, ${ids}::uuid[] as ids`
      expect(row).toEqual({ texts, sameTexts: texts, numbers, counts, ids })
    }
    await fc.assert(fc.asyncProperty(lists, check), { numRuns: runs({ sample: 40, long: 5_000 }) })
  })

  test('is null where undefined was stored', async () => {
    const [row] = await sql`select ${undefined as unknown as null}::integer as hole`
    expect(row).toEqual({ hole: null })
  })
})

describe('a connection', () => {
  test('gives complete results after one that was cut off in its rows', async () => {
    // More than there are connections, so that each has had one.
    const all = Array.from({ length: 40 })
    const broken = all.map(() => sql`select 1 / (3 - n) as n from generate_series(1, 9) as n`)
    for (const { status } of await Promise.allSettled(broken)) expect(status).toBe('rejected')
    const whole = all.map(() => sql`select n from generate_series(1, 3) as n`)
    for (const rows of await Promise.all(whole)) {
      expect([rows.length, ...rows]).toEqual([3, { n: 1 }, { n: 2 }, { n: 3 }])
    }
  })

  test('is not opened again after the end', async () => {
    const pool = resilientPool(inject('databaseUrl'))
    expect(await pool.current().db`select 1 as one`).toEqual([{ one: 1 }])
    const last = pool.current()
    await pool.end(5)
    expect(pool.current()).toBe(last)
    await expect(last.db`select 1`).rejects.toThrow('CONNECTION_ENDED')
  })

  test('gives way to new ones after a while without load, and ends once its last transaction has', async () => {
    const pool = resilientPool(inject('databaseUrl'), 0, false, 0)
    const large = pool.current()
    const held = await large.db.reserve()
    const pids = (
      await Promise.all(Array.from({ length: 9 }, () => large.db`select pg_backend_pid() as pid`))
    ).map(([row]) => row?.['pid'])
    const open = () => sql`select from pg_stat_activity where pid = any(${pids})`
    expect(await open()).toHaveLength(new Set(pids).size)
    const small = pool.current()
    expect(small).not.toBe(large)
    await expect.poll(open).toHaveLength(0)
    expect(await held`select 1 as one`).toEqual([{ one: 1 }])
    // It has few connections, and stays.
    expect(await small.db`select 1 as one`).toEqual([{ one: 1 }])
    expect(pool.current()).toBe(small)
    held.release()
    await pool.end(5)
  })

  test('aborts a statement that runs too long', async () => {
    const [row] = await sql`
      select current_setting('statement_timeout') as timeout, current_setting('application_name') as name`
    expect(row).toEqual({ timeout: '8s', name: 'ascend-0110' })
  })

  test('uses a Unix socket when the address names its folder', async () => {
    const db = openDatabase(inject('databaseUrl'), { max: 1 })
    expect(await db`select inet_server_addr() as address`).toEqual([{ address: null }])
    await db.end()
  })
})

describe('a transaction', () => {
  // A table of this file's own: nobody else looks into it.
  beforeAll(() => sql`create table notes (text text primary key)`)
  const note = (text: string) => sql`insert into notes ${sql({ text })}`
  const notes = async (like: string) =>
    (await sql<{ text: string }[]>`select text from notes where text like ${like} order by 1`).map(
      ({ text }) => text,
    )
  /** Which of the database's connections this is. */
  const backend = async () => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    return row?.pid
  }

  test('commits its writes and returns the result', async () => {
    const result = await transaction(async () => {
      await note('all 1')
      await note('all 2')
      return 'done'
    })
    expect(result).toBe('done')
    expect(await notes('all%')).toEqual(['all 1', 'all 2'])
  })

  test('is rolled back by any error', async () => {
    const byHand = transaction(async () => {
      await note('none 1')
      throw new Error('on second thoughts')
    })
    await expect(byHand).rejects.toThrow('on second thoughts')
    const byDatabase = transaction(async () => {
      await note('none 2')
      await note('none 2')
    })
    await expect(byDatabase).rejects.toMatchObject({ constraint_name: 'notes_pkey' })
    expect(await notes('none%')).toEqual([])
    // The connections are as good as new.
    await Promise.all(Array.from({ length: 12 }, (_, n) => note(`after ${n}`)))
    expect(await notes('after%')).toHaveLength(12)
  })

  test('is joined by a nested one: both are committed or neither', async () => {
    const inner = (text: string) => transaction(() => note(text))
    await transaction(async () => {
      const outer = await backend()
      expect(await transaction(backend)).toBe(outer)
      await inner('joined 1')
      await Promise.all([inner('joined 2'), inner('joined 3')])
    })
    expect(await notes('joined%')).toHaveLength(3)
    const failed = transaction(async () => {
      await inner('apart 1')
      throw new Error('the outer one')
    })
    await expect(failed).rejects.toThrow('the outer one')
    const failedInside = transaction(async () => {
      await note('apart 2')
      await transaction(async () => {
        await note('apart 3')
        throw new Error('the inner one')
      })
    })
    await expect(failedInside).rejects.toThrow('the inner one')
    expect(await notes('apart%')).toEqual([])
  })

  test('is invisible to others until it is committed', async () => {
    await transaction(async () => {
      await note('unseen')
      expect(await notes('unseen')).toEqual(['unseen'])
      expect(await outsideTransaction(() => notes('unseen'))).toEqual([])
    })
    expect(await notes('unseen')).toEqual(['unseen'])
  })

  test('belongs to one request, and simultaneous requests have their own or none', async () => {
    const one = async (n: number) => {
      const failsAtTheEnd = n % 3 === 0
      const work = async () => {
        const mine = await backend()
        await note(`own ${n} a`)
        await new Promise((resolve) => setImmediate(resolve))
        expect(await backend()).toBe(mine)
        await note(`own ${n} b`)
        if (failsAtTheEnd) throw new Error('this one')
      }
      const outcome = transaction(work).then(
        () => 'kept',
        () => 'gone',
      )
      expect(await outcome).toBe(failsAtTheEnd ? 'gone' : 'kept')
    }
    const plain = async (n: number) => note(`own ${n} plain`)
    const many = Array.from({ length: 30 }, (_, n) => n)
    await Promise.all(many.flatMap((n) => [one(n), plain(n)]))
    const expected = many.flatMap((n) =>
      n % 3 === 0 ? [`own ${n} plain`] : [`own ${n} a`, `own ${n} b`, `own ${n} plain`],
    )
    expect(await notes('own%')).toEqual(expected.sort())
  })

  test('does not include queries after its end', async () => {
    let later = async () => {}
    await transaction(async () => {
      later = async () => void (await note('later'))
    })
    await later()
    expect(await notes('later')).toEqual(['later'])
  })

  test('does not include work that must survive a rollback', async () => {
    const failed = transaction(async () => {
      await note('inside')
      await outsideTransaction(() => note('outside'))
      throw new Error('after all')
    })
    await expect(failed).rejects.toThrow('after all')
    expect(await notes('%side')).toEqual(['outside'])
  })

  test('waits for another one that locks the same row', async () => {
    await sql`create table turns (n integer)`
    await sql`insert into turns values (0)`
    const addOne = () =>
      transaction(async () => {
        const [row] = await sql<{ n: number }[]>`select n from turns for update`
        await sql`update turns set n = ${(row?.n ?? 0) + 1}`
      })
    await Promise.all(Array.from({ length: 25 }, addOne))
    expect(await sql`select n from turns`).toEqual([{ n: 25 }])
  })

  test('does not publish a data version before it is committed', async () => {
    const before = await dataVersion()
    const failed = transaction(async () => {
      await aStory()
      expect(await dataVersion()).toBe(before)
      expect(await outsideTransaction(dataVersion)).toBe(before)
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    expect(await dataVersion()).toBe(before)
    await aStory()
    expect(await dataVersion()).toBe(before + 1)
  })

  test('leaves no uncommitted rows in a shared result', async () => {
    const countStories = perVersion(10, async () => {
      const [row] = await sql<{ count: number }[]>`select count(*) from stories`
      return row?.count ?? 0
    })
    const [stories] = await sql<{ count: number }[]>`select count(*) from stories`
    const failed = transaction(async () => {
      await aStory()
      await countStories('all')
      throw new Error('taken back')
    })
    await expect(failed).rejects.toThrow('taken back')
    expect(await countStories('all')).toBe(stories?.count)
  })
})

test('a search is planned for its own text, however often others have searched', async () => {
  const stored = await transaction(async () => {
    for (let time = 0; time < 8; time++) {
      await sql`select 'kept' from books where search_text like ${`%${time}%`}`
      await plannedEachTime(sql`select 'anew' from books where search_text like ${`%${time}%`}`)
    }
    return sql`
      select substring(statement from 'anew|kept') as plan, generic_plans > 0 as is_for_any_text
      from pg_prepared_statements where statement like '%from books where search_text like $1'`
  })
  expect(stored.map((row) => ({ ...row }))).toEqual([{ plan: 'kept', isForAnyText: true }])
})
