import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  decodeDifference,
  differenceHead,
  trialHeader,
} from '#api/http/answers/decode-difference.ts'
import { etagOf } from '#api/http/answers/respond.ts'
import { paths } from '#contract/paths.ts'
import { type Finding, type Judgement, ok } from './judge.ts'
import { getPage } from './measure.ts'

// Whether pages may travel as differences through Cloudflare (docs/decisions/0142).

const tries = 5

const howTo = 'docs/how-to/put-a-cache-in-front.md'
const again = `(${howTo}, Differences), wait half a minute and run npm run doctor -- cdn again.`
const todos = {
  reach: 'See that the address leads through Cloudflare, and that no challenge of it stops this.',
  rewrites: `Switch off in Cloudflare whatever changes pages ${again}`,
  passes: `Switch on Shared Dictionaries, compare the second cache rule, restart the service ${again}`,
  keeps: `Make the rule of response headers ${again}`,
  stores: `Make the first cache rule of ${howTo}, and run this again.`,
  bypasses: `Keep PAGE_DIFFERENCES unset, and compare both cache rules ${again}`,
  purges: 'Compare CACHE_PURGE_URL and CACHE_PURGE_TOKEN with what Cloudflare says.',
}

function requires(isRight: boolean, found: string, todo: keyof typeof todos) {
  if (!isRight) throw Object.assign(new Error(found), { todo: todos[todo] })
}

const judgeFault = ({ message, todo = todos.reach }: Error & { todo?: string }): Judgement => ({
  state: 'problem',
  found: message,
  todo,
})

export interface Cdn {
  /** Where readers come to. */
  base: string
  /** Purges the pages that show data. Rejects where the cache refuses. */
  purge(): Promise<void>
  /** Between two tries. Tests wait for a shorter time. */
  everyMs?: number
}

/** Asks some 20 pages, one after the other, up to the first problem. Never rejects. */
export async function checkCdn({ base, purge, everyMs }: Cdn): Promise<Finding[]> {
  const stored = `${base}/?page=1&check=${randomUUID()}`
  let kept: Buffer = Buffer.alloc(0)
  const keep = async () => {
    kept = await keepPage(base)
    return 'A page arrives unchanged, and browsers are told to keep it.'
  }
  const steps: [title: string, step: () => Promise<string>][] = [
    ['Page', keep],
    ['Stored pages', () => findStored(stored)],
    ['Difference to a new page', () => keepApart(newAddress(base), kept, everyMs)],
    ['Difference to a stored page', () => keepApart(stored, kept, everyMs)],
    ['Personal pages', () => findNothingPersonal(base + paths.account)],
    ['Purges', () => findPurged(stored, purge, everyMs)],
  ]
  const findings: Finding[] = []
  for (const [title, step] of steps) {
    const judged = await step().then(ok, judgeFault)
    findings.push({ title, ...judged })
    if (judged.state === 'problem') return findings
  }
  const setting = 'Set PAGE_DIFFERENCES=on for every replica and the builder, and restart them.'
  return [...findings, { title: 'Setting', ...ok(`Differences may be on. ${setting}`) }]
}

/** What the doctor looks at while they are on: a page, its difference, and that the next reader gets it whole. */
export async function checkDifferences(base: string, everyMs?: number): Promise<Judgement> {
  try {
    const address = newAddress(base)
    await getDifference(address, await keepPage(base), everyMs)
    await getWhole(address)
    return ok('Pages travel through Cloudflare as differences.')
  } catch (error) {
    return judgeFault(error as Error)
  }
}

/** Nobody has asked for it before, so nothing of it is stored. */
const newAddress = (base: string) => `${base}/?check=${randomUUID()}`

/** A Chromium that opens a page. */
const browser = {
  Accept: 'text/html',
  'Accept-Encoding': 'gzip, br',
  'Sec-Fetch-Dest': 'document',
  'Upgrade-Insecure-Requests': '1',
  'User-Agent': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/141.0.0.0 Mobile Safari/537.36',
}

const browserWith = (page: Buffer) => ({
  ...browser,
  'Accept-Encoding': 'gzip, br, dcz',
  'Available-Dictionary': `:${hashOf(page).toString('base64')}:`,
})

const hashOf = (page: Buffer) => createHash('sha256').update(page).digest()

async function ask(address: string, asked: Record<string, string>) {
  const sent = await getPage(address, { ...asked, [trialHeader]: '1' }).catch(() => {
    throw new Error(`${new URL(address).origin} does not answer, or with what cannot be read.`)
  })
  const told = (name: string) => String(sent.headers[name] ?? 'none')
  return { ...sent, told, encoding: told('content-encoding') }
}

async function getWhole(address: string, headers = { 'Accept-Encoding': 'br' }) {
  const answer = await ask(address, headers)
  const { status, encoding, told, body } = answer
  requires(status === 200, `${address} answers ${status}, where 200 was expected.`, 'reach')
  const who = `Whoever asks with ${headers['Accept-Encoding']}`
  requires(encoding !== 'dcz', `${who} is sent somebody else’s difference.`, 'bypasses')
  // Cloudflare may make it weak, and removes it from what it changes.
  const isAsSent = told('etag').replace(/^W\//, '') === etagOf(body)
  requires(isAsSent, 'Pages are changed on their way.', 'rewrites')
  return answer
}

/** From the service, and then perhaps from the cache. */
async function keepPage(base: string): Promise<Buffer> {
  const address = newAddress(base)
  const answers = [await getWhole(address, browser), await getWhole(address, browser)] as const
  for (const { told } of answers) {
    requires(told('cf-cache-status') !== 'none', `No Cloudflare answers at ${base}.`, 'reach')
    const [use, lifetime] = [told('use-as-dictionary'), told('cache-control')]
    requires(use !== 'none', 'A page arrives without Use-As-Dictionary.', 'passes')
    requireVary(told('vary'))
    const isKept = /^private\b.*stale-while-revalidate=\d/.test(lifetime)
    requires(isKept, `Browsers keep no page: Cache-Control is “${lifetime}”.`, 'keeps')
  }
  return answers[1].body
}

function requireVary(vary: string) {
  const isNamed = /accept-encoding/i.test(vary) && /available-dictionary/i.test(vary)
  requires(isNamed, `Vary arrives as “${vary}”, without Available-Dictionary.`, 'passes')
}

/** Asked again while the service encodes it, and while other replicas learn of the page. */
async function getDifference(address: string, kept: Buffer, everyMs = 1_500): Promise<Buffer> {
  for (let round = 1; ; round++) {
    const { encoding, told, body } = await ask(address, browserWith(kept))
    if (encoding === 'dcz') {
      requireVary(told('vary'))
      const head = differenceHead(hashOf(kept))
      const isOwn = body.subarray(0, head.length).equals(head)
      requires(isOwn, 'A browser is sent the difference to a page it does not have.', 'bypasses')
      return body
    }
    const found = `A browser that has a page gets no difference (encoding: ${encoding}).`
    requires(round < tries, found, 'passes')
    await pause(everyMs)
  }
}

/** The difference, whole pages, and the difference again, at an address of which something is stored or nothing. */
async function keepApart(address: string, kept: Buffer, everyMs?: number): Promise<string> {
  const first = await getDifference(address, kept, everyMs)
  const { body: page } = await getWhole(address)
  const pages: Buffer[] = []
  for (const accepted of ['gzip', 'identity']) {
    pages.push((await getWhole(address, { 'Accept-Encoding': accepted })).body)
  }
  pages.push((await getWhole(address, browserWith(randomBytes(32)))).body)
  const last = await getDifference(address, kept, everyMs)
  pages.push(await decodeDifference(first, kept), await decodeDifference(last, kept))
  const areSame = pages.every((other) => other.equals(page))
  requires(areSame, 'Not everybody is sent the same page; was one published just now?', 'bypasses')
  return 'Who has a page gets the difference, and all others the whole page.'
}

async function findStored(address: string): Promise<string> {
  await getWhole(address)
  const status = (await getWhole(address)).told('cf-cache-status')
  requires(status === 'HIT', `Cloudflare stores no page (${status}).`, 'stores')
  return 'Whole pages come from Cloudflare.'
}

async function findNothingPersonal(address: string): Promise<string> {
  await ask(address, browser)
  const { told } = await ask(address, browser)
  requires(told('cf-cache-status') !== 'HIT', `Cloudflare has stored ${address}.`, 'bypasses')
  return `${address} is not stored.`
}

async function findPurged(address: string, purge: Cdn['purge'], everyMs = 1_500): Promise<string> {
  await purge().catch(({ message }: Error) => requires(false, message, 'purges'))
  for (let round = 1; ; round++) {
    const { told } = await getWhole(address)
    if (told('cf-cache-status') !== 'HIT') return 'What is purged is asked for anew.'
    requires(round < tries, 'What was purged still comes from Cloudflare.', 'purges')
    await pause(everyMs)
  }
}
