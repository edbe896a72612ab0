import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const port = Number(process.env['ENGINES_PORT'] ?? 4396)
const watcher = '/faults-of-this-page.js'
const sink = '/faults-of-this-page'

/** Runs before all scripts of a page. */
const watch = `(() => {
  let isLeft = false
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, () => { isLeft = true })
  addEventListener('pageshow', () => { isLeft = false })
  const tell = (...words) => isLeft || navigator.sendBeacon('${sink}', location.pathname + ': ' + words.join(' '))
  // Firefox gives up fetching ahead what it would have to ask for again (decision 140).
  addEventListener('error', ({ message, target }) =>
    target.rel === 'prefetch' || tell(message ?? 'not loaded: ' + (target.src ?? target.href)), true)
  addEventListener('unhandledrejection', ({ reason }) => tell('unhandled', reason))
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell('policy', violatedDirective, blockedURI))
  const { error } = console
  console.error = (...words) => { tell(...words); error(...words) }
})()`

interface Sent {
  path: string
  origin: string | undefined
  referrer: string | undefined
  body: string
}

/**
 * The service with demo content behind a server of the tests, which puts a script into each page that tells it of errors:
 * WebDriver says nothing of them. A browser speaks to `base`.
 */
export async function startService() {
  let faults: string[] = []
  let address = ''
  let isOldBrowser = false
  let hasNetwork = true
  let sent: Sent[] = []
  let held: { pattern: RegExp; milliseconds: number } | undefined
  let holding = 0
  const base = `http://127.0.0.1:${port}`

  const front = createServer(async (asked, answer) => {
    if (!hasNetwork) {
      asked.destroy()
      return
    }
    if (asked.url === watcher) {
      answer.setHeader('Content-Type', 'text/javascript')
      answer.end(watch)
      return
    }
    if (asked.url === sink) {
      void textOf(asked).then((text) => faults.push(text))
      answer.writeHead(204).end()
      return
    }
    const headers = { ...asked.headers, 'x-forwarded-for': address, 'accept-encoding': 'identity' }
    if (isOldBrowser) {
      for (const name of Object.keys(headers)) {
        if (name.startsWith('sec-fetch-')) Reflect.deleteProperty(headers, name)
      }
    }
    const { method, url = '/' } = asked
    const noted = { path: url, origin: headers.origin, referrer: headers.referer, body: '' }
    sent.push(noted)
    if (held?.pattern.test(url)) {
      holding++
      await wait(held.milliseconds)
      holding--
    }
    const passed = request({ port: port + 1, host: '127.0.0.1', method, path: url, headers })
    passed.on('error', () => answer.destroy())
    passed.on('response', async (response) => {
      const { statusCode = 500 } = response
      const sent = { ...response.headers }
      if (!/^text\/html/.test(sent['content-type'] ?? '') || method === 'HEAD') {
        answer.writeHead(statusCode, sent)
        response.pipe(answer)
        return
      }
      const html = (await textOf(response)).replace(
        '<head>',
        `<head><script src="${watcher}"></script>`,
      )
      delete sent['content-length']
      answer.writeHead(statusCode, sent)
      answer.end(html)
    })
    asked.on('data', (part: Buffer) => {
      noted.body += part.toString()
    })
    asked.pipe(passed)
  })
  front.listen(port, '127.0.0.1')
  await once(front, 'listening')
  const service = spawn(process.execPath, ['tests/e2e/support/serve.mjs', String(port + 1)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, E2E_PUBLIC_URL: base },
  })
  await isReady(base, service)

  return {
    base,
    /** A walk begins: by a person at an address of their own. */
    begin() {
      faults = []
      sent = []
      held = undefined
      isOldBrowser = false
      hasNetwork = true
      address = `198.18.${Math.floor(Math.random() * 256)}.${1 + Math.floor(Math.random() * 254)}`
    },
    /** From now on no request is answered. */
    loseNetwork() {
      hasNetwork = false
    },
    hasNetwork: () => hasNetwork,
    /** From now on no request says what it is for, as in browsers before 2023. */
    beOldBrowser() {
      isOldBrowser = true
    },
    /** Files of such addresses come so much later. */
    holdBack(pattern: RegExp, milliseconds: number) {
      held = { pattern, milliseconds }
    },
    isHolding: () => holding > 0,
    /** Whatever was asked since the walk began. */
    sent: () => sent,
    faults: () => faults,
    async stop() {
      service.kill('SIGTERM')
      await once(service, 'exit')
      front.closeAllConnections()
      front.close()
    },
  }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

async function isReady(base: string, service: ChildProcess) {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${base}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
    if (service.exitCode !== null) break
    await wait(200)
  }
  throw new Error('The service did not start; what it printed stands above.')
}
