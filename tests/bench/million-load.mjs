// The readers of `npm run bench -- million`, in a process of their own: an open load. Each request is due at a moment that
// does not wait for any answer but that of its own page, and its latency counts from that moment.
import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { openClient } from './fast-client.mjs'

/** Of 100 pages. */
const mix = { home: 22, story: 58, category: 5, books: 5, book: 5, author: 2, search: 2, about: 1 }
/** A visit is three pages; of its first ones so many are the first ever in that browser. */
const pagesOfVisit = 3
const firstEver = 0.4
/** Writes that somebody means, besides the view of each story: of 100 pages, and what they are. */
const writesOf100 = 3
const writes = { like: 45, share: 15, rate: 12, signIn: 12, order: 8, register: 4, submit: 4 }
const mostReaders = 20_000

process.once('message', run)

/** One timer for all who wait, by the millisecond at which they go on. */
const waiting = new Map()
let lastTick = Math.floor(performance.now())
setInterval(() => {
  const now = Math.floor(performance.now())
  for (; lastTick < now; ) {
    const due = waiting.get(++lastTick)
    if (!due) continue
    waiting.delete(lastTick)
    for (const go of due) go()
  }
}, 1)
function until(moment) {
  const tick = Math.max(Math.ceil(moment), lastTick + 1)
  return new Promise((go) => {
    const list = waiting.get(tick)
    if (list) list.push(go)
    else waiting.set(tick, [go])
  })
}

async function run(plan) {
  const client = openClient(plan.port)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const seen = []
  const errors = []
  const tags = new Map()
  const readers = []
  const pickStory = zipf(plan.stories.length)
  const counts = { pages: 0, requests: 0, writes: 0, views: 0, hits: 0, bytes: 0, notModified: 0 }
  const late = []
  let number = 0

  const asReader = () => {
    const at = number++
    const reader = {
      address: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
      cookie: '',
      left: pagesOfVisit - 1,
      isNew: Math.random() < firstEver,
      known: new Set(),
    }
    return reader
  }

  async function ask(
    kind,
    due,
    { method = 'GET', path, body = undefined, isConditional = false },
    reader,
  ) {
    if (due - performance.now() > 1) await until(due)
    late.push(performance.now() - due)
    const tag = isConditional && tags.get(path)
    const text =
      `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\n` +
      `User-Agent: ${plan.userAgent}\r\nAccept: ${kind === 'page' ? 'text/html,application/xhtml+xml' : '*/*'}\r\n` +
      `Accept-Encoding: gzip, deflate, br\r\nX-Forwarded-For: ${reader.address}\r\n` +
      (reader.cookie && `Cookie: ${reader.cookie}\r\n`) +
      (tag ? `If-None-Match: ${tag}\r\n` : '') +
      (method === 'GET'
        ? '\r\n'
        : `Origin: ${plan.base}\r\nSec-Fetch-Site: same-origin\r\nIdempotency-Key: ${randomUUID()}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body ?? '')}\r\n\r\n${body ?? ''}`)
    counts.requests++
    try {
      const answer = await client.ask(text)
      counts.bytes += answer.bytes
      if (answer.isHit) counts.hits++
      if (answer.status === 304) counts.notModified++
      if (answer.etag && tags.size < 20_000) tags.set(path, answer.etag)
      for (const pair of answer.cookies) reader.cookie = withCookie(reader.cookie, pair)
      if (answer.status >= 400) fail(kind, method, path, answer.status)
    } catch (error) {
      fail(kind, method, path, error.message)
    }
    const ms = performance.now() - due
    seen.push({ kind, ms, at: (due - began) / 1000 })
  }

  function fail(kind, method, path, why) {
    const what = path
      .split('?')[0]
      .replace(/[0-9a-f-]{36}/g, '{id}')
      .replace(/^\/(_astro|api\/art)\/.*/, '/$1/…')
    errors.push({ kind, why: `${why} ${method} ${what}`, at: (performance.now() - began) / 1000 })
  }

  async function openPage(due) {
    counts.pages++
    const isStart = Math.random() < 1 / pagesOfVisit || readers.length < 50
    const place = Math.floor(Math.random() * readers.length)
    const reader = isStart ? asReader() : readers[place]
    if (isStart) {
      if (readers.length < mostReaders) readers.push(reader)
      else readers[place] = reader
    }
    const kind = draw(mix)
    const words = {
      story: plan.stories[pickStory()],
      book: oneOf(plan.books),
      category: oneOf(plan.categories),
      author: oneOf(plan.authors),
      word: oneOf(plan.words),
    }
    // One drawing or another of what the page is about: the same for all who read it.
    words.seed = (kind === 'book' ? words.book : words.story).slice(0, 8)
    const fill = (text) => text.replace(/\{(\w+)\}/g, (_, name) => words[name])
    const path = fill(plan.pages[kind])
    const wasHere = reader.known.has(path) || (!reader.isNew && isStart && path.length < 12)
    reader.known.add(path)
    const visit = plan.visits[kind][isStart && reader.isNew ? 'first' : wasHere ? 'again' : 'next']
    await ask('page', due, { path, isConditional: wasHere }, reader)
    const came = performance.now()
    const rest = visit.map((one) => {
      const asked = { ...one, path: fill(one.path), body: one.body && fill(one.body) }
      const isView = one.path.endsWith('/view')
      if (isView) counts.views++
      const ofKind = one.method === 'GET' ? 'rest' : isView ? 'view' : 'count'
      return ask(ofKind, came + one.afterMs, asked, reader)
    })
    if (Math.random() < writesOf100 / 100) rest.push(write(came + 2000, words.story, reader))
    await Promise.all(rest)
  }

  async function write(due, story, reader) {
    counts.writes++
    const account = oneOf(plan.accounts)
    const signedIn = { address: account.address, cookie: account.cookie }
    const post = (path, body, who, method = 'POST') =>
      ask('write', due, { method, path, body: body && JSON.stringify(body) }, who)
    const { email, password } = account
    switch (draw(writes)) {
      case 'like':
        return post(`/api/stories/${story}/like`, undefined, signedIn)
      case 'rate':
        return post(`/api/stories/${story}/rating`, { rating: 4 }, signedIn, 'PUT')
      case 'share':
        return post(`/api/stories/${story}/share`, undefined, reader)
      case 'signIn':
        return post('/api/auth/sign-in', { email, password }, { ...reader, cookie: '' })
      case 'register':
        return post('/api/auth/register', plan.registration(randomUUID()), reader)
      case 'order':
        return post('/api/orders', plan.order(oneOf(plan.onSale)), reader)
      default:
        return post('/api/stories', plan.submission(randomUUID()), signedIn)
    }
  }

  // Functions do not travel between processes.
  const { email, ...person } = plan.person
  plan.registration = (id) => ({ ...person, email: `${id}@readers.example` })
  plan.order = (bookId) => ({
    bookId,
    quantity: 1,
    paymentMethod: 'card',
    buyerName: 'Tamuno Briggs-Ade',
    buyerEmail: `${randomUUID()}@buyers.example`,
  })
  plan.submission = (id) => ({ ...plan.story, title: `${plan.story.title} ${id}` })

  delay.enable()
  const began = performance.now()
  process.send({ began: Date.now() })
  const ends = began + plan.minutes * 60_000
  const under = new Set()
  const cpuBefore = process.cpuUsage()
  for (let due = began; due < ends; due += (-Math.log(1 - Math.random()) * 1000) / plan.rate) {
    // Those of the same millisecond go together.
    if (due - performance.now() > 1) await until(due)
    const one = openPage(due).finally(() => under.delete(one))
    under.add(one)
  }
  // What pages of the last seconds still ask for.
  while (under.size > 0) await Promise.race([Promise.all(under), pause(1000)])
  const { user, system } = process.cpuUsage(cpuBefore)
  process.send(
    {
      counts: { ...counts, replaced: client.again(), connections: client.connections() },
      errors,
      latency: summaries(seen),
      sendLateMs: quantiles(late),
      eventLoopMs: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
      cpuSeconds: (user + system) / 1e6,
      seconds: (performance.now() - began) / 1000,
      aroundKill: summaries(
        seen.filter(({ at }) => at >= plan.killAt - 1 && at <= plan.killAt + 15),
      ),
    },
    () => process.exit(),
  )
}

function summaries(seen) {
  const kinds = [...new Set(seen.map(({ kind }) => kind))]
  const of = (list) => ({ count: list.length, ...quantiles(list.map(({ ms }) => ms)) })
  return {
    all: of(seen),
    ...Object.fromEntries(kinds.map((kind) => [kind, of(seen.filter((one) => one.kind === kind))])),
  }
}

function quantiles(list) {
  const sorted = Float64Array.from(list).sort()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999), most: sorted.at(-1) }
}

/** The nth most read is drawn with a chance of 1/n of the first. */
function zipf(size) {
  const sums = new Float64Array(size)
  let sum = 0
  for (let at = 0; at < size; at++) {
    sum += 1 / (at + 1)
    sums[at] = sum
  }
  return () => {
    const wanted = Math.random() * sum
    let [low, high] = [0, size - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle] < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

function draw(shares) {
  let rest = Math.random() * Object.values(shares).reduce((sum, share) => sum + share, 0)
  for (const [name, share] of Object.entries(shares)) {
    rest -= share
    if (rest < 0) return name
  }
  return Object.keys(shares)[0]
}

function withCookie(cookies, pair) {
  const name = pair.slice(0, pair.indexOf('=') + 1)
  return [...cookies.split('; ').filter((one) => one && !one.startsWith(name)), pair].join('; ')
}

function oneOf(list) {
  return list[Math.floor(Math.random() * list.length)]
}
