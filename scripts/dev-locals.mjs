// Development only: gives pages that Astro's dev server renders the `Astro.locals` of the service
// (api/pages/building/dev-render.ts), and shows the components of site/ui at /sandbox.

/** Adds the middleware below and the sandbox in `astro dev`, and nothing to a bundle. */
export const devLocals = () => ({
  name: 'dev-locals',
  hooks: {
    'astro:config:setup': ({ command, addMiddleware, injectRoute }) => {
      if (command === 'dev') {
        addMiddleware({ entrypoint: new URL(import.meta.url), order: 'pre' })
        injectRoute({ pattern: '/sandbox', entrypoint: './site/pages/_sandbox.astro' })
      }
    },
  },
})

/** @type {import('astro').MiddlewareHandler} */
export const onRequest = async ({ locals, request }, next) => {
  const given = request.headers.get('X-Locals')
  if (!given) return next()
  const { id, callsAt } = JSON.parse(decodeURIComponent(given))
  const ask = async (asked) => {
    const body = JSON.stringify({ id, ...asked })
    const answer = await fetch(callsAt, { method: 'POST', body })
    const { error, ...result } = await answer.json()
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  Object.assign(locals, await ask({}), { call: (name, input) => ask({ name, input }) })
  return next()
}
