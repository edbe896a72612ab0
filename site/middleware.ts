import type { MiddlewareHandler } from 'astro'
import { artInLook, lookCode } from '#contract/magazine/art-look.ts'
import { ownLooks, withOwnArt } from '#site/lib/pages/own-looks.ts'

/** Drawn pictures are addressed by their colours. No page needs to know that: it is written into what they say. */
export const onRequest: MiddlewareHandler = async ({ isPrerendered, locals }, next) => {
  const response = await next()
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
  if (!isPage || isPrerendered) return response
  const code = lookCode(locals.settings.look)
  const { art, onPage } = ownLooks(locals.settings)
  if (!code && !onPage.art) return response
  return new Response(artInLook(withOwnArt(await response.text(), art), code), response)
}
