import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Control, Engine } from './engine.ts'

/** What a person does on our pages, in any engine. Everything is waited for. */
export class Walker {
  #steps = 0
  readonly engine: Engine
  readonly base: string
  readonly #folder: string

  constructor(engine: Engine, base: string, folder: string) {
    this.engine = engine
    this.base = base
    this.#folder = folder
  }

  /** Whoever leaves a page whose scripts are still on their way makes Firefox tell of errors. */
  async goto(path: string) {
    await this.isLive()
    await this.engine.goto(new URL(path, this.base).href)
  }

  /** Waits until the page and what its scripts make live at once are there. */
  async isLive() {
    await expect.poll(() => this.engine.run(isComplete).catch(() => false)).toBe(true)
  }

  /** Presses what is seen, by a selector and its name or the beginning of it. */
  async press(css: string, name = '') {
    await (
      await this.#waitFor(() => this.engine.find(findSeen, css, name), `${css} “${name}”`)
    ).press()
  }

  async pressButton(name: string) {
    await this.press('button, [role=button], summary', name)
  }

  async pressLink(name: string) {
    await this.press('a[href]', name)
  }

  async type(label: string, text: string) {
    const field = await this.#waitFor(() => this.engine.find(findField, label), label)
    await field.type(text)
  }

  /** Chooses in a list of choices. Its own window is the browser's and opens in no test. */
  async choose(label: string, value: string) {
    await this.#waitFor(() => this.engine.find(findField, label), label)
    await this.engine.run(chooseIn, label, value)
  }

  /** Waits until the text is seen somewhere. */
  async sees(text: string) {
    await expect
      .poll(async () => (await this.engine.run(pageText).catch(() => '')).includes(text), {
        message: `“${text}” is not on the page`,
      })
      .toBe(true)
  }

  /** Waits until the address is so. */
  async isAt(path: RegExp) {
    await expect.poll(() => this.engine.run(pathOfPage).catch(() => '')).toMatch(path)
  }

  async evaluate<Result, Args extends unknown[]>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    return this.engine.run(work, ...args)
  }

  /** A picture of what is seen now, in test-results/engines. */
  async look(step: string) {
    await mkdir(this.#folder, { recursive: true })
    this.#steps++
    const name = `${String(this.#steps).padStart(2, '0')}-${step.replaceAll(' ', '-')}.png`
    await this.engine.screenshot(join(this.#folder, name))
  }

  async #waitFor(find: () => Promise<Control | undefined>, what: string): Promise<Control> {
    let found: Control | undefined
    await expect
      .poll(
        async () => {
          found = await find().catch(() => undefined)
          return found !== undefined
        },
        { message: `${what} is not on the page` },
      )
      .toBe(true)
    return found as Control
  }
}

function findSeen(css: string, name: string): Element | undefined {
  const named = [...document.querySelectorAll<HTMLElement>(css)].flatMap((element) => {
    const isSeen =
      element.getClientRects().length > 0 &&
      getComputedStyle(element).visibility === 'visible' &&
      !element.matches(':disabled')
    const label = 'labels' in element ? (element.labels as NodeListOf<HTMLElement>)[0] : undefined
    const given = element.getAttribute('aria-label') ?? label?.innerText ?? element.innerText
    const whole = (given ?? '').replace(/\s+/g, ' ').trim()
    return isSeen && whole.startsWith(name) ? [{ element, whole }] : []
  })
  const found = named.find(({ whole }) => whole === name) ?? named[0]
  // Pages scroll smoothly; a driver presses at once.
  found?.element.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found?.element
}

function findField(label: string): Element | undefined {
  const labels = [...document.querySelectorAll('label')].filter((one) => one.control)
  const named = labels.find(({ innerText }) => innerText.trim().startsWith(label))
  const field = named?.control ?? undefined
  return field && getComputedStyle(field).visibility === 'visible' ? field : undefined
}

function chooseIn(label: string, value: string) {
  const labels = [...document.querySelectorAll('label')].filter((one) => one.control)
  const named = labels.find(({ innerText }) => innerText.trim().startsWith(label))
  const list = named?.control as HTMLSelectElement
  list.focus()
  list.value = value
  for (const name of ['input', 'change']) list.dispatchEvent(new Event(name, { bubbles: true }))
}

function isComplete() {
  const waiting = 'astro-island[ssr]:is([client=load], [client=only], [client=idle])'
  return document.readyState === 'complete' && !document.querySelector(waiting)
}

function pageText() {
  return document.body.innerText.replace(/\s+/g, ' ')
}

function pathOfPage() {
  return location.pathname + location.search
}
