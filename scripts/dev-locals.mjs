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
export const onRequest = ({ locals, request }, next) => {
  const given = request.headers.get('X-Locals')
  if (!given) return next()
  const { id, callsAt, ...others } = JSON.parse(decodeURIComponent(given))
  Object.assign(locals, others, {
    call: async (name, input) => {
      const answer = await fetch(callsAt, {
        method: 'POST',
        body: JSON.stringify({ id, name, input }),
      })
      const { error, ...result } = await answer.json()
      if (error) throw Object.assign(new Error(error.message), error)
      return result
    },
  })
  return next()
}
