import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inlineText } from './inline-scripts.mjs'

/** As the page tells them. */
const papers = { light: '#FBF5E8', dark: '#0E1228', sepia: '#F1E2C4', contrast: '#000' }

const script = inlineText(readFileSync(new URL('first-paint.js', import.meta.url), 'utf8'))

interface Device {
  stored?: string | null
  notice?: string
  isDark?: boolean
  cookie?: string
  /** The admin pages have none. */
  modes?: string | null
  storageIs?: 'forbidden'
}

/** The page that results from the device's storage. */
function firstPaint({
  stored = null,
  notice,
  isDark = false,
  cookie = '',
  modes = '/modes.css',
  storageIs,
}: Device) {
  const dataset: Record<string, string> = {}
  const written: string[] = []
  const classes = new Set<string>()
  const bars = [{ content: '#FBF5E8' }, { content: '#0E1228' }]
  const link: { onerror?(): void } = {}
  const window: { ascendReading?: { chosen: Record<string, string>; show(given: unknown): void } } =
    {}
  const world = {
    window,
    document: {
      documentElement: { dataset, classList: classes },
      currentScript: { dataset: { ...papers, ...(modes === null ? {} : { modes }) } },
      write: (text: string) => written.push(text),
      querySelectorAll: () => bars,
      head: { lastChild: link },
      cookie,
    },
    matchMedia: () => ({ matches: isDark }),
    get localStorage() {
      if (storageIs) throw new Error('The operation is insecure.')
      return { getItem: (key: string) => (key === 'ascend.notice' ? notice : stored) }
    },
  }
  runInNewContext(script, world)
  const chosen = { ...window.ascendReading?.chosen }
  return { dataset, link, written, chosen, window, bars }
}

const allowed = {
  theme: ['auto', 'light', 'dark'],
  readingMode: ['default', 'sepia', 'contrast', 'focus'],
  fontSize: ['medium', 'small', 'large'],
  lineHeight: ['normal', 'compact', 'relaxed'],
}
const defaults = {
  theme: 'auto',
  readingMode: 'default',
  fontSize: 'medium',
  lineHeight: 'normal',
}
const isAllowed = (name: string, value: unknown) =>
  (allowed[name as keyof typeof allowed] as unknown[]).includes(value)

test('invalid stored settings give the default theme, and no unknown attribute', () => {
  const rubbish = fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '[]', '42', '"dark"'))
  fc.assert(
    fc.property(rubbish, fc.boolean(), (stored, isDark) => {
      const { dataset, chosen, written } = firstPaint({ stored, isDark })
      expect(dataset['theme']).toBe(isDark ? 'dark' : 'light')
      expect(dataset).toEqual({ theme: dataset['theme'] })
      expect(chosen).toEqual(defaults)
      expect(written).toEqual([])
    }),
  )
})

test('a valid setting applies although another is invalid', () => {
  const field = (name: keyof typeof allowed) =>
    fc.oneof(fc.constantFrom<unknown>(...allowed[name]), fc.jsonValue())
  const stored = fc.record(
    {
      theme: field('theme'),
      readingMode: field('readingMode'),
      fontSize: field('fontSize'),
      lineHeight: field('lineHeight'),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(stored, fc.boolean(), (given, isDark) => {
      const { dataset, chosen, written } = firstPaint({ stored: JSON.stringify(given), isDark })
      const wanted = Object.fromEntries(
        Object.entries(defaults).map(([name, usual]) => {
          const value = given[name as keyof typeof given]
          return [name, isAllowed(name, value) ? value : usual]
        }),
      )
      expect(chosen).toEqual(wanted)
      const { theme, readingMode, fontSize, lineHeight } = wanted
      expect(dataset['mode'] ?? 'default').toBe(readingMode)
      expect(dataset['size'] ?? 'medium').toBe(fontSize)
      expect(dataset['lines'] ?? 'normal').toBe(lineHeight)
      const own = { sepia: 'light', contrast: 'dark' }[String(readingMode)]
      const system = isDark ? 'dark' : 'light'
      expect(dataset['theme']).toBe(own ?? (theme === 'auto' ? system : theme))
      expect(written).toHaveLength(readingMode === 'default' ? 0 : 1)
    }),
  )
})

test('a page has no reading mode when its styles cannot be loaded', () => {
  const { dataset, link } = firstPaint({ stored: JSON.stringify({ readingMode: 'sepia' }) })
  expect(dataset['mode']).toBe('sepia')
  link.onerror?.()
  expect(dataset['mode']).toBeUndefined()
})

test('a browser that forbids storage gets the defaults', () => {
  expect(firstPaint({ storageIs: 'forbidden', isDark: true }).dataset).toEqual({ theme: 'dark' })
})

test('a notice that was closed is known to be before the first paint', () => {
  expect(firstPaint({ notice: 'closed' }).dataset).toEqual({ theme: 'light', noticeClosed: '' })
})

test('an admin page has theme and text size, but no reading mode', () => {
  const stored = JSON.stringify({ theme: 'dark', readingMode: 'focus', fontSize: 'large' })
  const world = firstPaint({ stored, modes: null })
  expect(world.written).toEqual([])
  expect(world.dataset).toEqual({ theme: 'dark', size: 'large' })
})

test('a later choice replaces all attributes of the earlier one', () => {
  const { dataset, window } = firstPaint({
    stored: JSON.stringify({ readingMode: 'sepia', fontSize: 'large', lineHeight: 'compact' }),
  })
  expect(dataset).toEqual({ theme: 'light', mode: 'sepia', size: 'large', lines: 'compact' })
  window.ascendReading?.show({ theme: 'dark' })
  expect(dataset).toEqual({ theme: 'dark' })
})

test.each([
  [{}, '#FBF5E8'],
  [{ theme: 'dark' }, '#0E1228'],
  [{ theme: 'dark', readingMode: 'sepia' }, '#F1E2C4'],
  [{ theme: 'light', readingMode: 'contrast' }, '#000'],
  [{ theme: 'dark', readingMode: 'focus' }, '#0E1228'],
])('the browser’s toolbar has the colour of the page, with %j', (choice, colour) => {
  const { bars, window } = firstPaint({ stored: JSON.stringify(choice) })
  expect(bars.map(({ content }) => content)).toEqual([colour, colour])
  window.ascendReading?.show({ theme: 'light' })
  expect(bars.map(({ content }) => content)).toEqual(['#FBF5E8', '#FBF5E8'])
})
