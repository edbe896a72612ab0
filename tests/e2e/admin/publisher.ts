import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright/test'
import { anAddress } from '#tests/magazine/posts.ts'
import { serviceAddress } from '../support/service.ts'
import { expect } from '../support/test.ts'

export const publisher = { username: 'publisher', password: 'nine drums before the rain' }

/** A new token of the publisher's. */
export async function aToken(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/admin/login', {
    data: publisher,
    headers: { 'X-Forwarded-For': anAddress() },
  })
  expect(answer.status()).toBe(200)
  return ((await answer.json()) as { token: string }).token
}

const shared = new Map<string, Promise<string>>()

/** The token that the tests of a worker share, of each service: passwords take a while. */
export function theToken(request: APIRequestContext): Promise<string> {
  const token = shared.get(serviceAddress()) ?? aToken(request)
  shared.set(serviceAddress(), token)
  return token
}

/**
 * Signs the page's browser in as the publisher, with a session of its own where it is going to end; resolves to a way to
 * ask the API as the publisher.
 */
export async function withAdminSession(page: Page, { isOwn = false } = {}) {
  const token = await (isOwn ? aToken : theToken)(page.request)
  // This happens once: a test that signs out stays signed out.
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('adminToken', stored), token)
  return {
    token,
    async ask(method: string, path: string, data?: object) {
      const answer = await page.request.fetch(`/api${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        ...(data && { data }),
      })
      expect(answer.ok(), `${method} ${path} answered ${answer.status()}`).toBe(true)
      return answer.json()
    },
  }
}

/** What the book form holds, with nothing but what must be there; its title is its own. */
export function aNewBook() {
  return {
    title: `The Quiet Ledger ${randomUUID().slice(0, 8)}`,
    authorName: 'Kele Umez-Ray',
    category: 'Novel',
    price: 3500,
    description: 'A first novel about who keeps the accounts of a village, and who reads them.',
  }
}
