import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installPackages } from './install.mjs'
import { sayBeginning, sayPassword } from './say-password.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Ascend needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

process.chdir(root)
process.env.NODE_ENV ??= 'production'
installPackages()
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
// A line for each request is for log collectors; at a terminal only problems are of interest.
if (process.stdout.isTTY) process.env.LOG_LEVEL ||= 'warn'

const stopMs = 10_000

/** Shows the progress of a slow step, a dot a second. */
async function step(name, work) {
  const started = Date.now()
  process.stdout.write(`${name} `)
  const dots = setInterval(() => process.stdout.write('.'), 1000)
  try {
    const result = await work()
    console.log(`done in ${((Date.now() - started) / 1000).toFixed(1)} s`)
    return result
  } catch (error) {
    console.log('failed')
    throw error
  } finally {
    clearInterval(dots)
  }
}

let stopping = false

/** @param {{ leave(): Promise<void>, stop(): Promise<void> }} service */
function stopOnSignals(service) {
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, async () => {
      // A second signal exits at once.
      if (stopping) process.exit(1)
      stopping = true
      console.log('\nStopping…')
      setTimeout(() => process.exit(1), stopMs).unref()
      // After Ctrl-C exit soon; a replica being replaced first lets proxies send readers elsewhere.
      if (signal === 'SIGTERM') await service.leave()
      await service.stop()
      process.exit(0)
    })
  }
}

try {
  const { bundleService, bundleSite } = await import('./bundle.mjs')
  await step('Preparing the service', bundleService)
  const bundle = await step('Bundling the site, unless that is done', bundleSite)
  const { startService } = await import(new URL('../dist/server.mjs', import.meta.url).href)
  const service = await startService({
    env: process.env,
    root,
    bundle,
    isReplica: process.argv.includes('--replica'),
    answering: stopOnSignals,
    step,
  })
  const { username } = service.publisher
  const { payments, begin, hasDemo } = service
  // Other output is stored and read by others.
  const address = begin && !hasDemo && process.stdout.isTTY ? await begin() : undefined
  const names = {
    paystack: 'Paystack',
    flutterwave: 'Flutterwave',
    test: 'the built-in test checkout',
  }
  const providers = payments.map(({ provider }) => names[provider]).join(', then ')
  const money = providers
    ? `${providers}${payments[0]?.isTest ? ', no money moves' : ''}`
    : 'off; see docs/how-to/sell-for-real.md'
  console.log(`
Ascend is up: ${service.publicUrl}
The publisher signs in at ${service.publicUrl}/admin/login
  username: ${username}
  password: ${sayPassword(service.publisher)}
${sayBeginning({ address, canBegin: begin !== undefined, hasDemo })}Payments: ${money}
Stop it with Ctrl-C.`)
} catch (error) {
  console.error(`\n${error.message}`)
  if (error.cause) console.error(error.cause)
  process.exit(1)
}
