import { beforeAll, expect } from 'vitest'
import type { InputOf } from '#contract/endpoints/contract.ts'
import type { StoryState } from '#contract/states.ts'
import { sql } from '#db/sql.ts'
import { aReader, aSubmission, thePublisher } from '#tests/people.ts'

export type Publisher = Awaited<ReturnType<typeof thePublisher>>
export let publisher: Publisher

/** Runs before the tests of a file about reviews. */
export function signInPublisher() {
  beforeAll(async () => {
    publisher = await thePublisher()
  })
}

export type Decision = Omit<InputOf<'PATCH /admin/stories/:id'>, 'id'>
export const decide = (id: string, decision: Decision) =>
  publisher.call('PATCH /admin/stories/:id', { id, ...decision })
export const look = (id: string) => publisher.call('GET /admin/stories/:id', { id })

/** Somebody who has sent in a story. */
export async function aContributor() {
  const person = await aReader()
  const sent = aSubmission()
  const { id } = await person.call('POST /stories', sent)
  return { ...person, id, sent }
}

export const note = 'Who paid for the poles?'
/** How the publisher brings a story that was just sent in to where it is to stand. */
export const waysTo: Record<StoryState, Decision[]> = {
  submitted: [],
  returned: [{ status: 'returned', note }],
  declined: [{ status: 'declined' }],
  published: [{ isPublished: true }],
  unpublished: [{ isPublished: true }, { isPublished: false }],
}

export async function aStoryIn(state: StoryState) {
  const contributor = await aContributor()
  for (const decision of waysTo[state]) await decide(contributor.id, decision)
  expect((await look(contributor.id)).state).toBe(state)
  return contributor
}

/** The mails about a review that went to somebody, the oldest first. */
export const mailsOf = async (email: string) =>
  (
    await sql<{ kind: string; data: object }[]>`
      select kind, data from mails
      where recipient = ${email} and kind not in ('welcome', 'submission') order by created_at`
  ).map(({ kind, data }) => ({ kind, data }))

/** What the log says of a story, the oldest first. */
export const logOf = async (id: string) =>
  (
    await sql<{ who: string; action: string; subject: string; note: string | null }[]>`
      select who, action, subject, note from activity where subject_id = ${id} order by id`
  ).map((line) => ({ ...line }))
export const actionsOf = async (id: string) => (await logOf(id)).map(({ action }) => action)
