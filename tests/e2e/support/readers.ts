import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { AgeBand } from '#contract/magazine/age-bands.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { mailsSoFar } from './service.ts'
import { expect } from './test.ts'

export const password = 'eleven goats and a radio'

/** A grown-up person of this test alone. */
export function aPerson() {
  return {
    firstName: 'Tamuno',
    lastName: 'Briggs-Ade',
    email: `tamuno.${randomUUID()}@ascend.example`,
    password,
    ageBand: '18+',
  }
}

/** Makes an account for the page's browser, which is signed in from then on. */
export async function signedIn(page: Page, ageBand: AgeBand = '18+') {
  const person = { ...aPerson(), ageBand }
  const answer = await page.request.post('/api/auth/register', {
    data: person,
    // The tests make more accounts in an hour than one network address may.
    headers: { 'X-Forwarded-For': anAddress() },
  })
  expect(answer.status()).toBe(201)
  return { ...person, id: ((await answer.json()) as { id: string }).id }
}

/** Who is signed in has this first name from now on, as far as the page knows. */
export async function greetedAs(page: Page, name: string) {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), firstName: name } })
  })
}

/** Opens a page and waits until its header greets by this name. */
export async function openAs(page: Page, name: string, path: string) {
  await page.goto(path)
  await expect(page.locator('[data-reader-name]').first()).toHaveText(name)
}

/** Every form of the page comes from an address of its own, as if by another phone. */
export async function fromElsewhere(page: Page) {
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': anAddress() })
}

/** The text of the mails that were written to an address, the oldest first; waits for the first. */
export async function mailsTo(email: string): Promise<string[]> {
  let mails: string[] = []
  await expect
    .poll(async () => {
      mails = await mailsSoFar(email)
      return mails.length
    })
    .toBeGreaterThan(0)
  return mails
}
