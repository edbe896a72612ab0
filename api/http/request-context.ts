import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context, Middleware } from 'koa'
import { dayMs } from '#contract/days.ts'
import type { Endpoint, Form } from '#contract/endpoints/endpoint.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { keptDays } from '#contract/retention.ts'
import type { Role } from '#contract/roles.ts'
import type { Row } from '#db/sql.ts'
import type { FrontCache } from './answers/front-cache.ts'

export const dataSaverCookie = 'data_saver'

/** The reader's own setting, else the browser's request header. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const own = /(?:^|; )data_saver=(on|off)/.exec(headers.cookie ?? '')?.[1]
  return own ? own === 'on' : headers['save-data']?.toString().toLowerCase() === 'on'
}

/** The first match counts: browsers also name themselves after those further down. */
const browsers: [RegExp, string][] = [
  [/\bOPR\/|Opera/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** The name by which people recognize a device: `Firefox on Android`. */
export function nameBrowser(userAgent: string): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent))?.[1]
  const [browser, system] = [find(browsers) ?? 'A browser', find(systems)]
  return system ? `${browser} on ${system}` : browser
}

export type Reader = Row<
  'readers',
  'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl'
> & {
  /** Whoever is signed in is under 13, and no guardian agrees. */
  onlyReads?: boolean
}

export interface RequestContext {
  /** The random id of this browser, for sign-ins and for orders without script. Only this call sets the cookie. */
  visitorId(): string
  /** The id, if the browser has one already; sets no cookie. */
  knownVisitorId(): string | undefined
  /** The browser as `nameBrowser` names it; undefined for a program. */
  browser: string | undefined
  /** The network address, used for rate limits only. */
  address: string
  /** The request comes from a link or form of another site. */
  isFromElsewhere: boolean
  /** A HEAD request, which must not change anything. */
  isHead: boolean
  /** A person opens this address, as opposed to a picture, a script or a prefetch. */
  isNavigation: boolean
  /** Do Not Track, or Global Privacy Control. */
  asksNotToBeTracked: boolean
  /** Ignores the port, as cookies do. */
  isOwnHost(hostname: string): boolean
  /** It is queried at the first call. */
  findReader(): Promise<Reader | undefined>
  /** The staff member of the bearer token, queried at the first call. */
  findStaff(): Promise<StaffMember | undefined>
  /** Whether the response may depend on the session and so must not be cached. */
  wasAsked(): boolean
  /** Starts a new session and ends a former one. */
  signIn(readerId: string): Promise<void>
  signOut(): Promise<void>
  switchDataSaver(isOn: boolean): void
  /** The key that this browser has for what was bought without an account. */
  boughtKey(): string | undefined
  /** Keeps it there for another `keptDays.bookBrowser`. */
  keepBoughtKey(key: string): void
  forgetBoughtKey(): void
  /** Stores a small secret in a cookie for ten minutes. */
  remember(name: string, value: string): void
  /** Returns the secret and deletes the cookie. */
  recall(name: string): string | undefined
  /** A page is rendered that is sent only to those who may read it. */
  isBehindGate?: true
  /** The raw query string, for protocols that verify it. */
  query: string
  /** Set only inside an endpoint. */
  idempotencyKey?: string | undefined
}

export interface ReaderContext extends RequestContext {
  reader: Reader
}

export interface StaffMember {
  id: string
  role: Role
  /** The owner's is the configured username. */
  name: string
  /** The linked reader account, whose stories count as theirs. */
  readerId: string | null
  /** It is revoked at sign-out. */
  token: string
}

/** The ids under which an author has written: as one of the staff, and by account. */
export const authorIdsOf = ({ id, readerId }: Pick<StaffMember, 'id' | 'readerId'>) =>
  readerId ? [id, readerId] : [id]

export interface StaffContext extends RequestContext {
  staff: StaffMember
}

/** Implemented by accounts/sessions.ts. */
export interface Sessions {
  /** Whether the request carries a session cookie, valid or not. */
  isNamed(ctx: Context): boolean
  find(ctx: Context): Promise<Reader | undefined>
  begin(ctx: Context, readerId: string): Promise<void>
  end(ctx: Context): Promise<void>
}

/** It is in api/staff/people/staff-sessions.queries.ts. */
type FindStaff = (token: string) => Promise<StaffMember | undefined>

/** The session cookie begins so, after the `__Host-` prefix where it has one. */
export const sessionCookie = 'session='

const cookieName = 'visitor'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const boughtCookie = 'bought'
const boughtKey = /^[\w-]{43}$/
const aYearMs = 365 * dayMs
const tenMinutesMs = 10 * 60 * 1000

const never = () => {
  throw new Error('A page rendered for everybody must not depend on its reader')
}

/** The context of a page rendered for everybody. */
export const anonymous: RequestContext = {
  visitorId: never,
  knownVisitorId: () => undefined,
  browser: undefined,
  address: '',
  isFromElsewhere: false,
  isHead: false,
  isNavigation: false,
  asksNotToBeTracked: false,
  isOwnHost: () => false,
  findReader: async () => undefined,
  findStaff: async () => undefined,
  wasAsked: () => false,
  signIn: never,
  signOut: never,
  switchDataSaver: never,
  boughtKey: () => undefined,
  keepBoughtKey: never,
  forgetBoughtKey: never,
  remember: never,
  recall: never,
  query: '',
}

/** The same of a page that is sent only to those who may read it. */
export const behindGate: RequestContext = { ...anonymous, isBehindGate: true }

declare module 'koa' {
  interface DefaultState {
    requestId: string
    context: RequestContext
    cache: FrontCache | undefined
    line?: Endpoint
    /** A person followed a link: an error is shown as a page. */
    isFollowed?: boolean
    form?: Form | undefined
  }
}

/** Sets `ctx.state.context`, whose values are queried on first use. */
export function requestContext({
  publicUrl,
  sessions,
  findStaff,
}: {
  publicUrl: string
  sessions: Sessions
  findStaff: FindStaff
}): Middleware {
  const secure = publicUrl.startsWith('https:')
  return (ctx, next) => {
    // TLS may end at a proxy, so the public address decides.
    ctx.cookies.secure = secure
    const setCookie = (name: string, value: string | null, maxAge: number) =>
      ctx.cookies.set(name, value, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge,
        overwrite: true,
      })
    // The prefix keeps other hosts of the domain from setting the cookie.
    const ownName = (name: string) => (secure ? `__Host-${name}` : name)
    const knownVisitorId = () => {
      const id = ctx.cookies.get(cookieName)
      return id && uuid.test(id) ? id : undefined
    }
    let reader: Promise<Reader | undefined> | undefined
    let staff: Promise<StaffMember | undefined> | undefined
    const context: RequestContext = {
      knownVisitorId,
      visitorId: () => {
        const known = knownVisitorId()
        if (known) return known
        const fresh = randomUUID()
        setCookie(cookieName, fresh, aYearMs)
        return fresh
      },
      // Most requests need neither of the two.
      get browser() {
        return isBrowser(ctx) ? nameBrowser(ctx.get('User-Agent')) : undefined
      },
      address: ctx.ip,
      get isFromElsewhere() {
        return isFromElsewhere(ctx, publicUrl)
      },
      isHead: ctx.method === 'HEAD',
      isNavigation: isNavigation(ctx),
      asksNotToBeTracked: ctx.get('DNT') === '1' || ctx.get('Sec-GPC') === '1',
      isOwnHost: (hostname) => {
        const named = hostname.replace(/\.$/, '')
        return named === new URL(publicUrl).hostname || named === ctx.hostname
      },
      findReader: () => {
        reader ??= sessions.find(ctx)
        return reader
      },
      findStaff: () => {
        const token = bearerOf(ctx)
        staff ??= token ? findStaff(token) : Promise.resolve(undefined)
        return staff
      },
      wasAsked: () => staff !== undefined || (reader !== undefined && sessions.isNamed(ctx)),
      signIn: async (readerId) => {
        await sessions.begin(ctx, readerId)
        reader = undefined
      },
      signOut: async () => {
        await sessions.end(ctx)
        reader = undefined
      },
      switchDataSaver: (isOn) => setCookie(dataSaverCookie, isOn ? 'on' : 'off', aYearMs),
      boughtKey: () => {
        const key = ctx.cookies.get(ownName(boughtCookie))
        return key && boughtKey.test(key) ? key : undefined
      },
      keepBoughtKey: (key) => setCookie(ownName(boughtCookie), key, keptDays.bookBrowser * dayMs),
      forgetBoughtKey: () => setCookie(ownName(boughtCookie), null, 0),
      remember: (name, value) => {
        setCookie(ownName(name), Buffer.from(value).toString('base64url'), tenMinutesMs)
      },
      recall: (name) => {
        const value = ctx.cookies.get(ownName(name))
        if (value === undefined) return undefined
        setCookie(ownName(name), null, 0)
        return Buffer.from(value, 'base64url').toString()
      },
      query: ctx.querystring,
    }
    ctx.state.context = context
    return next()
  }
}

/** Browsers send the origin of a write; programs usually do not. */
function isBrowser(ctx: Context): boolean {
  return ctx.get('Origin') !== '' || ctx.get('Sec-Fetch-Site') !== ''
}

/** Reads the Authorization header (RFC 6750). */
function bearerOf(ctx: Context): string | undefined {
  return /^Bearer ([\w-]{1,200})$/i.exec(ctx.get('Authorization'))?.[1]
}

/** Browsers before 2023 send no Sec-Fetch-Mode; for them the Accept header tells. */
function isNavigation(ctx: Context): boolean {
  if (ctx.method !== 'GET') return false
  const purpose = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map((name) => ctx.get(name))
  if (purpose.some((value) => /prefetch|preview|prerender/i.test(value))) return false
  const mode = ctx.get('Sec-Fetch-Mode')
  return mode ? mode === 'navigate' : ctx.get('Accept').includes('text/html')
}

/** Programs and typed addresses send neither header. */
function isFromElsewhere(ctx: Context, publicUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const host = parseUrl(ctx.get('Referer'))?.host
  return host !== undefined && host !== new URL(publicUrl).host && host !== ctx.get('Host')
}
