import type { MiddlewareHandler } from 'astro'
import { artInLook, lookCode } from '#contract/magazine/art-look.ts'

/** Drawn pictures are addressed by their colours. No page needs to know that: it is written into what they say. */
export const onRequest: MiddlewareHandler = async ({ isPrerendered, locals }, next) => {
  const response = await next()
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  const code = isPage && !isPrerendered ? lookCode(locals.settings.look) : undefined
  return code ? new Response(artInLook(await response.text(), code), response) : response
}
