import { pino } from 'pino'
import { buildApp } from '#api/app.ts'
import { followSite } from '#api/http/live-site.ts'
import { nobody } from '#api/http/read-caller.ts'
import { callInProcess } from '#api/http/serve.ts'
import { startBuilder } from '#api/site-builds/builder.ts'
import { makePages } from '#api/site-builds/make-pages.ts'
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
    makePages: (folder) => makePages(folder, { call: callInProcess(router, nobody) }),
    env,
    log,
  })
  await builder.buildIfStale()
  const site = followSite(dataDir, log)
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
