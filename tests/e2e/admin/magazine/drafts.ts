import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import { expect } from '#tests/e2e/support/test.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { theToken, type withAdminSession } from '../publisher.ts'

type Admin = Pick<Awaited<ReturnType<typeof withAdminSession>>, 'ask'>

/** A draft saved twice, the same for everybody who asks: its saves are known already. */
export async function theDraft(request: APIRequestContext): Promise<string> {
  const id = '5a1e0000-0000-4000-8000-000000000000'
  const token = await theToken(request)
  for (const base of [0, 1]) {
    const saveId = id.replace(/0$/, String(base + 1))
    const fields = { ...aDraft(), title: `The plank, told ${base + 1} times` }
    const answer = await request.put(`/api/admin/drafts/${id}`, {
      data: { base, saveId, fields },
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(answer.status()).toBe(200)
  }
  return id
}

/** Saves on top of `base`; resolves to the number of the revision. */
export async function saveDraft(admin: Admin, id: string, base: number, fields = {}) {
  const data = { base, saveId: randomUUID(), fields: { ...aDraft(), ...fields } }
  return ((await admin.ask('PUT', `/admin/drafts/${id}`, data)) as { number: number }).number
}

/** A story that is published, or planned for a time to come. */
export async function aWrittenStory(admin: Admin, title: string, publishAt?: string) {
  const id = randomUUID()
  const number = await saveDraft(admin, id, 0, { title })
  await admin.ask('POST', `/admin/drafts/${id}/publish`, { number, publishAt })
  return { id, number }
}

/** A draft of whoever the token is. */
export async function aDraftOf(request: APIRequestContext, token: string) {
  const id = randomUUID()
  const answer = await request.put(`/api/admin/drafts/${id}`, {
    data: { base: 0, saveId: randomUUID(), fields: aDraft() },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(answer.status()).toBe(200)
  return id
}
