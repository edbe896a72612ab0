// Who reads, signs in with a known browser and buys, in a process of their own: their times are not those of the load.
// Told { base, story, book, email, password, cookie }, it begins; told "stop", it says what each of them felt.
import { randomInt, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true })
let isOver = false

/** Asks from another network each time; rejects unless it is answered with this status. */
function ask(base, status, path, body, headers = {}) {
  const network = Array.from({ length: 3 }, () => randomInt(1, 255)).join('.')
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, base),
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: {
          'X-Forwarded-For': `10.${network}`,
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === status) resolve(undefined)
          else reject(new Error(`${path}: ${response.statusCode}`))
        })
      },
    )
    asked.on('error', reject)
    asked.end(body && JSON.stringify(body))
  })
}

const doings = ({ base, story, book, email, password, cookie }) => ({
  'read a story': { everyMs: 20, act: () => ask(base, 200, `/story/${story}`) },
  'sign in': {
    everyMs: 500,
    act: () => ask(base, 200, '/api/auth/sign-in', { email, password }, { Cookie: cookie }),
  },
  'check out': {
    everyMs: 500,
    act: () =>
      ask(base, 201, '/api/orders', {
        bookId: book,
        quantity: 1,
        paymentMethod: 'transfer',
        buyerName: 'Bisi Odu-Ray',
        buyerEmail: `bisi-${randomUUID()}@buyers.example`,
      }),
  },
})

async function feel([name, { everyMs, act }]) {
  const times = []
  const failures = []
  while (!isOver || times.length + failures.length === 0) {
    const began = performance.now()
    try {
      await act()
      times.push(performance.now() - began)
    } catch (error) {
      failures.push(String(error))
    }
    await pause(Math.max(0, everyMs - (performance.now() - began)))
  }
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor((times.length - 1) * share)] ?? null
  return { name, p50: at(0.5), p99: at(0.99), times: times.length, failures }
}

process.on('message', async (/** @type {Parameters<typeof doings>[0] | 'stop'} */ told) => {
  if (told === 'stop') {
    isOver = true
    return
  }
  process.send(await Promise.all(Object.entries(doings(told)).map(feel)))
  agent.destroy()
  process.disconnect()
})
