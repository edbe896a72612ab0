import { PostgresJsAdapter } from '@lucia-auth/adapter-postgresql'
import type { Context } from 'koa'
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia'
import type { Reader, Sessions } from '#api/http/request-context.ts'
import { hashToken } from '#api/http/secrets/secrets.ts'
import { browsersOfAccount } from '#contract/shop/reading.ts'
import { type Row, sql } from '#db/sql.ts'

// The only file that uses Lucia.

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, Omit<Reader, 'id'>>
    UserId: string
    DatabaseUserAttributes: Omit<Reader, 'id'>
  }
}

const idle = new TimeSpan(30, 'd')
const longestDays = 90

/** Tells a page's script whether to request the account; it grants nothing. */
const hintName = 'signed_in'

/** It has an id by which a shared device separates what it caches for its readers. */
function hintOf(readerId: string): string {
  return `1.${hashToken(readerId).slice(0, 8)}`
}

/** Stores SHA-256 of session ids and reads them in one query; Lucia's own adapter stores them in plain text and needs two. */
class HashedAdapter implements Adapter {
  private readonly stored = new PostgresJsAdapter(sql, { user: 'readers', session: 'sessions' })

  async getSessionAndUser(
    id: string,
  ): Promise<[session: DatabaseSession | null, user: DatabaseUser | null]> {
    const [row] = await sql<(Reader & Row<'sessions', 'expiresAt'>)[]>`
      select r.id, r.email, r.first_name, r.last_name, r.profile_image_url, s.expires_at,
        r.age_band is not distinct from 'under-13' and showing_awaits(r.id) is not null as only_reads
      from sessions s join readers r on r.id = s.user_id
      where s.id = ${hashToken(id)} and s.created_at > now() - make_interval(days => ${longestDays})`
    if (!row) return [null, null]
    const { id: userId, expiresAt, ...attributes } = row
    return [
      { id, userId, expiresAt: new Date(expiresAt), attributes: {} },
      { id: userId, attributes },
    ]
  }
  getUserSessions(): Promise<DatabaseSession[]> {
    throw new Error('Session ids are stored hashed and cannot be listed')
  }
  setSession(session: DatabaseSession) {
    return this.stored.setSession({ ...session, id: hashToken(session.id) })
  }
  updateSessionExpiration(id: string, expiresAt: Date) {
    return this.stored.updateSessionExpiration(hashToken(id), expiresAt)
  }
  deleteSession(id: string) {
    return this.stored.deleteSession(hashToken(id))
  }
  deleteUserSessions(userId: string) {
    return this.stored.deleteUserSessions(userId)
  }
  deleteExpiredSessions() {
    return this.stored.deleteExpiredSessions()
  }
}

/** The prefix of the cookie under https keeps other hosts from setting it. */
export function readerSessions({ secure }: { secure: boolean }): Sessions {
  const lucia = new Lucia(new HashedAdapter(), {
    sessionExpiresIn: idle,
    sessionCookie: {
      name: secure ? '__Host-session' : 'session',
      attributes: { secure, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: (attributes) => attributes,
  })
  const sessionIdOf = (ctx: Context) => ctx.cookies.get(lucia.sessionCookieName)
  const hint = (ctx: Context, readerId: string | undefined) => {
    ctx.cookies.set(hintName, readerId ? hintOf(readerId) : null, {
      httpOnly: false,
      sameSite: 'lax',
      secure,
      maxAge: readerId ? idle.milliseconds() : 0,
      overwrite: true,
    })
  }
  const setCookie = (ctx: Context, id: string, readerId: string) => {
    ctx.append('Set-Cookie', lucia.createSessionCookie(id).serialize())
    hint(ctx, readerId)
  }
  const drop = (ctx: Context) => {
    ctx.append('Set-Cookie', lucia.createBlankSessionCookie().serialize())
    hint(ctx, undefined)
  }

  return {
    isNamed: (ctx) => sessionIdOf(ctx) !== undefined,

    async find(ctx) {
      const id = sessionIdOf(ctx)
      if (!id) {
        if (ctx.cookies.get(hintName)) hint(ctx, undefined)
        return undefined
      }
      const { session, user } = await lucia.validateSession(id)
      if (!session) {
        drop(ctx)
        return undefined
      }
      // The hint may be missing or another reader's.
      if (session.fresh || ctx.cookies.get(hintName) !== hintOf(user.id))
        setCookie(ctx, id, user.id)
      return user
    },

    async begin(ctx, readerId) {
      const before = sessionIdOf(ctx)
      if (before) await lucia.invalidateSession(before)
      const session = await lucia.createSession(readerId, {})
      await endOldest(readerId)
      setCookie(ctx, session.id, readerId)
    },

    async end(ctx) {
      const id = sessionIdOf(ctx)
      if (id) await lucia.invalidateSession(id)
      drop(ctx)
    },
  }
}

/** What an account has bought is read in so many browsers; the next ends the one that was unused longest. */
async function endOldest(readerId: string) {
  await sql`
    delete from sessions where id in (
      select id from sessions where user_id = ${readerId}
      order by expires_at desc, created_at desc offset ${browsersOfAccount})`
}

export async function endAllSessions(readerId: string) {
  await sql`delete from sessions where user_id = ${readerId}`
}
