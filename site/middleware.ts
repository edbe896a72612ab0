import { defineMiddleware } from 'astro:middleware'
import { clientOver } from '#site/lib/call.ts'

/** In development pages run in Astro's own server, apart from the API: the same `call` goes over the network. */
export const onRequest = defineMiddleware(({ locals, request, site }, next) => {
  if (import.meta.env.DEV) {
    const { call, callPage } = clientOver((path, init) =>
      fetch(new URL(path, site), {
        ...init,
        // Whoever is signed in asks by the page too.
        headers: { ...init.headers, Cookie: request.headers.get('Cookie') ?? '' },
      }),
    )
    locals.call = async (address, input) => {
      if (address !== 'GET /stories' && address !== 'GET /books') {
        return { output: await call(address, input) }
      }
      const { items, total } = await callPage(address, input as never)
      return { output: items as never, total }
    }
  }
  return next()
})
