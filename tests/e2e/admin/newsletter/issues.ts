import type { APIRequestContext } from 'playwright/test'
import { inDatabase } from '#tests/e2e/support/service.ts'
import { expect } from '#tests/e2e/support/test.ts'
import { theToken } from '../publisher.ts'

/** An issue saved once, the same for everybody who asks: its save is known already. */
export async function theIssue(request: APIRequestContext): Promise<string> {
  const id = '5a1e0000-0000-4000-8000-0000000000aa'
  const fields = {
    subject: 'What the river took',
    preheader: 'And what it gave back.',
    content: 'Dear reader,\n\nthe river was high.',
    categories: [],
  }
  const answer = await request.put(`/api/admin/letters/${id}/draft`, {
    data: { base: 0, saveId: id, fields },
    headers: { Authorization: `Bearer ${await theToken(request)}` },
  })
  expect(answer.status()).toBe(200)
  return id
}

/** Somebody who gets newsletters; their address. */
export async function aSubscriber() {
  const email = `simi.${crypto.randomUUID()}@ascend.example`
  await inDatabase(
    (db) => db`insert into subscribers (email, confirmed_at) values (${email}, now())`,
  )
  return email
}
