import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from './engine.ts'
import { startChromium, startFirefox } from './puppeteer.ts'
import { startService } from './service.ts'
import { Walker } from './walker.ts'
import { startWebKit } from './webkit.ts'

type Service = Awaited<ReturnType<typeof startService>>

interface Walk {
  walker: Walker
  base: string
  width: number
  service: Service
}

type Work = (walk: Walk) => Promise<void>

interface Where {
  engines?: (keyof typeof starts)[]
  widths?: number[]
}

const starts = { Chromium: startChromium, Firefox: startFirefox, WebKit: startWebKit }
const browsers = new Map<string, Promise<Browser>>()
let service: Service

beforeAll(async () => {
  service = await startService()
})

afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close()
  await service.stop()
})

/** A test in each engine and width; an error on any of its pages fails it. */
export function walk(
  title: string,
  work: Work,
  { engines = ['Firefox', 'WebKit'], widths = [360, 1280] }: Where = {},
) {
  describe.each(engines)('in %s', (engine) => {
    test.each(widths)(`at %i px ${title}`, async (width) => {
      const starting = browsers.get(engine) ?? starts[engine]()
      browsers.set(engine, starting)
      service.begin()
      const window = await (await starting).open(width)
      const folder = join('test-results/engines', `${engine}-${width}`, title.replace(/\W+/g, '-'))
      const walker = new Walker(window, service.base, folder)
      try {
        await work({ walker, base: service.base, width, service })
        // Without a network each engine tells of every file that it could not load.
        const told = service.hasNetwork() ? window.faults() : []
        expect([...service.faults(), ...told], 'errors on the pages').toEqual([])
      } catch (error) {
        await walker.look('failed').catch(() => undefined)
        throw error
      } finally {
        await window.close()
      }
    })
  })
}
