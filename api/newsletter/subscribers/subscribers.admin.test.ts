import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aVisitor, thePublisher, theStaff } from '#tests/people.ts'

// The list is one for the whole site: each test begins with an empty one.
beforeEach(() => sql`truncate subscribers`)

async function subscribed(
  email: string,
  fields: { confirmedAt?: string; createdAt?: string; wording?: number; source?: string } = {},
) {
  const [row] = await sql<{ unsubscribeToken: string }[]>`
    insert into subscribers ${sql({ email, ...fields })} returning unsubscribe_token`
  return row?.unsubscribeToken as string
}

const confirmedAt = '2026-11-20T08:00:00.000Z'
const columns = '"email","confirmedAt","unsubscribeUrl","askedAt","wording","source"'

async function downloaded() {
  const { send } = await thePublisher()
  const answer = await send('/api/admin/newsletter.csv')
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const exports = async () =>
  (await sql`select 1 from activity where action = 'newsletterExported'`).length

describe('the publisher', () => {
  test('sees subscribers, newest first, and who has confirmed', async () => {
    const { callPage } = await thePublisher()
    await subscribed('first@readers.example', {
      confirmedAt,
      createdAt: '2026-11-01T08:00:00.000Z',
    })
    await subscribed('second@readers.example', { createdAt: '2026-11-02T08:00:00.000Z' })
    await subscribed('third@readers.example', {
      confirmedAt,
      createdAt: '2026-11-03T08:00:00.000Z',
    })
    const listed = async (status?: 'confirmed' | 'waiting') => {
      const { items, total } = await callPage('GET /admin/newsletter', {
        ...(status && { status }),
        pageSize: 2,
      })
      return [total, items.map(({ email }) => email.split('@')[0])]
    }
    expect(await listed()).toEqual([3, ['third', 'second']])
    expect(await listed('confirmed')).toEqual([2, ['third', 'first']])
    expect(await listed('waiting')).toEqual([1, ['second']])
    const { items } = await callPage('GET /admin/newsletter', { status: 'waiting' })
    expect(items).toEqual([
      {
        email: 'second@readers.example',
        confirmedAt: null,
        createdAt: '2026-11-02T08:00:00.000Z',
      },
    ])
  })

  test('downloads the confirmed ones as CSV, each with the unsubscribe address', async () => {
    const agreed = { createdAt: confirmedAt, wording: 1, source: 'form' }
    const token = await subscribed('simi@readers.example', { confirmedAt, ...agreed })
    await subscribed('waiting@readers.example')
    const before = await exports()
    const { status, headers, text } = await downloaded()
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="ascend-newsletter-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(headers.get('Cache-Control')).toContain('no-store')
    const leave = `https://ascend.example/api/newsletter/unsubscribe?token=${token}`
    expect(text).toBe(
      `${columns}\r\n"simi@readers.example","${confirmedAt}","${leave}","${confirmedAt}",1,"form"\r\n`,
    )
    expect(await exports()).toBe(before + 1)

    const visitor = await aVisitor()
    const { pathname, search } = new URL(leave)
    expect((await visitor.send(`${pathname}${search}`)).headers.get('Location')).toContain(token)
    await visitor.call('POST /newsletter/unsubscribe', { token })
    expect((await downloaded()).text).toBe(`${columns}\r\n`)
  })

  test('looks up when an address agreed, to which text, and when it unsubscribed', async () => {
    const { call } = await thePublisher()
    const email = `simi-${randomUUID()}@readers.example`
    const look = () => call('POST /admin/newsletter/consent', { email: email.toUpperCase() })
    expect(await look()).toEqual([])
    const agreed = { createdAt: '2026-11-01T08:00:00.000Z', wording: 1, source: 'form' }
    const token = await subscribed(email, { confirmedAt, ...agreed })
    await subscribed('another@readers.example', { confirmedAt })
    const record = { askedAt: agreed.createdAt, confirmedAt, wording: 1, source: 'form' }
    expect(await look()).toEqual([{ ...record, withdrawnAt: null }])
    await (await aVisitor()).call('POST /newsletter/unsubscribe', { token })
    const left = { ...record, withdrawnAt: expect.any(String) }
    expect(await look()).toEqual([left])
    // Back again, and not confirmed yet.
    await subscribed(email)
    expect(await look()).toMatchObject([
      { confirmedAt: null, wording: null, withdrawnAt: null },
      left,
    ])
    const editor = await theStaff('editor')
    await expect(editor.call('POST /admin/newsletter/consent', { email })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('gets a file in which a spreadsheet evaluates no typed formula', async () => {
    // They are inserted by hand, as the form would refuse most of them.
    for (const email of [
      '=1+1@readers.example',
      '+234@readers.example',
      '-2@readers.example',
      '@sum(a1)',
    ]) {
      await subscribed(email, { confirmedAt })
    }
    await subscribed('a"b,c@readers.example', { confirmedAt })
    const lines = (await downloaded()).text.trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split('","')[0]).sort()).toEqual(
      [
        `"'=1+1@readers.example`,
        `"'+234@readers.example`,
        `"'-2@readers.example`,
        `"'@sum(a1)`,
        '"a""b,c@readers.example',
      ].sort(),
    )
  })

  test('gets each of fifty thousand once', async () => {
    await sql`
      insert into subscribers (email, confirmed_at)
      select 'reader-' || n || '-' || ${randomUUID()}::text || '@readers.example', now()
      from generate_series(1, 50000) n`
    const { text } = await downloaded()
    const emails = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split('"')[1])
    expect(emails).toHaveLength(50_000)
    expect(new Set(emails).size).toBe(50_000)
  })

  test('does not download it by HEAD', async () => {
    const { send } = await thePublisher()
    const before = await exports()
    const answer = await send('/api/admin/newsletter.csv', { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toContain('attachment')
    expect(await exports()).toBe(before)
  })
})
