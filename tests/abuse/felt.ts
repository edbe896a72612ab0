import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'

/** What real people do over and over; milliseconds of what they got, and what they did not get. */
export interface Felt {
  name: string
  p50: number
  p99: number
  times: number
  failures: string[]
}

export interface Scene {
  base: string
  story: string
  book: string
  email: string
  password: string
  /** The cookie of a browser that the account was signed in with before. */
  cookie: string
}

export async function feel(scene: Scene, until: Promise<unknown>): Promise<Felt[]> {
  const people = fork('tests/abuse/real-people.mjs')
  people.send(scene)
  const felt = once(people, 'message')
  await until
  people.send('stop')
  return ((await felt) as [Felt[]])[0]
}

/** Sends so many a second, without waiting for the answers; resolves with the count of each status. */
export async function flood(
  { count, aSecond }: { count: number; aSecond: number },
  send: (at: number) => Promise<Response>,
) {
  const statuses = new Map<number, number>()
  let due = performance.now()
  const sent: Promise<void>[] = []
  for (let at = 0; at < count; at++) {
    // What a busy machine held up is not made up for at once.
    due = Math.max(due + 1000 / aSecond, performance.now() - 20)
    if (due > performance.now()) await pause(due - performance.now())
    sent.push(
      send(at)
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        // 0: the connection was cut.
        .catch(() => 0)
        .then((status) => void statuses.set(status, (statuses.get(status) ?? 0) + 1)),
    )
  }
  await Promise.all(sent)
  return statuses
}

/** A network that nobody else in the run is likely to come from. */
export function aNetwork(): string {
  return `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
}

/** One line a doing: before, while, and how many times as long. */
export function table(title: string, before: Felt[], during: Felt[], note: string) {
  const rows = during.map(({ name, p50, p99, times, failures }) => {
    const was = before.find((felt) => felt.name === name)
    const cells = [was?.p50, was?.p99, p50, p99, p99 / (was?.p99 ?? Number.NaN)]
    const figures = cells.map((value) => value?.toFixed(1) ?? '–').join(' | ')
    return `| ${name} | ${figures} | ${times} of ${times + failures.length} |`
  })
  return [
    `\n${title}: ${note}`,
    '| what a real person did | before p50 ms | p99 | meanwhile p50 ms | p99 | p99 ratio | got through |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
