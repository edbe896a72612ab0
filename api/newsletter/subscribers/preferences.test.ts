import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addressHash, preferencesToken } from '#api/http/secrets/secrets.ts'
import { addFollow } from '#api/newsletter/follows/follows.queries.ts'
import { issueLinks } from '#api/newsletter/issue-mails/personal-mail.ts'
import { storyCategories } from '#contract/magazine/categories.ts'
import { newsletterRhythms } from '#contract/newsletter/newsletter-choices.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aProvenReader, aVisitor } from '#tests/people.ts'

const { orderSecret, publicUrl } = composeWith
const [commentary, fiction] = storyCategories

async function aSubscriber(email = `simi-${randomUUID()}@readers.example`) {
  const visitor = await aVisitor()
  await visitor.call('POST /newsletter', { email })
  const [row] = await sql<{ unsubscribeToken: string }[]>`
    update subscribers set confirmed_at = now() where email = ${email} returning unsubscribe_token`
  const unsubscribeToken = row?.unsubscribeToken as string
  const token = preferencesToken(orderSecret, unsubscribeToken)
  return { ...visitor, email, unsubscribeToken, token }
}

const rowOf = async (email: string) =>
  (await sql`select * from subscribers where email = ${email}`)[0]

describe('the preferences link of an issue', () => {
  test('is short and opens the subscriber’s preferences', async () => {
    const { call, email, unsubscribeToken, token } = await aSubscriber()
    const { preferences, leave } = issueLinks({ unsubscribeToken, isDaily: false }, composeWith)
    expect(preferences).toBe(`${publicUrl}/newsletter/preferences?token=${token}`)
    expect(leave).toBe(`${publicUrl}/api/newsletter/unsubscribe?token=${unsubscribeToken}`)
    expect(Math.max(preferences.length, leave.length)).toBeLessThan(110)
    expect(await call('GET /newsletter/preferences', { token })).toEqual({
      email,
      rhythm: 'letters',
      categories: [],
      follows: [],
      leaveToken: unsubscribeToken,
    })
  })

  test('cannot be replaced by the unsubscribe token or a changed link', async () => {
    const { call, unsubscribeToken, token } = await aSubscriber()
    const other = await aSubscriber()
    const mixed = token.slice(0, 22) + other.token.slice(22)
    const wrong = [
      unsubscribeToken,
      mixed,
      token.slice(0, -1),
      `${token}x`,
      'x',
      '%',
      'é'.repeat(40),
    ]
    for (const tried of [...wrong, preferencesToken(Buffer.alloc(32), unsubscribeToken)]) {
      const asked = call('GET /newsletter/preferences', { token: tried })
      await expect(asked, tried).rejects.toMatchObject({ status: 404 })
      const change = call('POST /newsletter/preferences', { token: tried, rhythm: 'weekly' })
      await expect(change, tried).rejects.toMatchObject({ status: 404 })
    }
  })

  test('of a former subscriber says so', async () => {
    const { call, token, unsubscribeToken } = await aSubscriber()
    await call('POST /newsletter/unsubscribe', { token: unsubscribeToken })
    await expect(call('GET /newsletter/preferences', { token })).rejects.toMatchObject({
      status: 404,
      sentence: expect.stringContaining('has left the newsletter'),
    })
  })
})

describe('a subscriber', () => {
  test.each(newsletterRhythms)('may choose %s, and finds it chosen', async (rhythm) => {
    const { call, token, email } = await aSubscriber()
    if (rhythm === 'follows') {
      const nothing = call('POST /newsletter/preferences', { token, rhythm })
      await expect(nothing).rejects.toMatchObject({ status: 400 })
      await addFollow(email, 'category:faith')
    }
    await call('POST /newsletter/preferences', { token, rhythm, categories: [fiction] })
    expect(await call('GET /newsletter/preferences', { token })).toMatchObject({
      rhythm,
      categories: [fiction],
    })
    expect(await rowOf(email)).toMatchObject({
      takesLetters: rhythm.startsWith('letters'),
      digest: /weekly|monthly/.exec(rhythm)?.[0] ?? null,
    })
  })

  test('chooses with a plain form, one category or several, or all again by none', async () => {
    const { send, token, email } = await aSubscriber()
    const choose = async (...ticked: string[]) => {
      const body = new URLSearchParams({ token, rhythm: 'letters-weekly' })
      for (const category of ticked) body.append('categories', category)
      const response = await send('/api/newsletter/preferences', { method: 'POST', body })
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toBe(
        `/newsletter/preferences?token=${token}&state=saved`,
      )
      return (await rowOf(email))?.['categories']
    }
    expect(await choose(commentary)).toEqual([commentary])
    expect(await choose(commentary, fiction, commentary)).toEqual([commentary, fiction])
    expect(await choose()).toEqual([])
  })

  test('is told what is wrong, and nothing changes', async () => {
    const { call, token, email } = await aSubscriber()
    const before = await rowOf(email)
    for (const wrong of [
      { rhythm: 'hourly' },
      { rhythm: 'weekly', categories: ['Weather'] },
      { rhythm: 'weekly', categories: [{}] },
    ]) {
      const change = call('POST /newsletter/preferences', { token, ...wrong } as never)
      await expect(change).rejects.toMatchObject({ status: 400 })
    }
    expect(await rowOf(email)).toEqual(before)
  })

  test('who was subscribed before preferences existed gets all categories', async () => {
    const email = `${randomUUID()}@readers.example`
    await sql`insert into subscribers (email, confirmed_at) values (${email}, now())`
    expect(await rowOf(email)).toMatchObject({ takesLetters: true, digest: null, categories: [] })
  })
})

describe('consent', () => {
  const withdrawals = (email: string) =>
    sql`select * from newsletter_withdrawals where address_hash = ${addressHash(orderSecret, email)}`

  test('is recorded with its text, time and source, and its withdrawal without the address', async () => {
    const { call, email, unsubscribeToken } = await aSubscriber()
    const before = await rowOf(email)
    expect(before).toMatchObject({ wording: 2, source: 'form', createdAt: expect.any(String) })
    await call('POST /newsletter/unsubscribe', { token: unsubscribeToken })
    await call('POST /newsletter/unsubscribe', { token: unsubscribeToken })
    const [record, ...others] = await withdrawals(email)
    expect(others).toEqual([])
    expect(record).toMatchObject({
      wording: 2,
      source: 'form',
      askedAt: before?.['createdAt'],
      confirmedAt: before?.['confirmedAt'],
      withdrawnAt: expect.any(String),
    })
    expect(JSON.stringify(record)).not.toContain(email.split('@')[0])
  })

  test('ends with one click in an old issue, also after the account was deleted', async () => {
    const reader = await aProvenReader()
    const { unsubscribeToken, email } = await aSubscriber(reader.email)
    await reader.call('DELETE /account', {})
    expect(await rowOf(email)).toBeUndefined()
    const click = asForm({ 'List-Unsubscribe': 'One-Click' })
    const path = `/api/newsletter/unsubscribe?token=${unsubscribeToken}`
    const { send } = await aVisitor()
    expect((await send(path, click)).status).toBe(200)
    // Somebody who asked again keeps what an older letter cannot end.
    await aSubscriber(email)
    expect((await send(path, click)).status).toBe(200)
    expect(await rowOf(email)).toBeDefined()
  })
})
