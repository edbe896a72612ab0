import { expect, test } from 'vitest'
import { openBusiness } from '#api/operations/business/live-business.ts'
import { sql } from '#db/sql.ts'
import { aStory, startApp, thePublisher, theStaff } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'

const demo = async () => ({
  stories: [
    { title: 'The Kite Maker', content: 'She made kites.' },
    { title: 'A Boat of Bottles', content: 'He built a boat.' },
  ],
  books: [{ title: 'Dust and Light', description: 'Poems of the dry months.' }],
})

async function aNewMagazine(env: Record<string, string> = {}) {
  const business = openBusiness(env, Buffer.from('a secret'))
  const publisher = await thePublisher(await startApp({ business, demo, hasOwnBrand: () => false }))
  const steps = async () => {
    const { steps } = await publisher.call('GET /admin/first-steps', {})
    return Object.fromEntries(steps.map(({ name, ...step }) => [name, step]))
  }
  return { ...publisher, steps }
}

test('each step is done by the fact, and says what is there', async () => {
  const { call, steps } = await aNewMagazine({
    PUBLIC_URL: 'https://harmattan.example',
    PAYSTACK_SECRET_KEY: 'sk_test_harmattan',
  })
  await aBookOnSale({ title: 'Dust and Light', price: 2000 })
  const found = await steps()
  expect(found).toMatchObject({
    address: { isDone: true, fact: 'harmattan.example' },
    look: { isDone: false, fact: null },
    mail: { isDone: false, isLater: false },
    book: { isDone: true, fact: 'Dust and Light, ₦2,000' },
    payments: { isDone: true, fact: 'Paystack, test key' },
    open: { isDone: false },
  })
  await call('POST /admin/first-steps/:name/later', { name: 'mail', isLater: true })
  expect(await steps()).toMatchObject({ mail: { isDone: false, isLater: true } })
  await call('POST /admin/first-steps/:name/later', { name: 'mail', isLater: false })
  expect(await steps()).toMatchObject({ mail: { isLater: false } })
  const editor = await theStaff('editor')
  await expect(editor.call('GET /admin/first-steps', {})).rejects.toMatchObject({ status: 403 })
})

test('on opening day the demo content goes, and what was changed of it by choice', async () => {
  const { call, steps } = await aNewMagazine()
  await sql`delete from books`
  await aStory({ title: 'The Kite Maker', content: 'She made kites.' })
  await aStory({ title: 'A Boat of Bottles', content: 'My own words.' })
  await aStory({ title: 'Mine alone', content: 'Nobody else has this.' })
  await aBookOnSale({ title: 'Dust and Light', description: 'Poems of the dry months.' })
  const shown = async () => (await call('GET /admin/first-steps', {})).demo
  expect(await shown()).toEqual({ unchanged: 2, changed: 1 })
  await call('POST /admin/first-steps/open', { withChanged: false })
  expect(await shown()).toEqual({ unchanged: 0, changed: 1 })
  expect(await steps()).toMatchObject({ open: { isDone: true }, book: { isDone: false } })
  await call('POST /admin/first-steps/open', { withChanged: true })
  expect(await shown()).toEqual({ unchanged: 0, changed: 0 })
  const left = await sql`select title from stories where deleted_at is null`
  expect(left.map(({ title }) => title)).toEqual(['Mine alone'])
  expect((await call('GET /admin/deleted', {})).length).toBe(3)
})

test('the first step says whether the certificate is ready, once it was looked at', async () => {
  const business = openBusiness(
    { PUBLIC_URL: 'https://harmattan.example' },
    Buffer.from('a secret'),
  )
  const tls = { title: 'TLS', found: 'It is valid.', todo: null }
  for (const [state, fact] of [
    ['ok', 'harmattan.example, certificate ready'],
    ['warning', 'harmattan.example'],
  ] as const) {
    const { call } = await thePublisher(
      await startApp({ business, demo, examine: async () => [{ ...tls, state }] }),
    )
    await call('GET /admin/doctor', {})
    const { steps } = await call('GET /admin/first-steps', {})
    expect(steps[0]).toMatchObject({ name: 'address', isDone: true, fact })
  }
})
