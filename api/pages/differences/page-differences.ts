import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ByteCache } from '#api/http/answers/byte-cache.ts'
import { differenceHead, trialHeader } from '#api/http/answers/decode-difference.ts'
import { isMarked, isMarkedFor, withoutMarks } from '#api/http/answers/front-cache.ts'
import {
  type Answer,
  brotliOf,
  isKnown,
  takesByName,
  toAnswer,
  withHeaders,
} from '#api/http/answers/respond.ts'
import { type Dictionary, dictionaryOf, mayDifferAt } from './dictionaries.ts'
import type { EncodeDifference } from './encode-difference.ts'
import { wantsDifference } from './fetch-ahead.ts'
import { storedDictionaries } from './stored-dictionaries.ts'

// Compression Dictionary Transport (RFC 9842): a browser that has one page gets the next as its difference to that one
// (docs/decisions/0067).

const dictionaryBytes = 16 * 1024 * 1024
const pairBytes = 16 * 1024 * 1024
const overheadBytes = 1_000
/** A reader waits for a difference so long, then gets the whole page; where only a difference will do, it is waited for. */
const patienceMs = 10
const onlyMs = 2_000
/** Pairs that are looked up and encoded at once. */
const mostPending = 100

export interface Asked {
  headers: IncomingHttpHeaders
  page: Answer
  /** The address as it is rendered: `/?for=reader`. */
  url: string
}

interface Offer {
  /** SHA-256 in base64. */
  hash: string
  /** The address of the story or book that the browser has. */
  address: string | undefined
}

interface Pair {
  /** The bytes of the whole page in Brotli. */
  wholeBytes: number
  /** Undefined: the whole page is smaller. */
  body: Buffer | undefined
  answers: WeakMap<Answer, Answer>
}

type PageAt = (address: string) => Promise<Answer | undefined>

export interface PageDifferencesOptions {
  encode: EncodeDifference
  log: Logger
  /** Only requests with `trialHeader` get any. */
  isTrial?: boolean
  /** Called when a browser gets a page to which the next may be a difference. */
  wake?: (() => void) | undefined
  /** Called for each page that is sent as a difference. */
  note?: (() => void) | undefined
}

export type PageDifferences = ReturnType<typeof pageDifferences>

export function pageDifferences({
  encode,
  log,
  isTrial = false,
  wake = () => {},
  note = () => {},
}: PageDifferencesOptions) {
  const pairs = pairStore(encode, log)

  /** The page under the headers that suit the request. */
  function underHeaders({ headers, page, url }: Asked): Answer {
    const isUsed = canUseDictionary(headers)
    const mayBe = page.status === 200 && (isUsed || isMarked(page.headers))
    const dictionary = mayBe ? factsOf(page, url) : undefined
    if (dictionary) pairs.remember(page, dictionary)
    if (dictionary && isUsed) wake()
    const isNamed = headers['available-dictionary'] !== undefined
    if (dictionary && !isNamed && !isOfReaders(url) && isMarkedFor('cloudflare', page.headers)) {
      return asStored(page, dictionary)
    }
    if (dictionary && isUsed) return asDictionary(page, dictionary, url)
    return isNamed ? asDifference(page) : page
  }

  /** Undefined where it has to be looked up or encoded first. */
  function peek(asked: Asked): Answer | undefined {
    const { headers, page, url } = asked
    if (!isForAll(page, url) || (isTrial && !(trialHeader in headers))) return page
    const offer = readOffer(headers)
    const whole = underHeaders(asked)
    if (!offer || isKnown(page, headers)) return whole
    const pair = pairs.find(offer, page)
    return pair && answerOf(pair, whole)
  }

  /** Resolves within ten milliseconds, where only a difference will do in two seconds; `pageAt`: the page that everybody gets at an address. */
  async function find(asked: Asked, pageAt: PageAt): Promise<Answer> {
    const ready = peek(asked)
    const offer = readOffer(asked.headers)
    if (ready || !offer) return ready ?? asked.page
    const whole = underHeaders(asked)
    const late = new AbortController()
    const { signal } = late
    const pair = await Promise.race([
      pairs.encode(offer, asked.page, pageAt),
      pause(wantsDifference(asked.headers) ? onlyMs : patienceMs, undefined, { signal }).catch(
        () => undefined,
      ),
    ])
    late.abort()
    return pair ? answerOf(pair, whole) : whole
  }

  function answerOf(pair: Pair, whole: Answer): Answer {
    if (!pair.body) return whole
    note()
    const known = pair.answers.get(whole)
    if (known) return known
    const { status, headers, etag } = whole
    const answer = toAnswer({
      status,
      headers: {
        ...headers,
        'Content-Encoding': 'dcz',
        // The reader is told what the page would have cost.
        'Server-Timing': `whole;desc="${pair.wholeBytes}"`,
      },
      body: pair.body,
      isCompressible: false,
    })
    answer.etag = etag
    pair.answers.set(whole, answer)
    return answer
  }

  /** The landing page of a release, which nginx may send in our place. */
  function rememberLanding(page: Answer | undefined) {
    const dictionary = dictionaryOf('/')
    if (page && dictionary) pairs.remember(page, dictionary)
  }

  return { peek, find, rememberLanding }
}

/** The encoded differences between two pages, and the dictionaries that they are made with. */
function pairStore(encode: EncodeDifference, log: Logger) {
  const dictionaries = new ByteCache<Buffer>('dictionaries', dictionaryBytes)
  const pairs = new ByteCache<Pair>('differences', pairBytes)
  const pending = new Map<string, Promise<Pair | undefined>>()
  const stored = storedDictionaries(log)

  /** Call it for each page that becomes a dictionary somewhere: here, at Varnish or nginx. */
  function remember(page: Answer, { address }: Dictionary) {
    const body = bodyOf(page)
    const hash = hashOf(body)
    dictionaries.put(hash, body, body.length)
    // Those with an address are found by it.
    if (!address) stored.note(hash, body)
  }

  /** Simultaneous requests share one encoding, which goes on when they have stopped waiting. */
  function encodeOnce(offer: Offer, page: Answer, pageAt: PageAt): Promise<Pair | undefined> {
    const key = keyOf(offer, page)
    const known = pending.get(key)
    if (known || pending.size >= mostPending) return known ?? Promise.resolve(undefined)
    const made = encodePair(offer, page, pageAt)
      .catch((error: unknown) => {
        log.debug({ err: error }, 'page difference failed')
        return undefined
      })
      .finally(() => pending.delete(key))
    pending.set(key, made)
    return made
  }

  async function encodePair(offer: Offer, page: Answer, pageAt: PageAt) {
    const dictionary = await findDictionary(offer, pageAt)
    if (!dictionary) return undefined
    const [frame, { length: wholeBytes }] = await Promise.all([
      encode(bodyOf(page), dictionary),
      brotliOf(page),
    ])
    if (!frame) return undefined
    const difference = Buffer.concat([differenceHead(Buffer.from(offer.hash, 'base64')), frame])
    const body = difference.length < wholeBytes ? difference : undefined
    const pair: Pair = { wholeBytes, body, answers: new WeakMap() }
    pairs.put(keyOf(offer, page), pair, (body?.length ?? 0) + overheadBytes)
    return pair
  }

  async function findDictionary({ hash, address }: Offer, pageAt: PageAt) {
    const known = dictionaries.find(hash)
    if (known) return known
    const body = address === undefined ? await stored.find(hash) : pageBody(await pageAt(address))
    // The page at the address may be another one by now.
    if (!body || (address !== undefined && hashOf(body) !== hash)) return undefined
    dictionaries.put(hash, body, body.length)
    return body
  }

  return {
    remember,
    find: (offer: Offer, page: Answer) => pairs.find(keyOf(offer, page)),
    encode: encodeOnce,
  }
}

/** Pages that are the same for everybody. */
function isForAll({ headers, etag }: Answer, url: string): boolean {
  if (!etag || !mayDifferAt(url)) return false
  return isHtml(headers['Content-Type'] ?? headers['content-type'])
}

function isHtml(type: string | undefined): boolean {
  return type?.startsWith('text/html') === true
}

/**
 * Whether the browser can use the page as a dictionary. Chromium, from 130, offers `dcz` only once it has one. Nobody else
 * gets a page that may be used when stale.
 */
function canUseDictionary(headers: IncomingHttpHeaders): boolean {
  const { 'sec-fetch-dest': destination, 'upgrade-insecure-requests': upgrade } = headers
  // Only the second header is left of a navigation that the service worker passes on.
  if (destination !== 'document' && !(destination === 'empty' && upgrade === '1')) return false
  const name = String(headers['sec-ch-ua'] ?? headers['user-agent'] ?? '')
  const [, version = 0] = /(?:"Chromium";v="|Chrome\/)(\d{1,4})/.exec(name) ?? []
  return takesDifferences(headers) || Number(version) >= 130
}

function takesDifferences({ 'accept-encoding': accepted }: IncomingHttpHeaders): boolean {
  return takesByName(accepted, 'dcz')
}

function readOffer(headers: IncomingHttpHeaders): Offer | undefined {
  const offered = headers['available-dictionary']
  if (offered === undefined || !takesDifferences(headers)) return undefined
  const [, hash] = /^:([A-Za-z0-9+/]{43}=):$/.exec(String(offered)) ?? []
  if (!hash) return undefined
  const [, address] = /^"(\/[^"\\?#]{1,100})"$/.exec(String(headers['dictionary-id'] ?? '')) ?? []
  const isOwn = address !== undefined && dictionaryOf(address)?.address !== undefined
  return { hash, address: isOwn ? address : undefined }
}

/** The page under other headers, made once. */
const forms = new WeakMap<Answer, Forms>()

interface Forms {
  facts?: Dictionary | undefined
  stored?: Answer
  dictionary?: Answer
  difference?: Answer
}

/** A page has one address. */
function factsOf(page: Answer, url: string): Dictionary | undefined {
  const made = formsOf(page)
  if (!('facts' in made)) made.facts = dictionaryOf(url)
  return made.facts
}

function formsOf(page: Answer): Forms {
  const known = forms.get(page) ?? {}
  forms.set(page, known)
  return known
}

/** Cloudflare stores it for everybody, and a rule there lets browsers keep it (docs/decisions/0142). */
function asStored(page: Answer, { value, cacheControl }: Dictionary): Answer {
  const made = formsOf(page)
  made.stored ??= withHeaders(page, {
    ...page.headers,
    'Use-As-Dictionary': value,
    'Dictionary-Cache-Control': cacheControl,
    Vary: varyOf(page),
  })
  return made.stored
}

/** A browser may store it and use it as a dictionary; a cache in front may not store it. */
function asDictionary(page: Answer, { value, cacheControl }: Dictionary, url: string): Answer {
  const made = formsOf(page)
  made.dictionary ??= withHeaders(page, {
    ...headersOfOne(page),
    'Cache-Control': cacheControl,
    'Use-As-Dictionary': value,
    // The service worker stores nothing that depends on who is signed in.
    ...(isOfReaders(url) && { Vary: `${varyOf(page)}, Cookie` }),
  })
  return made.dictionary
}

/** The answer depends on the dictionary that this browser has. */
function asDifference(page: Answer): Answer {
  const made = formsOf(page)
  made.difference ??= withHeaders(page, {
    ...headersOfOne(page),
    'Cache-Control': 'private, no-cache',
  })
  return made.difference
}

function headersOfOne(page: Answer): Record<string, string> {
  return {
    ...withoutMarks(page.headers),
    // A strong one is of one encoding.
    ETag: `W/${page.etag}`,
    Vary: varyOf(page),
  }
}

function varyOf({ headers }: Answer): string {
  return [headers['Vary'], 'Available-Dictionary'].filter(Boolean).join(', ')
}

function isOfReaders(url: string): boolean {
  return /[?&]for=reader/.test(url)
}

/** The hash of a page, as a release or the page cache holds it. */
const hashes = new WeakMap<Buffer, string>()

function hashOf(body: Buffer): string {
  const hash = hashes.get(body) ?? createHash('sha256').update(body).digest('base64')
  hashes.set(body, hash)
  return hash
}

function bodyOf({ variants }: Answer): Buffer {
  return variants.identity?.body as Buffer
}

/** Undefined for an error page. */
function pageBody(page: Answer | undefined): Buffer | undefined {
  return page?.status === 200 ? bodyOf(page) : undefined
}

function keyOf({ hash }: Offer, { etag }: Answer): string {
  return `${hash} ${etag}`
}
