import { storiesOf } from '../support/content.ts'
import { expect, test } from '../support/test.ts'

// Small things that browsers draw each in their way; here as far as Chromium tells.

test('logo, Play and the links of a text look as they are drawn', async ({ page, request }) => {
  await page.goto('/')
  // The logo keeps its size on the narrowest phones.
  for (const width of [320, 340, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const mark = await page.locator('header .logo svg').first().boundingBox()
    expect(mark, `${width} px`).toMatchObject({ width: 36, height: 36 })
  }

  // What stands where Pause was can be seen.
  await page.getByRole('button', { name: 'Pause' }).click()
  const play = page.getByRole('button', { name: 'Play' })
  await expect(play.locator('svg')).toBeVisible()
  const shapes = play.locator('svg > *')
  await expect(shapes).not.toHaveCount(0)
  for (const shape of await shapes.all()) {
    const box = await shape.boundingBox()
    expect(Math.max(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThan(4)
  }

  const link = page.getByRole('link', { name: 'Learn More' }).locator('span').first()
  await expect(link).toHaveCSS('text-decoration-line', 'underline')
  await expect(link).toHaveCSS('text-decoration-thickness', '2px')
  // WebKit drops a line and its thickness in one declaration.
  for (const path of ['/', '/about', `/story/${(await storiesOf(request))[0]?.id}`]) {
    const html = await (await request.get(path)).text()
    expect(html, path).not.toMatch(/text-decoration:\s*underline\s+[\d.]/)
  }
})
