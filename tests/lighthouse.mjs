import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'

/**
 * Starts a browser of its own, which Lighthouse drives through a port; `close` ends it.
 * @param {{ executablePath: string, env?: Record<string, string> }} browser
 */
export async function startLighthouse({ executablePath, env }) {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath,
    ...(env && { env }),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  return {
    /**
     * Lighthouse's report of a first visit on a phone.
     * @param {string} address
     * @param {object} settings beyond those of its mobile preset
     */
    async visit(address, settings) {
      /** @type {import('lighthouse').Flags} */
      const flags = { port, logLevel: 'error', output: 'json' }
      const result = await lighthouse(address, flags, { extends: 'lighthouse:default', settings })
      if (!result || result.lhr.runtimeError)
        throw new Error(
          `Lighthouse could not visit ${address}: ${result?.lhr.runtimeError?.message}`,
        )
      return result.lhr
    },
    close: () => browser.close(),
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
