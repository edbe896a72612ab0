import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '#api/operations/log.ts'
import { onRequest } from '../../../scripts/dev-locals.mjs'
import { openDevSite } from './dev-render.ts'

/** In place of Astro's server stands a page that makes one call. */
async function aDevServer() {
  const server = createServer(async (request, response) => {
    const locals: { call?: (name: string, input: unknown) => Promise<unknown> } = {}
    const { headers } = request
    const asked = new Request('http://127.0.0.1', { headers: headers as Record<string, string> })
    const context = { locals, request: asked } as unknown as Parameters<typeof onRequest>[0]
    await onRequest(context, async () => {
      const isGood = await locals.call?.('GET /stories', {}).then(
        () => true,
        () => false,
      )
      response.writeHead(isGood ? 200 : 500).end()
      return new Response()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('in development the log says why a page failed', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const { site, stop } = await openDevSite(await aDevServer(), log)
  onTestFinished(() => void stop())
  const call = async () => {
    throw new Error('column "read_time" does not exist')
  }
  const { render } = site()
  const page = await render('/', { call } as unknown as Parameters<typeof render>[1])
  expect(page?.status).toBe(500)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: 'call of a page failed',
      call: 'GET /stories',
      err: { message: 'column "read_time" does not exist' },
    },
  ])
})
