import type { Context, Middleware } from 'koa'
import { ownWritesMs } from '#db/standbys.ts'

const cookieName = 'wrote'

/**
 * Remembers in the browser when it wrote last, so that it reads its own writes. By the time in the value: phones' clocks
 * are wrong, and would let the cookie expire too early.
 */
export const rememberOwnWrites: Middleware = async (ctx, next) => {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return next()
  try {
    await next()
  } finally {
    // Also after a fault: the write may have been committed.
    const line = ctx.state.line
    if (!line?.neverReadBack) {
      ctx.cookies.set(cookieName, String(Date.now()), { httpOnly: true, sameSite: 'lax' })
    }
  }
}

export function hasJustWritten(ctx: Context): boolean {
  const at = Number(ctx.cookies.get(cookieName) ?? 0)
  return Date.now() - at < ownWritesMs
}
