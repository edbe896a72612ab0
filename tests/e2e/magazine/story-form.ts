import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { aSubmission } from '#tests/magazine/submissions.ts'
import { inDatabase } from '../support/service.ts'
import { expect } from '../support/test.ts'

/** What a form may be refused with, and the console complains of. */
export const expectedErrors = /status of (400|401|404|409|413|415|500|503)|ERR_FAILED/

/** The errors by the label of the field. */
export const errors = {
  'Your Name': 'Name must be at least 2 characters',
  'Your Role': 'Please select your role',
  'Story Category': 'Please select a category',
  'Story Title': 'Title must be at least 10 characters',
  'Story Summary': 'Summary must be at least 50 characters',
  'Your Story': 'Content must be at least 100 characters',
}

/** A story that nobody else sends. */
export function aStory() {
  return {
    ...aSubmission,
    // Ends with one long word, which has to break wherever it is shown.
    title: `How our street got its light back ${randomUUID().replaceAll('-', '')}${Date.now()}`,
  }
}

export async function opened(page: Page, path = '/submit') {
  await page.goto(path)
  // Its button works only with script.
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled()
}

export async function fillIn(page: Page, story = aStory()) {
  await page.getByLabel('Your Name').fill(story.authorName)
  await page.getByLabel('Your Role').selectOption(story.authorRole)
  await page.getByLabel('Story Category').selectOption(story.category)
  await page.getByLabel('Story Title').fill(story.title)
  await page.getByLabel('Story Summary').fill(story.summary)
  await page.getByLabel('Your Story').fill(story.content)
  return story
}

export const send = (page: Page) => page.getByRole('button', { name: 'Submit Story' }).click()
export const agree = (page: Page) => page.getByRole('checkbox', { name: 'I agree' }).check()

/** The stories that the reader has sent, as the account tells them. */
export async function sentBy(page: Page) {
  const { submissions } = await (await page.request.get('/api/account')).json()
  return submissions as { id: string; title: string; state: string }[]
}

/** Returns a story as the publisher does: with a note to its author. */
export const returnStory = (id: string, note: string) =>
  inDatabase(
    (sql) => sql`update stories set status = 'returned', review_note = ${note} where id = ${id}`,
  )

/** What a screen reader says after the field's name. */
export function noteAt(field: Locator) {
  return field.evaluate(
    (element) => document.getElementById(element.getAttribute('aria-describedby') ?? '')?.innerText,
  )
}
