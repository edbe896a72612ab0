import { storiesOf } from './content.ts'
import { expect, test } from './test.ts'

// Small things that browsers draw each in their way; here as far as Chromium tells.

test('the logo keeps its size on the narrowest phones', async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 340, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const mark = await page.locator('header .logo svg').first().boundingBox()
    expect(mark, `${width} px`).toMatchObject({ width: 36, height: 36 })
  }
})

test('the paused carousel shows a Play button', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Pause' }).click()
  const play = page.getByRole('button', { name: 'Play' })
  await expect(play.locator('svg')).toBeVisible()
  const shapes = play.locator('svg > *')
  await expect(shapes).not.toHaveCount(0)
  for (const shape of await shapes.all()) {
    const box = await shape.boundingBox()
    expect(Math.max(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(4)
  }
})

test('links in a text are underlined by two declarations that every browser knows', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: 'Learn More' }).locator('span').first()
  await expect(link).toHaveCSS('text-decoration-line', 'underline')
  await expect(link).toHaveCSS('text-decoration-thickness', '2px')
  // WebKit drops a line and its thickness in one declaration.
  for (const path of ['/', '/about', `/story/${(await storiesOf(request))[0]?.id}`]) {
    const html = await (await request.get(path)).text()
    expect(html, path).not.toMatch(/text-decoration:\s*underline\s+[\d.]/)
  }
})
