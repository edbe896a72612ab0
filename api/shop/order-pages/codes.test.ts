import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { codeMails } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aBook, aVisitor, startApp, theStaff } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'

const base = await startApp({ orderSecret: composeWith.orderSecret })

beforeEach(() => sql`delete from rate_limits`)

/** Somebody with an order of three copies, of whose codes `code` is the first. */
async function aBuyer() {
  const order = await anOrder((await aBook()).id, { quantity: 3 })
  const visitor = await aVisitor(base)
  const [code = '', other = ''] = order.codes
  const { reference, key } = order
  const link = { reference, key }
  const codes = async () => (await visitor.call('GET /orders/:reference', link)).codes
  const redeem = (typed: string) =>
    visitor.call('POST /redeem', { code: typed, name: 'Ada Obi', email: anEmail() })
  const mail = (mailedCode: string, codeEmail?: string) =>
    visitor.call('POST /orders/:reference/codes/mail', { ...link, mailedCode, codeEmail })
  const replace = (replacedCode: string) =>
    visitor.call('POST /orders/:reference/codes/replace', { ...link, replacedCode })
  return { ...visitor, order, link, code, other, codes, redeem, mail, replace }
}

const anEmail = () => `friend-${randomUUID()}@friends.example`

async function mailsTo(email: string) {
  const queued = await sql<QueuedMail[]>`
    select * from mails where kind = 'giftCode' and recipient = ${email} order by created_at`
  return Promise.all(queued.map((mail) => composeMail(mail, composeWith)))
}

const used = { status: 409, sentence: expect.stringContaining('has been used already') }
const gone = { status: 404, sentence: expect.stringContaining('not among those of the order') }

describe('a buyer with codes', () => {
  test('mails one to somebody, with title and address to redeem it at', async () => {
    const { code, mail } = await aBuyer()
    const email = anEmail()
    expect(await mail(code.toLowerCase(), email.toUpperCase())).toEqual({ number: 1, code })
    const [sent] = await mailsTo(email)
    expect(sent?.subject).toBe('A code for a book: The Quiet Ledger')
    expect(sent?.text).toContain(`\n${code}\n`)
    expect(sent?.text).toContain('Ngozi Bassey-Udo has bought “The Quiet Ledger”')
    expect(sent?.text).toContain('https://ascend.example/redeem\n')
    const stored = await sql`select data from mails where recipient = ${email}`
    expect(JSON.stringify(stored)).not.toContain(code)
  })

  test('mails one to themselves, without script', async () => {
    const { order, code, link, send } = await aBuyer()
    const { reference, key } = link
    const path = `/api/orders/${reference}/codes/mail`
    const response = await send(path, asForm({ key, mailedCode: code, codeEmail: ' ' }))
    const back = `/order/${reference}?key=${key}&mailed=1#codes`
    expect([response.status, response.headers.get('Location')]).toEqual([303, back])
    expect(await mailsTo(order.buyerEmail)).toHaveLength(1)
  })

  test('replaces one, which ends at once', async () => {
    const { order, code, other, codes, redeem, replace } = await aBuyer()
    const { number, code: fresh } = await replace(code)
    expect(number).toBe(1)
    expect(await codes()).toEqual([
      { code: fresh, isRedeemed: false },
      { code: other, isRedeemed: false },
    ])
    await expect(redeem(code)).rejects.toMatchObject({ status: 400 })
    expect((await replace(fresh)).code).not.toBe(code)
    const [current] = await codes()
    await redeem(current?.code ?? '')
    expect(await codes()).toMatchObject([{ isRedeemed: true }, { isRedeemed: false }])
    const events = await sql`
      select note from order_events where order_id = ${order.id} and what = 'code replaced'`
    expect(events).toEqual([{ note: '1' }, { note: '1' }])
  })

  test('replaces one without script', async () => {
    const { code, link, codes, send } = await aBuyer()
    const { reference, key } = link
    const path = `/api/orders/${reference}/codes/replace`
    const response = await send(path, asForm({ key, replacedCode: code }))
    const back = `/order/${reference}?key=${key}&replaced=1#codes`
    expect([response.status, response.headers.get('Location')]).toEqual([303, back])
    expect((await codes())[0]?.code).not.toBe(code)
  })

  test('neither mails nor replaces one that was used', async () => {
    const { code, codes, redeem, mail, replace } = await aBuyer()
    await redeem(code)
    await expect(mail(code, anEmail())).rejects.toMatchObject(used)
    await expect(replace(code)).rejects.toMatchObject(used)
    expect((await codes())[0]).toEqual({ code, isRedeemed: true })
  })

  test('replaces one or has it redeemed, never both', async () => {
    const { code, codes, redeem, replace } = await aBuyer()
    const [replaced, redeemed] = await Promise.allSettled([replace(code), redeem(code)])
    expect([replaced.status, redeemed.status].sort()).toEqual(['fulfilled', 'rejected'])
    const [now] = await codes()
    expect(now?.isRedeemed).toBe(redeemed.status === 'fulfilled')
  })

  test('does nothing with codes of others, of before, or of a refunded order', async () => {
    const { order, code, other, mail, replace } = await aBuyer()
    const stranger = await aBuyer()
    await expect(mail(stranger.code)).rejects.toMatchObject(gone)
    await expect(replace(stranger.code)).rejects.toMatchObject(gone)
    await replace(code)
    await expect(mail(code)).rejects.toMatchObject(gone)
    await expect(replace(code)).rejects.toMatchObject(gone)
    await refundNow(order.id)
    await expect(replace(other)).rejects.toMatchObject(gone)
    const link = { reference: order.reference, key: 'guessed' }
    await expect(
      stranger.call('POST /orders/:reference/codes/replace', { ...link, replacedCode: other }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('sends nothing if the code was replaced before the mail leaves', async () => {
    const { code, mail, replace } = await aBuyer()
    const email = anEmail()
    await mail(code, email)
    await replace(code)
    expect(await mailsTo(email)).toEqual([undefined])
  })

  test('mails a class and more in an hour, not all the world', async () => {
    const { order, code, mail } = await aBuyer()
    const email = anEmail()
    await mail(code, email)
    await sql`update rate_limits set points = ${codeMails.points} where key like 'mailed codes%'`
    await expect(mail(code, email)).rejects.toMatchObject({ status: 429 })
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo(order.buyerEmail)).toEqual([])
  })
})

describe('staff with the codes of an order', () => {
  async function atTheOrder() {
    const buyer = await aBuyer()
    const { reference, id } = buyer.order
    const keeper = await theStaff('shopkeeper', base)
    const change = (what: 'mail' | 'replace', number: number) =>
      keeper.call(`POST /admin/orders/:reference/codes/:number/${what}`, { reference, number })
    const page = () => keeper.call('GET /admin/orders/:reference', { reference })
    const activity = async () =>
      (await sql<{ action: string }[]>`select action from activity where subject_id = ${id}`).map(
        ({ action }) => action,
      )
    return { ...buyer, change, page, activity }
  }

  test('see which are used, and none of them', async () => {
    const { code, redeem, page } = await atTheOrder()
    await redeem(code)
    const answer = await page()
    expect(answer.codes).toEqual([
      { number: 1, isRedeemed: true },
      { number: 2, isRedeemed: false },
    ])
    expect(JSON.stringify(answer)).not.toContain(code)
  })

  test('mail one to the buyer again', async () => {
    const { order, other, change, activity } = await atTheOrder()
    await change('mail', 2)
    const [sent] = await mailsTo(order.buyerEmail)
    expect(sent?.text).toContain(`\n${other}\n`)
    expect(await activity()).toEqual(['orderCodeMailed'])
  })

  test('replace one, and the buyer gets the new one', async () => {
    const { order, code, codes, redeem, change, activity } = await atTheOrder()
    await change('replace', 1)
    const [fresh] = await codes()
    expect(fresh?.code).not.toBe(code)
    const [sent] = await mailsTo(order.buyerEmail)
    expect(sent?.text).toContain(`\n${fresh?.code}\n`)
    await expect(redeem(code)).rejects.toMatchObject({ status: 400 })
    expect(await activity()).toEqual(['orderCodeReplaced'])
  })

  test.each(['mail', 'replace'] as const)(
    '%s none that was used, or is not there',
    async (what) => {
      const { code, codes, redeem, change, activity } = await atTheOrder()
      await redeem(code)
      await expect(change(what, 1)).rejects.toMatchObject(used)
      await expect(change(what, 3)).rejects.toMatchObject(gone)
      expect((await codes())[0]).toEqual({ code, isRedeemed: true })
      expect(await activity()).toEqual([])
    },
  )

  test('replace none that could not be mailed, within the limit of the order', async () => {
    const { code, codes, change } = await atTheOrder()
    await change('mail', 1)
    await sql`update rate_limits set points = ${codeMails.points} where key like 'mailed codes%'`
    await expect(change('replace', 1)).rejects.toMatchObject({ status: 429 })
    expect((await codes())[0]?.code).toBe(code)
  })

  test('of another role do nothing', async () => {
    const { order } = await atTheOrder()
    const editor = await theStaff('editor', base)
    const asked = { reference: order.reference, number: 1 }
    await expect(
      editor.call('POST /admin/orders/:reference/codes/:number/mail', asked),
    ).rejects.toMatchObject({ status: 403 })
  })
})
