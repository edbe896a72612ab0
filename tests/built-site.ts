import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp, type Integrations } from '#api/app.ts'
import { anonymous } from '#api/http/request-context.ts'
import { callInProcess } from '#api/http/serve.ts'
import { loadBundle } from '#api/pages/building/astro-adapter.ts'
import { prerenderPages, startBuilder } from '#api/pages/building/builder.ts'
import { watchRelease } from '#api/pages/building/release-loader.ts'
import { aFolder } from './folders.ts'
import { outsideOfTests, startApp } from './people.ts'

/** The real site, built of the rows that are there and kept fresh, with an app that serves it; stop it at the end. */
export async function aBuiltSite({
  cache,
  differences,
}: Pick<Integrations, 'cache' | 'differences'> = {}) {
  const dataDir = await aFolder()
  const log = pino({ level: 'silent' })
  const integrations = await outsideOfTests()
  const { publicUrl, settings } = integrations
  const { router } = buildApp(integrations)
  const bundle = inject('bundle')
  const render = await loadBundle(bundle.folder)
  const call = callInProcess(router, anonymous)
  const builder = await startBuilder({
    dataDir,
    publicUrl,
    bundle,
    cache,
    differences: differences !== undefined,
    readSettings: settings.read,
    prerender: (addresses, settings) =>
      prerenderPages(render, addresses, { call, publicUrl, settings }),
    log,
  })
  await builder.buildIfStale()
  const site = watchRelease(dataDir, render, log, ({ files }) =>
    differences?.rememberLanding(files.get('/')?.answer),
  )
  await site.look()
  return {
    dataDir,
    look: site.look,
    /** Resolves when it is served as it is set now. */
    async rebuild() {
      await builder.buildIfStale()
      await site.look()
    },
    loaded: site.loaded,
    /** Where it is served. */
    base: await startApp({ dataDir, site: site.loaded, cache, differences }),
    async stop() {
      await site.stop()
      await builder.stop()
    },
  }
}
