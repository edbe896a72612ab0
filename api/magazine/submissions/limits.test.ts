import { beforeEach, describe, expect, test } from 'vitest'
import { takeMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { formMessages } from '#contract/form-limits.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { linkOf } from '#tests/magazine/composed-mails.ts'
import { aReader, aSubmission, aVisitor, startApp } from '#tests/people.ts'

beforeEach(() => sql`delete from mails`)

const theApp = startApp({ orderSecret: composeWith.orderSecret })

/** A new reader, and the address in their welcome. */
async function aNewReader() {
  const reader = await aReader(await theApp)
  const mail = await transaction(async () => {
    const queued = await takeMail()
    return queued && (await composeMail(queued, composeWith))
  })
  if (!mail) throw new Error('There was no welcome')
  const { pathname, search } = linkOf(mail)
  return { ...reader, link: pathname + search, mail }
}
const submit = ({ call }: Awaited<ReturnType<typeof aReader>>) =>
  call('POST /stories', aSubmission())

describe('a reader with an unconfirmed e-mail address', () => {
  test('may send in three stories a day, and the error says how to send more', async () => {
    const reader = await aNewReader()
    for (let count = 0; count < 3; count++) await submit(reader)
    await expect(submit(reader)).rejects.toMatchObject({
      status: 429,
      sentence:
        'You have sent in three stories today. Open the link in our welcome mail to send in more, or come back tomorrow.',
    })
    await sql`update rate_limits set expire = ${Date.now() - 1}`
    await submit(reader)
  })

  test('may send in twenty a day once it is confirmed', async () => {
    const reader = await aNewReader()
    for (let count = 0; count < 3; count++) await submit(reader)
    const opened = await reader.send(reader.link)
    expect(opened.headers.get('Location')).toBe('/account?done=proven')
    for (let count = 0; count < 20; count++) await submit(reader)
    await expect(submit(reader)).rejects.toMatchObject({ status: 429 })
  })
})

test('gets an error for a story whose uploaded picture was deleted', async () => {
  const { call } = await aReader(await theApp)
  const gone = `/uploads/${crypto.randomUUID()}/1600.webp`
  const story = aSubmission()
  await expect(call('POST /stories', { ...story, imageUrl: gone })).rejects.toMatchObject({
    status: 400,
    fields: { imageUrl: [formMessages.pictureGone] },
  })
  expect((await call('POST /stories', { ...story, imageUrl: '' })).imageUrl).toBeNull()
})

describe('the link in a welcome mail', () => {
  const isProven = async (id: string) =>
    (await sql`select 1 from readers where id = ${id} and email_proven_at is not null`).length === 1

  test('confirms the address in any browser', async () => {
    const { link, reader, mail } = await aNewReader()
    expect(mail.text).toContain('Please confirm that this e-mail address is yours.')
    const { send } = await aVisitor(await theApp)
    const to = '/sign-in?returnTo=%2Faccount%3Fdone%3Dproven'
    expect((await send(link)).headers.get('Location')).toBe(to)
    expect(await isProven(reader.id)).toBe(true)
    expect((await send(link)).headers.get('Location')).toBe(to)
  })

  test('confirms nothing by HEAD, when incomplete, or for another reader', async () => {
    const { link, reader, send } = await aNewReader()
    const other = await aNewReader()
    await send(link, { method: 'HEAD' })
    const wrong = [
      link.slice(0, -1),
      link.replace(/proof=.*/, 'proof='),
      link.replace(reader.id, other.reader.id),
      link.replace(reader.id, 'nobody'),
      '/api/auth/prove',
    ]
    for (const path of wrong) {
      const { status, headers } = await send(path)
      expect([status, headers.get('Location')], path).toEqual([303, '/account?done=not-proven'])
    }
    expect(await isProven(reader.id)).toBe(false)
    expect(await isProven(other.reader.id)).toBe(false)
  })
})
