import { randomUUID } from 'node:crypto'
import { violationsInLightAndDark } from '#tests/e2e/support/axe.ts'
import { mailsTo } from '#tests/e2e/support/readers.ts'
import { inDatabase } from '#tests/e2e/support/service.ts'
import { expect, phone, test } from '#tests/e2e/support/test.ts'
import { tooWide } from '#tests/e2e/support/too-wide.ts'
import { withAdminSession } from '../publisher.ts'
import { aSubscriber } from './issues.ts'

async function aSavedIssue(ask: Awaited<ReturnType<typeof withAdminSession>>['ask']) {
  const id = randomUUID()
  const subject = `What the river took ${id.slice(0, 8)}`
  const fields = {
    subject,
    preheader: '',
    content: 'Dear reader,\n\nthe river rose.',
    categories: [],
  }
  await ask('PUT', `/admin/letters/${id}/draft`, { base: 0, saveId: randomUUID(), fields })
  return { id, subject }
}

test.describe('on a phone', () => {
  test.use(phone)

  test('the publisher sends an issue by keyboard and follows its delivery', async ({ page }) => {
    const email = await aSubscriber()
    const { ask } = await withAdminSession(page)
    const { id, subject } = await aSavedIssue(ask)
    await page.goto('/admin/letters')
    await page.getByRole('link', { name: subject }).click()
    await expect(page).toHaveURL(`/admin/letters/${id}/edit`)
    await page.getByRole('button', { name: /^Send to \d/ }).press('Enter')
    await expect(page.getByText('Sending in a Minute')).toBeVisible()
    await expect(page).toHaveURL(`/admin/letters/${id}`)
    // This is as if the minute were over.
    await inDatabase((db) => db`update letters set send_at = now() where id = ${id}`)
    await expect(page.getByText('100%')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('status').getByText('Kept, not sent', { exact: true })).toBeVisible(
      {
        timeout: 30_000,
      },
    )
    expect(await tooWide(page, 'a sent newsletter')).toEqual([])
    expect(await violationsInLightAndDark(page, 'a sent newsletter')).toEqual([])
    // A newsletter of another test may go to all subscribers meanwhile.
    const mails = await mailsTo(email)
    const mail = mails.find((text) => text.includes(`Subject: ${subject}`))
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })
})

test('the publisher resolves uncertain recipients, and reads why nothing is delivered', async ({
  page,
}) => {
  const id = randomUUID()
  const email = `simi.${id}@ascend.example`
  await inDatabase(async (db) => {
    await db`
      insert into letters (id, state, subject, created_by, started_at, finished_at, mail_subject, mail_html, mail_text)
      values (${id}, 'sent', 'Cut off', 'Ada', now(), now(), 'Cut off', '', '')`
    await db`
      with subscriber as (
        insert into subscribers (email, confirmed_at) values (${email}, now()) returning id
      )
      insert into letter_recipients (letter_id, subscriber_id, state, reason)
      select ${id}, id, 'uncertain', 'ECONNECTION' from subscriber`
  })
  await withAdminSession(page)
  await page.goto(`/admin/letters/${id}`)
  const box = page.getByRole('region', { name: 'Delivery unknown: 1' })
  await box.getByText('Their addresses').click()
  await expect(box.getByText(email)).toBeVisible()
  await box.getByRole('button', { name: 'Skip' }).press('Enter')
  await expect(page.getByText('Skipped', { exact: true })).toBeVisible()
  await expect(box).toHaveCount(0)
  await test.step('without a mail server the domain page says so', async () => {
    await page.goto('/admin/letters/domain')
    await expect(page.getByText(/^Mail is off: mails are kept/)).toBeVisible()
  })
})
