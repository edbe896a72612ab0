import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { publisher } from '#tests/e2e/admin/publisher.ts'
import { walk } from './walks.ts'

interface Box {
  top: number
  bottom: number
  width: number
  height: number
}

const boxOf = (css: string): Box | undefined => {
  const box = [...document.querySelectorAll(css)].find((one) => one.getClientRects().length > 0)
  return box?.getBoundingClientRect().toJSON() as Box | undefined
}

walk('a reader sees what is a link in a text by its underline', async ({ walker }) => {
  await walker.goto('/privacy')
  await walker.look('links')
  const lines = await walker.evaluate(() =>
    [...document.querySelectorAll('main p a')].map(
      (link) => getComputedStyle(link).textDecorationLine,
    ),
  )
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toBe('underline')
})

walk('somebody who sends a form too early sees the first field that is missing', async (person) => {
  const { walker } = person
  await walker.goto('/publish')
  await walker.isLive()
  await walker.pressButton('Submit')
  const field = () => walker.evaluate(boxOf, '[aria-invalid=true]')
  await expect.poll(field).toBeTruthy()
  await walker.look('refused')
  const header = await walker.evaluate(boxOf, '.header')
  const height = await walker.evaluate(() => innerHeight)
  await expect.poll(async () => (await field())?.top ?? 0).toBeGreaterThan(header?.bottom ?? 0)
  await expect.poll(async () => (await field())?.bottom ?? height).toBeLessThan(height)
})

walk('a visitor who pauses the carousel sees how to let it go on', async ({ walker }) => {
  await walker.goto('/')
  await walker.evaluate(() => scrollBy(0, 300))
  await walker.pressButton('Pause')
  await expect.poll(() => walker.evaluate(boxOf, 'button[aria-label=Play] svg')).toBeTruthy()
  await walker.look('paused')
  const drawn = await walker.evaluate(() => {
    const shapes = document.querySelectorAll<SVGGraphicsElement>('button[aria-label=Play] svg > *')
    return [...shapes].map((shape) => [
      getComputedStyle(shape).display,
      shape.getBoundingClientRect().width,
      getComputedStyle(shape).opacity,
    ])
  })
  expect(drawn.length).toBeGreaterThan(0)
  for (const [display, width, opacity] of drawn) {
    expect(display).not.toBe('none')
    expect(width).toBeGreaterThan(2)
    expect(opacity).toBe('1')
  }
})

walk(
  'the mark beside the name keeps its shape on the narrowest phones',
  async ({ walker, base }) => {
    const answer = await fetch(`${base}/api/admin/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(publisher),
    })
    const { token } = (await answer.json()) as { token: string }
    await walker.goto('/about')
    await walker.evaluate((stored) => localStorage.setItem('adminToken', stored), token)
    for (const [path, size] of [
      ['/about', 36],
      ['/admin/orders', 34],
    ] as const) {
      await walker.goto(path)
      const mark = await walker.evaluate(boxOf, 'header svg[viewBox="0 0 32 32"]')
      await walker.look('header')
      expect([mark?.width, mark?.height], path).toEqual([size, size])
    }
  },
  { widths: [320, 340] },
)

walk('what is done with a story stands in a row without a gap', async ({ walker, base }) => {
  const [story] = (await (await fetch(`${base}/api/stories`)).json()) as { id: string }[]
  await walker.goto(`/story/${story?.id}`)
  await walker.look('row')
  const gaps = await walker.evaluate(() => {
    const print = [...document.querySelectorAll('button')].find((one) => one.innerText === 'Print')
    const boxes = [...(print?.closest('div, ul')?.children ?? [])]
      .map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0)
    return boxes.slice(1).flatMap((box, index) => {
      const before = boxes[index]
      return before && before.top === box.top ? [box.left - before.right] : []
    })
  })
  for (const gap of gaps) expect(gap).toBeLessThan(24)
})

walk(
  'a buyer whose browser says nothing of its requests uses the forms of an order, whose address goes nowhere',
  async ({ walker, base, service }) => {
    const books = (await (await fetch(`${base}/api/books`)).json()) as { id: string }[]
    service.beOldBrowser()
    await walker.goto(`/book/${books[0]?.id}`)
    await walker.type('Your Name', 'Ngozi Bassey-Udo')
    await walker.type('Email', `ngozi.${randomUUID()}@buyers.example`)
    await walker.pressButton('Buy Now')
    await walker.isAt(/^\/test-checkout\/ASC-/)
    await walker.pressButton('Pay')
    await walker.isAt(/^\/order\/ASC-[0-9A-Z]{26}\?key=/)
    await walker.sees('Rate this book')
    const legend = await walker.evaluate(boxOf, '[data-rate-book] legend')
    await walker.look('rating')
    expect(legend?.height).toBeLessThan(40)
    // The form is sent as without script.
    await walker.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>('form[data-rate-book]')
      const star = form?.querySelector<HTMLInputElement>('[value="4"]')
      if (star) star.checked = true
      form?.submit()
    })
    await walker.isAt(/[?&]rated=/)
    const [form] = service.sent().filter(({ path }) => path.includes('/rating?'))
    expect(form).toMatchObject({ origin: base })
    expect(`${form?.referrer}`).not.toContain('key=')
  },
)

walk(
  'a reader in sepia never sees another paper while its styles are on their way',
  async ({ walker, service }) => {
    await walker.goto('/terms')
    await walker.evaluate(() =>
      localStorage.setItem('ascend.reading', JSON.stringify({ readingMode: 'sepia' })),
    )
    service.holdBack(/modes\.[\w-]+\.css/, 3_000)
    await walker.evaluate(() => location.assign('/about'))
    const seen: { isHeld: boolean; paper: string; heading: string }[] = []
    await expect
      .poll(async () => {
        const now = await walker
          .evaluate(() => {
            const heading = document.querySelector('h1')
            return {
              // Before there is a body, nothing is painted.
              path: document.body ? location.pathname : '',
              paper: getComputedStyle(document.documentElement).backgroundColor,
              heading: heading ? getComputedStyle(heading).visibility : 'hidden',
            }
          })
          .catch(() => undefined)
        if (now?.path === '/about') seen.push({ ...now, isHeld: service.isHolding() })
        return seen.at(-1)?.heading
      })
      .toBe('visible')
    expect(seen.filter(({ isHeld, heading }) => isHeld && heading === 'visible')).toEqual([])
    expect(new Set(seen.map(({ paper }) => paper))).toEqual(new Set(['rgb(241, 226, 196)']))
  },
  { widths: [360] },
)
