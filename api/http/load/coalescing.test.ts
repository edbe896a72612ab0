import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Router } from '@koa/router'
import Koa from 'koa'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'
import { anonymous } from '../request-context.ts'
import { serve } from '../serve.ts'

test('twenty simultaneous equal requests run the query twice', async () => {
  const router = new Router()
  let [arrived, answers] = [0, 0]
  let open = () => {}
  const allArrived = new Promise<void>((resolve) => {
    open = resolve
  })
  serve(router, 'GET /stories/featured', async () => {
    answers++
    await allArrived
    await pause(100)
    return null
  })
  const app = new Koa().use((ctx, next) => {
    ctx.state.context = anonymous
    if (++arrived === 20) open()
    return next()
  })
  const server = app.use(router.routes()).listen(0)
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/stories/featured`)).json()
  expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(null))
  expect(answers).toBe(2)
})

test('a reader and a visitor who ask at the same time each get their own response', async () => {
  const { id } = await aStory()
  const [reader, visitor] = await Promise.all([aReader(), aVisitor()])
  await reader.call('POST /stories/:id/like', { id })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      (at % 2 ? reader : visitor).call('GET /stories/engagement', { ids: id }),
    ),
  )
  expect(answers.map(([counters]) => counters?.liked)).toEqual(
    Array.from({ length: 20 }, (_, at) => at % 2 === 1),
  )
})

test('a shared response sets no cookie and may be cached, signed in or not', async () => {
  await aStory()
  for (const { send } of [await aReader(), await aVisitor()]) {
    const response = await send('/api/stories?pageSize=3')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test('during a crowd of equal requests the first one after a change sees it', async () => {
  const { id } = await aStory()
  const { call } = await aVisitor()
  let isOver = false
  const crowd = Array.from({ length: 20 }, async () => {
    while (!isOver) await call('GET /stories', { pageSize: 5 })
  })
  for (let change = 0; change < 30; change++) {
    const title = `The borehole, part ${change}`
    await sql`update stories set title = ${title}, approved_hash = 'this text' where id = ${id}`
    const stories = await call('GET /stories', { pageSize: 5 })
    expect(stories.find((story) => story.id === id)?.title).toBe(title)
  }
  isOver = true
  await Promise.all(crowd)
})

test('requests that differ in one word do not share a response', async () => {
  await aStory({ category: 'Faith and Inspiration' })
  const { call } = await aVisitor()
  const categories = ['Faith and Inspiration', 'Politics and Profiles']
  const lists = await Promise.all(
    Array.from({ length: 20 }, (_, at) => call('GET /stories', { category: categories[at % 2] })),
  )
  for (const [at, list] of lists.entries()) {
    expect(list.every((story) => story.category === categories[at % 2])).toBe(true)
  }
})

test('a cached page has the headers of its first response and is never older than a change', async () => {
  const { id } = await aStory()
  let made = 0
  const base = await startApp({
    site: () => ({
      id: 'a release',
      madeFrom: { siteId: '', version: 0, code: '', publicUrl: '' },
      files: new Map(),
      render: async () => ({
        status: 200,
        headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" },
        body: Buffer.from(`<p>${'The pump came on a Tuesday. '.repeat(40)}${++made}</p>`),
      }),
    }),
  })
  const { send } = await aVisitor(base)
  const read = async (encoding: string, headers = {}) => {
    const response = await send(`/story/${id}`, {
      headers: { 'Accept-Encoding': encoding, ...headers },
    })
    const output = Object.fromEntries(response.headers)
    for (const name of ['x-request-id', 'date']) delete output[name]
    return { status: response.status, said: output, text: await response.text() }
  }
  for (const encoding of ['br', 'gzip', 'identity']) {
    const first = await read(encoding)
    expect(await read(encoding)).toEqual(first)
    expect(first.said['content-security-policy']).toBe("default-src 'self'")
    const again = await read(encoding, { 'If-None-Match': first.said['etag'] })
    expect([again.status, again.text]).toEqual([304, ''])
  }
  expect(made).toBe(1)
  await sql`update stories set title = 'The pump that came on a Tuesday', approved_hash = 'this text' where id = ${id}`
  expect((await read('br')).text).toMatch(/2<\/p>$/)
})
