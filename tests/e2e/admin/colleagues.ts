import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { APIRequestContext, Page } from 'playwright/test'
import type { Role } from '#contract/roles.ts'
import { anAddress } from '#tests/magazine/posts.ts'
import { mailsTo } from '../support/readers.ts'
import { expect } from '../support/test.ts'
import { theToken } from './publisher.ts'

export const colleaguePassword = 'six lamps in the yard'

/** Somebody invited who has joined; a second step where the role needs one. Resolves to how they sign in. */
export async function aColleague(request: APIRequestContext, role: Exclude<Role, 'owner'>) {
  const headers = { 'X-Forwarded-For': anAddress() }
  const post = async (path: string, data: object, token?: string) => {
    const answer = await request.post(`/api/admin/${path}`, {
      data,
      headers: { ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
    })
    return answer.json()
  }
  const id = randomUUID().slice(0, 8)
  const person = { name: `Ladi ${id}`, email: `ladi-${id}@ascend.example` }
  await post('people', { ...person, role }, await theToken(request))
  const [mail = ''] = await mailsTo(person.email)
  const [, token = ''] = /\/admin\/join\?token=([\w-]+)/.exec(mail) ?? []
  let totp: TOTP | undefined
  let proof = {}
  if ((await post('join/open', { token })).needsSecondStep) {
    const { attempt, authenticator } = await post('join/second-step', {
      token,
      kind: 'authenticator',
    })
    totp = new TOTP({ secret: Secret.fromBase32(authenticator.secret) })
    proof = { attempt, code: totp.generate({ timestamp: Date.now() - 30_000 }) }
  }
  await post('join', { token, password: colleaguePassword, ...proof })
  const signIn = async (): Promise<string> => {
    const first = await post('login', { username: person.email, password: colleaguePassword })
    if (!totp) return first.token
    const { attempt } = first.secondStep
    return (await post('login/second-step', { attempt, code: totp.generate() })).token
  }
  return { ...person, token: await signIn() }
}

/** Signs the page's browser in by a token. */
export async function withToken(page: Page, token: string) {
  expect(token).toBeTruthy()
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('adminToken', stored), token)
}
