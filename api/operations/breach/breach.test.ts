import { expect, test } from 'vitest'
import { connect, sql } from '#db/sql.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aBook, aReader, theStaff } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { addressTables } from '../account-data/personal-columns.ts'
import { runAffected, runEndSessions } from './breach-commands.ts'

test('after a leak everybody whose address is stored is named once, a child with the guardian to write to', async () => {
  const child = await aReader(undefined, '13-17')
  const guardian = 'ngozi@family.example'
  const named = { guardianName: 'Ngozi Bello', guardianEmail: guardian }
  await child.call('PUT /account/guardian', named)
  const buyer = 'buyer@buyers.example'
  await anOrder((await aBook()).id, { buyerEmail: buyer })
  const env = { DATABASE_URL: await ownDatabaseUrl() }
  const lines = (await runAffected({ env })).split('\r\n')
  expect(lines[0]).toBe('email,name,who,age,guardian,guardianName,guardianOf')
  const linesOf = (email: string) => lines.filter((line) => line.startsWith(email))
  expect(linesOf(child.email)).toEqual([
    `${child.email},Tamuno Briggs-Ade,"account, got a mail",13-17,${guardian},Ngozi Bello,`,
  ])
  expect(linesOf(guardian)).toEqual([
    `${guardian},Ngozi Bello,"got a mail, guardian",not known,,,${child.email}`,
  ])
  expect(linesOf(buyer)).toEqual([expect.stringContaining('buyer')])
})

test('a command that was run beside the magazine says so, and not that nobody is affected', async () => {
  const { url } = await anEmptyDatabase()
  for (const run of [runAffected, runEndSessions])
    await expect(run({ env: { DATABASE_URL: url } })).rejects.toThrow('There is no magazine')
})

test('a new column with addresses is in the list of those who are told of a leak', async () => {
  const columns = await sql<{ column: string }[]>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying')
      and column_name similar to '%email|recipient|%_email'`
  const listed = addressTables.map(([table, { address }]) => `${table}.${address}`)
  expect(listed.sort()).toEqual(columns.map(({ column }) => column).sort())
})

test('an operator signs everybody out, and the activity log says so', async () => {
  const reader = await aReader()
  const staff = await theStaff('editor')
  const env = { DATABASE_URL: await ownDatabaseUrl() }
  expect(await runEndSessions({ env })).toMatch(/^Ended: \d+ sessions of readers, \d+ of staff\./)
  connect(env.DATABASE_URL)
  await expect(reader.call('GET /account', {})).rejects.toMatchObject({ status: 401 })
  await expect(staff.call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
  expect(await sql`select who from activity where action = 'everySessionEnded'`).toHaveLength(1)
})
