import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** @typedef {{ targetId: string, type: string, subtype?: string, url: string }} Target */
/** @typedef {{ method: string, params: any, sessionId?: string }} Told */

/**
 * A new browser on a profile of its own, which is driven as DevTools drives it. Playwright takes hold of each page, and a browser
 * draws no page before it is opened whose pages are held so (`PrerenderingDisabledByDevTools`).
 * @param {object} options
 * @param {string} options.executablePath
 * @param {string[]} [options.args]
 * @param {[method: string, params: object][]} [options.prepare] Commands that each page gets before it loads, those too that are drawn ahead.
 */
export async function startBareBrowser({ executablePath, args = [], prepare = [] }) {
  const profile = await mkdtemp(join(tmpdir(), 'ascend-browser-'))
  const program = spawn(
    executablePath,
    [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      ...args,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const ended = new Promise((resolve) => program.once('exit', resolve))
  const { send, listen } = overPipe(program.stdio)
  /** @type {Map<string, Target>} */
  const targets = new Map()

  listen(({ method, params }) => {
    if (method === 'Target.detachedFromTarget') targets.delete(params.sessionId)
    if (method === 'Target.targetInfoChanged') {
      for (const [session, { targetId }] of targets)
        if (targetId === params.targetInfo.targetId) targets.set(session, params.targetInfo)
    }
    if (method !== 'Target.attachedToTarget') return
    const { sessionId, targetInfo } = params
    targets.set(sessionId, targetInfo)
    /** @type {[method: string, params: object][]} */
    const first = targetInfo.type === 'tab' ? [attachTo([{}])] : prepare
    // They are carried out in turn, but the answers of a page come only when it runs.
    for (const [name, given] of first) send(name, given, sessionId).catch(() => {})
    send('Runtime.runIfWaitingForDebugger', {}, sessionId).catch(() => {})
  })
  const opened = new Promise((resolve) => {
    listen(({ method, params }) => {
      if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') resolve(null)
    })
  })
  // A page that was drawn ahead takes the place of another in its tab.
  await send(...attachTo([{ type: 'tab' }]))
  await opened

  const sessionOf = (/** @type {boolean} */ isDrawnAhead) =>
    [...targets].find(
      ([, { type, subtype }]) => type === 'page' && (subtype === 'prerender') === isDrawnAhead,
    )?.[0]

  /**
   * In the open page, or in the one that is drawn ahead; undefined where there is none, or it is left meanwhile.
   * @param {string} expression
   */
  async function evaluate(expression, isDrawnAhead = false) {
    const session = sessionOf(isDrawnAhead)
    const asked = { expression, awaitPromise: true, returnByValue: true }
    const answer = session && (await send('Runtime.evaluate', asked, session).catch(() => {}))
    if (answer?.exceptionDetails) throw new Error(answer.exceptionDetails.exception.description)
    return answer?.result.value
  }
  const ofPage = (/** @type {string} */ method, params = {}) =>
    send(method, params, sessionOf(false))

  return {
    evaluate,
    listen,
    send: ofPage,
    targetOf: (/** @type {string | undefined} */ session) => targets.get(session ?? ''),
    /** @param {string} address */
    async open(address) {
      const loaded = new Promise((resolve) => {
        listen(({ method, sessionId }) => {
          if (method === 'Page.loadEventFired' && sessionId === sessionOf(false)) resolve(undefined)
        })
      })
      await ofPage('Page.enable')
      await ofPage('Page.navigate', { url: address })
      await loaded
    },
    /**
     * Touches the middle of an element for so long, once it has been on the screen for a while; the moment when the finger leaves it.
     * @param {string} selector
     */
    async tap(selector, { waitsMs = 0, ms = 0 } = {}) {
      const [x, y] = await evaluate(`(() => {
        const element = document.querySelector(${JSON.stringify(selector)})
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = element.getBoundingClientRect()
        return [left + width / 2, top + Math.min(height / 2, 20)]
      })()`)
      await pause(waitsMs)
      await ofPage('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      await pause(ms)
      const at = Date.now()
      await ofPage('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      return at
    },
    async close() {
      program.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** @returns {[method: string, params: object]} */
const attachTo = (/** @type {object[]} */ filter) => [
  'Target.setAutoAttach',
  { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter },
]

/** Commands and events as JSON with a zero byte behind each, over the pipes that the browser has as 3 and 4. */
function overPipe(/** @type {any} */ [, , , commands, events]) {
  /** @type {Map<number, { resolve: (result: any) => void, reject: (fault: Error) => void, sessionId?: string | undefined }>} */
  const waiting = new Map()
  /** @type {((told: Told) => void)[]} */
  const listeners = []
  let id = 0
  let rest = ''
  // Its browser may have ended.
  commands.on('error', () => {})
  events.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
    const parts = (rest + text).split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) take(JSON.parse(part))
  })

  /** @param {Told & { id?: number, result?: any, error?: { message: string } }} message */
  function take({ id, result, error, ...told }) {
    const asked = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
    if (id) return
    // Nobody answers for a page that is gone.
    if (told.method === 'Target.detachedFromTarget') {
      for (const { reject, sessionId } of waiting.values())
        if (sessionId === told.params.sessionId) reject(new Error('The page is gone'))
    }
    for (const listener of listeners) listener(told)
  }

  return {
    /**
     * @param {string} method
     * @param {object} params
     * @param {string} [sessionId]
     * @returns {Promise<any>}
     */
    send(method, params, sessionId) {
      id++
      commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, sessionId }))
    },
    /** @param {(told: Told) => void} listener */
    listen(listener) {
      listeners.push(listener)
    },
  }
}
