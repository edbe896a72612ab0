import { readdir } from 'node:fs/promises'
import { expect, phone, test } from './test.ts'

test.use({ ...phone, expectedErrors: /status of 404/ })

test('every publication is a page of text beside its PDF, found from its card', async ({
  page,
  request,
  baseURL,
}) => {
  const ids = await readdir('content/publications')
  await page.goto('/')
  const cards = page.locator('#publications').getByRole('link', { name: /^Read as text/ })
  await expect(cards).toHaveCount(ids.length)
  const links = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(links.sort()).toEqual(ids.map((id) => `/publications/${id}`).sort())
  const sitemap = await (await request.get('/sitemap-pages.xml')).text()
  for (const id of ids) {
    await page.goto(`/publications/${id}`)
    const words = (await page.locator('.body').innerText()).split(/\s+/).length
    expect(words, id).toBeGreaterThan(2000)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      `${baseURL}/publications/${id}`,
    )
    const pdf = page.getByRole('link', { name: 'Read Online as PDF' })
    await expect(pdf).toHaveAttribute('href', `/api/magazines/${id}.pdf`)
    await expect(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
    await expect(page.getByText(/PDF: \d+ KB, about ₦0\.\d\d of data/)).toBeVisible()
    const [data] = await page
      .locator('script[type="application/ld+json"]')
      .evaluateAll((all) => all.map((one) => JSON.parse(one.textContent ?? '')))
    expect(data).toMatchObject({ '@type': 'Book', isAccessibleForFree: true })
    expect(sitemap).toContain(`${baseURL}/publications/${id}<`)
  }
})

test('an unknown publication is a 404', async ({ page }) => {
  for (const path of ['/publications/no-such', '/publications', '/publications/growing-right/x']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  }
})
