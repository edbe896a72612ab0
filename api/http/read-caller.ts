import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'

/** Who asks. */
export interface Caller {
  /**
   * The random id that tells this browser from others, so that a share or a view counts once.
   * Asking for it sets the cookie; nothing else does, so that reading alone leaves none.
   */
  visitorId(): string
}

const cookieName = 'visitor'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const aYearMs = 365 * 24 * 60 * 60 * 1000

/** A page rendered for everybody asks as nobody. */
export const nobody: Caller = {
  visitorId: () => {
    throw new Error('A page rendered for everybody must not count a visitor')
  },
}

export function readCaller({ secure }: { secure: boolean }): Middleware {
  return (ctx, next) => {
    const caller: Caller = {
      visitorId: () => {
        const known = ctx.cookies.get(cookieName)
        if (known && uuid.test(known)) return known
        const fresh = randomUUID()
        // TLS may end at a proxy in front of us: the public address says whether the reader's side is safe.
        ctx.cookies.secure = secure
        ctx.cookies.set(cookieName, fresh, {
          httpOnly: true,
          sameSite: 'lax',
          secure,
          maxAge: aYearMs,
          overwrite: true,
        })
        return fresh
      },
    }
    ctx.state['caller'] = caller
    return next()
  }
}
