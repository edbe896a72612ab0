import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { dataSaverCookie } from './data-saver.ts'

/** A signed-in reader. */
export interface Reader {
  id: string
  email: string
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
}

/** Who sent the request. */
export interface RequestContext {
  /**
   * The random id of this browser, so that a share or a view counts once.
   * Calling it sets the cookie; nothing else does, so that reading alone leaves none.
   */
  visitorId(): string
  /** The network address, for limits alone. */
  address: string
  /** Whether another site's page led here. */
  isFromElsewhere: boolean
  /** Who is signed in, looked up at the first call. */
  findReader(): Promise<Reader | undefined>
  /** The publisher, if the request brings a token that still works; looked up at the first call. */
  findPublisher(): Promise<Publisher | undefined>
  /** Whether the response may depend on the session: such a response is cached nowhere. */
  wasAsked(): boolean
  /** Starts a new session, whatever was before. */
  signIn(readerId: string): Promise<void>
  signOut(): Promise<void>
  /** The reader's own switch for pages without pictures (data-saver.ts). */
  switchDataSaver(isOn: boolean): void
  /** Stores a small secret in the browser for ten minutes, out of reach of scripts. */
  remember(name: string, value: string): void
  /** Gives it back once. */
  recall(name: string): string | undefined
  /** The query of the request, for protocols that check it. */
  query: string
  /** The idempotency key of the request; only while a line is answered. */
  idempotencyKey?: string | undefined
}

export interface ReaderContext extends RequestContext {
  reader: Reader
}

/** The one person who runs the site. */
export interface Publisher {
  username: string
  /** The token of the publisher's session, to be ended at sign-out. */
  token: string
}

export interface PublisherContext extends RequestContext {
  publisher: Publisher
}

/** How sessions are stored; accounts/sessions.ts has the one implementation. */
export interface Sessions {
  /** Whether the request brings a session at all, true or not. */
  isNamed(ctx: Context): boolean
  find(ctx: Context): Promise<Reader | undefined>
  begin(ctx: Context, readerId: string): Promise<void>
  end(ctx: Context): Promise<void>
}

/** The publisher of a token; admin/sign-in/publisher.queries.ts has the one implementation. */
export type FindPublisher = (token: string) => Promise<Publisher | undefined>

/** The name in the cookie header, with or without the prefix for https. */
export const sessionCookie = 'session='

const cookieName = 'visitor'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const aYearMs = 365 * 24 * 60 * 60 * 1000
const tenMinutesMs = 10 * 60 * 1000

const never = () => {
  throw new Error('A page rendered for everybody must not depend on its reader')
}

/** The context of a page rendered for everybody. */
export const anonymous: RequestContext = {
  visitorId: never,
  address: '',
  isFromElsewhere: false,
  findReader: async () => undefined,
  findPublisher: async () => undefined,
  wasAsked: () => false,
  signIn: never,
  signOut: never,
  switchDataSaver: never,
  remember: never,
  recall: never,
  query: '',
}

/** Puts the context into `ctx.state`. Nothing is looked up before it is used. */
export function requestContext({
  publicUrl,
  sessions,
  findPublisher,
}: {
  publicUrl: string
  sessions: Sessions
  findPublisher: FindPublisher
}): Middleware {
  const secure = publicUrl.startsWith('https:')
  return (ctx, next) => {
    // TLS may end at a proxy in front: the public address says whether the reader's connection is encrypted.
    ctx.cookies.secure = secure
    const keep = (name: string, value: string | null, maxAge: number) =>
      ctx.cookies.set(name, value, {
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge,
        overwrite: true,
      })
    // The prefix prevents other hosts of the same domain from setting one.
    const ownName = (name: string) => (secure ? `__Host-${name}` : name)
    let reader: Promise<Reader | undefined> | undefined
    let publisher: Promise<Publisher | undefined> | undefined
    const context: RequestContext = {
      visitorId: () => {
        const known = ctx.cookies.get(cookieName)
        if (known && uuid.test(known)) return known
        const fresh = randomUUID()
        keep(cookieName, fresh, aYearMs)
        return fresh
      },
      address: ctx.ip,
      isFromElsewhere: isFromElsewhere(ctx, publicUrl),
      findReader: () => {
        reader ??= sessions.find(ctx)
        return reader
      },
      findPublisher: () => {
        const token = bearerOf(ctx)
        publisher ??= token ? findPublisher(token) : Promise.resolve(undefined)
        return publisher
      },
      wasAsked: () => publisher !== undefined || (reader !== undefined && sessions.isNamed(ctx)),
      signIn: async (readerId) => {
        await sessions.begin(ctx, readerId)
        reader = undefined
      },
      signOut: async () => {
        await sessions.end(ctx)
        reader = undefined
      },
      switchDataSaver: (isOn) => keep(dataSaverCookie, isOn ? 'on' : 'off', aYearMs),
      remember: (name, value) => {
        keep(ownName(name), Buffer.from(value).toString('base64url'), tenMinutesMs)
      },
      recall: (name) => {
        const value = ctx.cookies.get(ownName(name))
        if (value === undefined) return undefined
        keep(ownName(name), null, 0)
        return Buffer.from(value, 'base64url').toString()
      },
      query: ctx.querystring,
    }
    ctx.state['context'] = context
    return next()
  }
}

/** What `Authorization: Bearer …` holds (RFC 6750). */
function bearerOf(ctx: Context): string | undefined {
  return /^Bearer ([\w-]{1,200})$/i.exec(ctx.get('Authorization'))?.[1]
}

/** Programs and typed addresses send no origin. */
function isFromElsewhere(ctx: Context, publicUrl: string): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const referrer = ctx.get('Referer')
  if (!URL.canParse(referrer)) return false
  const { host } = new URL(referrer)
  return host !== new URL(publicUrl).host && host !== ctx.get('Host')
}
