import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#db/sql.ts'
import { mailsTo } from '../readers.ts'
import { desktop, expect, phone, test } from '../test.ts'
import { withAdminSession } from './publisher.ts'

/** The service's own database. */
async function inDatabase<T>(
  port: string,
  work: (db: ReturnType<typeof openDatabase>) => Promise<T>,
) {
  const note = readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8')
  const db = openDatabase(JSON.parse(note).databaseUrl, { max: 1 })
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

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

for (const [device, size] of Object.entries({ phone, desktop })) {
  test.describe(`on a ${device}`, () => {
    test.use(size)

    test(`on a ${device}, the publisher sends an issue by keyboard and follows its delivery`, async ({
      page,
      baseURL,
    }) => {
      const { port } = new URL(baseURL ?? '')
      const email = `simi.${randomUUID()}@ascend.example`
      await inDatabase(
        port,
        (db) => db`
        insert into subscribers (email, confirmed_at) values (${email}, now())`,
      )
      const { ask } = await withAdminSession(page)
      const { id, subject } = await aSavedIssue(ask)
      await page.goto('/admin/letters')
      await page.getByRole('link', { name: subject }).click()
      await expect(page).toHaveURL(`/admin/letters/${id}`)
      await expect(page.getByText(/^It goes to \d+ subscribers? at present/)).toBeVisible()
      await page.getByRole('button', { name: 'Send now' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Send it' }).press('Enter')
      await expect(page.getByText('Letter On Its Way')).toBeVisible()
      await expect(page.getByText('Sent', { exact: true }).first()).toBeVisible()
      await expect(page.getByRole('status').getByText(/^Since /)).toBeVisible({ timeout: 30_000 })
      // A letter of another test may go to all subscribers meanwhile.
      const mails = await mailsTo(email, port)
      const mail = mails.find((text) => text.includes(`Subject: ${subject}`))
      expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    })
  })
}

test('the publisher resolves uncertain recipients', async ({ page, baseURL }) => {
  const { port } = new URL(baseURL ?? '')
  const id = randomUUID()
  const email = `simi.${id}@ascend.example`
  await inDatabase(port, async (db) => {
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
  const box = page.getByRole('region', { name: 'Uncertain: 1' })
  await box.getByText('Their addresses').click()
  await expect(box.getByText(email)).toBeVisible()
  await box.getByRole('button', { name: 'Leave as they are' }).press('Enter')
  await expect(page.getByText('Left As They Are')).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('the publisher unblocks a suppressed address', async ({ page, baseURL }) => {
  const { port } = new URL(baseURL ?? '')
  const email = `gone.${randomUUID()}@ascend.example`
  await inDatabase(
    port,
    (db) => db`
    insert into suppressions (email, reason, detail) values (${email}, 'bounced', 'Permanent General')`,
  )
  await withAdminSession(page)
  await page.goto('/admin/newsletter')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Mail came back for good')
  await row.getByRole('button', { name: /^Allow again/ }).press('Enter')
  await expect(page.getByText('Letters Again', { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('without a mail server the domain page says so', async ({ page }) => {
  await withAdminSession(page)
  await page.goto('/admin/letters/domain')
  await expect(page.getByText(/No mail server is configured/)).toBeVisible()
})
