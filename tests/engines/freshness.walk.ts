import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aWrittenStory } from '#tests/e2e/admin/magazine/drafts.ts'
import { publisher } from '#tests/e2e/admin/publisher.ts'
import { walk } from './walks.ts'

/** A way to ask the API as the publisher. */
async function anAdmin(base: string) {
  const send = (method: string, path: string, data?: object, headers = {}) =>
    fetch(`${base}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(data && { body: JSON.stringify(data) }),
    })
  const signedIn = await send('POST', '/admin/login', publisher)
  const { token } = (await signedIn.json()) as { token: string }
  return {
    async ask(method: string, path: string, data?: object) {
      const answer = await send(method, path, data, { Authorization: `Bearer ${token}` })
      expect(answer.ok, `${method} ${path} answered ${answer.status}`).toBe(true)
      return answer.json()
    },
  }
}

const headingOf = () => document.querySelector('h1')?.innerText ?? ''

for (const how of ['with the service worker', 'without one'] as const) {
  walk(
    `a story that was taken down is shown no more, by network or without, ${how}`,
    async ({ walker, base, service }) => {
      const admin = await anAdmin(base)
      const title = `The well of Ama ${randomUUID().slice(0, 8)}`
      const { id } = await aWrittenStory(admin, title)
      const path = `/story/${id}`
      await walker.goto('/about')
      if (how === 'with the service worker') {
        await walker.evaluate(() => scrollBy(0, 200))
        await expect
          .poll(() => walker.evaluate(() => navigator.serviceWorker.controller !== null))
          .toBe(true)
      }
      for (let visit = 0; visit < 2; visit++) {
        await walker.goto(path)
        await walker.sees(title)
        await walker.goto('/')
      }
      await admin.ask('DELETE', `/admin/stories/${id}`)
      await walker.goto(path)
      await walker.sees('Story Not Found')
      await walker.look('taken down')
      expect(await walker.evaluate(headingOf)).not.toContain(title)

      await walker.goto('/about')
      service.loseNetwork()
      // Without the service worker the browser's own page says that there is no network.
      await walker.engine.goto(`${base}${path}`).catch(() => undefined)
      await walker.look('without network')
      const text = await walker.evaluate(() => document.body?.innerText ?? '').catch(() => '')
      expect(text).not.toContain(title)
    },
    { widths: [360] },
  )
}
