import { pino } from 'pino'
import { buildApp } from '#api/app.ts'
import { anonymous } from '#api/http/request-context.ts'
import { callInProcess } from '#api/http/serve.ts'
import { startBuilder } from '#api/pages/builder.ts'
import { prerenderPages } from '#api/pages/prerender.ts'
import { watchRelease } from '#api/pages/release-loader.ts'
import { aFolder } from './folders.ts'
import { outsideOfTests, startApp } from './people.ts'

/** The real site, built of the rows that are there and kept fresh, with an app that serves it; stop it at the end. */
export async function aBuiltSite(env: Record<string, string | undefined> = process.env) {
  const dataDir = await aFolder()
  const log = pino({ level: 'silent' })
  const { router } = buildApp(await outsideOfTests())
  const builder = await startBuilder({
    root: process.cwd(),
    dataDir,
    publicUrl: 'https://ascend.example',
    buildScript: 'dist/bundle-site.mjs',
    prerenderPages: (folder) => prerenderPages(folder, { call: callInProcess(router, anonymous) }),
    env,
    log,
  })
  await builder.buildIfStale()
  const site = watchRelease(dataDir, log)
  await site.look()
  return {
    dataDir,
    look: site.look,
    /** Where it is served. */
    base: await startApp({ dataDir, site: site.loaded }),
    async stop() {
      site.stop()
      await builder.stop()
    },
  }
}
