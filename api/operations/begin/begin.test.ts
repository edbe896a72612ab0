import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openBusiness } from '#api/operations/business/live-business.ts'
import { firstPasswordFile } from '#api/staff/sign-in/sync-owner.ts'
import { connect, sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { aVisitor } from '#tests/people.ts'
import { runBegin } from './begin-commands.ts'

const password = 'seven kites over the lagoon'

test('the owner begins at the address that the server prints, once', async () => {
  const [databaseUrl, dataDir] = [await ownDatabaseUrl(), await aFolder()]
  const begin = async (args: string[] = [], env = {}) => {
    const all = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...env }
    const told = await runBegin({ env: all, root: process.cwd(), args })
    // The command leaves the connection of its process closed.
    connect(databaseUrl)
    return told
  }
  await expect(begin(['Not A Name'])).rejects.toThrow('Usage: npm run begin')
  const told = await begin(['harmattan.example'])
  expect(told).toMatch(
    /^Begin here, once, within 30 minutes: https:\/\/harmattan\.example\/admin\/first-steps\/begin\?token=/,
  )
  const tokenIn = (text: string) => text.split('token=')[1] ?? ''

  // The next start serves what was noted, where the environment says nothing else.
  // Not even a lost order secret makes a public site pass for one of its own machine, whose test checkout gives books away.
  const secret = Buffer.from('another secret')
  const business = openBusiness({}, secret)
  await business.refresh()
  expect(business.config()).toMatchObject({ publicUrl: 'https://harmattan.example', payments: [] })
  const other = { PUBLIC_URL: 'https://ascend.example' }
  expect(openBusiness(other, secret).config().publicUrl).toBe('https://ascend.example')
  expect(await begin(['harmattan.example'], other)).toMatch(/^PUBLIC_URL is .*change it there/)

  const again = tokenIn(await begin())
  const { call } = await aVisitor()
  await expect(call('POST /admin/join/open', { token: tokenIn(told) })).rejects.toMatchObject({
    status: 400,
  })
  expect(await call('POST /admin/join/open', { token: again })).toMatchObject({
    purpose: 'begin',
    role: 'owner',
    needsSecondStep: false,
  })
  await expect(call('POST /admin/join', { token: again, username: 'Bisi' })).rejects.toMatchObject({
    fields: { password: [expect.any(String)] },
  })
  const choice = { token: again, username: 'Bisi', password }
  const chosen = await Promise.allSettled([
    call('POST /admin/join', choice),
    call('POST /admin/join', choice),
  ])
  expect(chosen.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await call('POST /admin/login', { username: 'Bisi', password })).toMatchObject({
    success: true,
  })
  const [{ count: left } = {}] = await sql`select count(*)::int from staff_links`
  expect(left).toBe(0)

  expect(await begin()).toBe('The owner signs in at https://harmattan.example/admin/login')
  // A start keeps the name, and the first password is gone.
  const [owner] = await sql`select name, chose_password from staff where role = 'owner'`
  expect(owner).toEqual({ name: 'Bisi', chosePassword: true })
  await expect(readFile(firstPasswordFile(dataDir))).rejects.toThrow('ENOENT')
})
