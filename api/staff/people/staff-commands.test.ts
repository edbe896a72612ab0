import { expect, test } from 'vitest'
import { connect, sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aVisitor, publisherSignIn, theStaff } from '#tests/people.ts'
import { runStaff } from './staff-commands.ts'

test('an operator makes a new password for one who forgot it, and it opens', async () => {
  const { call, member } = await theStaff('editor')
  const databaseUrl = await ownDatabaseUrl()
  const args = ['new-password', member.name]
  const told = await runStaff({ env: { DATABASE_URL: databaseUrl }, args })
  connect(databaseUrl)
  await expect(call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })
  const password = told.match(/is (\S{20,}) /)?.[1] ?? ''
  const visitor = await aVisitor()
  expect(
    await visitor.call('POST /admin/login', { username: member.email ?? '', password }),
  ).toMatchObject({ success: true })
})

test('the owner’s configured password is changed where it is set, not by a command', async () => {
  await theStaff('owner')
  const env = { DATABASE_URL: await ownDatabaseUrl(), ADMIN_PASSWORD: 'nine drums before the rain' }
  const args = ['new-password', publisherSignIn.username]
  await expect(runStaff({ env, args })).rejects.toThrow('is ADMIN_PASSWORD')
  connect(env.DATABASE_URL)
})

test('an operator removes lost second steps by name, and the activity log shows it', async () => {
  const { call, member } = await theStaff('editor')
  const begun = await call('POST /admin/account/second-step', {
    kind: 'authenticator',
    password: 'four lamps on the veranda',
  })
  expect(begun.attempt).not.toBe('')
  const databaseUrl = await ownDatabaseUrl()
  const env = { DATABASE_URL: databaseUrl }
  const args = ['reset-second-step', member.name]
  expect(await runStaff({ env, args })).toContain('sessions ended')
  // The command leaves the connection of its process closed.
  connect(databaseUrl)
  const [line] = await sql`select who, action, subject from activity order by id desc limit 1`
  expect(line).toEqual({ who: 'command line', action: 'secondStepReset', subject: member.name })
  await expect(call('GET /admin/account', {})).rejects.toMatchObject({ status: 401 })

  await expect(runStaff({ env, args: ['reset-second-step', 'Nobody'] })).rejects.toThrow(
    'Nobody among the staff is called Nobody',
  )
  connect(databaseUrl)
  await expect(runStaff({ env, args: ['reset'] })).rejects.toThrow('Usage: npm run staff')
})
