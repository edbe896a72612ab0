import { booksOf, magazinePages, storiesOf } from './support/content.ts'
import { signedIn } from './support/readers.ts'
import { desktop, expect, test } from './support/test.ts'

test('a visitor follows the links of the landing page, and the menu of a reader is squeezed on no short phone', async ({
  page,
  request,
}) => {
  await test.step('a visitor follows the links of the landing page to the stories, to About, on to others and to Contact', async () => {
    await page.goto('/')

    await test.step('the social section links to four networks', async () => {
      const section = page.getByRole('region', { name: 'Join the Conversation' })
      for (const [name, host] of [
        ['Facebook', 'www.facebook.com'],
        ['YouTube', 'www.youtube.com'],
        ['Instagram', 'www.instagram.com'],
        ['X', 'x.com'],
      ] as const) {
        const link = section.getByRole('link', { name, exact: true })
        expect(new URL((await link.getAttribute('href')) ?? '').host).toBe(host)
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(link).toHaveAttribute('rel', /noopener/)
      }
    })

    await test.step('a site without an address of its own names none, and Contact says what works', async () => {
      for (const path of ['/', '/orders/find', '/terms', '/.well-known/security.txt']) {
        expect(await (await request.get(path)).text(), path).not.toMatch(/mailto:|hello@/)
      }
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
      await expect(page.getByRole('heading', { name: 'Contact', exact: true })).toBeInViewport()
      await page.getByRole('main').getByRole('link', { name: 'Find my order' }).click()
      await expect(page).toHaveURL('/orders/find')
    })

    await test.step('the hero links to the stories, the achievers and About', async () => {
      for (const name of ['Explore Stories', 'Discover Achievers']) {
        await page.goto('/')
        await page.getByRole('link', { name }).first().click()
        await expect(page.getByRole('heading', { name: 'Magazine Features' })).toBeInViewport()
      }
      await page.getByRole('link', { name: 'Learn More' }).click()
      await expect(page).toHaveURL('/about')
    })

    await test.step('About shows mission, vision, thirteen areas, the publisher and links to the magazine', async () => {
      const main = page.getByRole('main')
      for (const name of ['Mission', 'Vision', 'Publisher', 'Contact', 'Join the Movement']) {
        await expect(main.getByRole('heading', { name, exact: true })).toBeVisible()
      }
      const areas = main.getByRole('region', { name: 'What we publish' }).getByRole('listitem')
      await expect(areas).toHaveCount(13)
      await areas.filter({ hasText: 'Faith and Inspiration' }).getByRole('link').click()
      await expect(page).toHaveURL('/?category=Faith+and+Inspiration#stories')
      await expect(page.locator('#stories').getByLabel('Category')).toHaveValue(
        'Faith and Inspiration',
      )
      await page.goBack()
      await main.getByRole('link', { name: 'View Resources' }).click()
      await expect(page).toHaveURL('/resources')
    })
  })

  await test.step('the menu of a reader is squeezed on no short phone: what does not fit is scrolled to', async () => {
    await page.setViewportSize({ width: 360, height: 560 })
    await signedIn(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByText('Welcome back')).toBeVisible()
    const squeezed = await menu.evaluate(
      (drawer) =>
        [...drawer.children].filter((part) => part.scrollHeight > part.clientHeight + 1).length,
    )
    expect(squeezed).toBe(0)
    await menu.getByRole('link', { name: 'Sign Out' }).scrollIntoViewIfNeeded()
    await expect(menu.getByRole('link', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('on a desktop', () => {
  test.use(desktop)

  test('the header marks the current page and stays in view', async ({ page, request }) => {
    const header = page.getByRole('banner')
    await page.goto('/terms')
    for (const [name, path] of [
      ['Home', '/'],
      ['Resources', '/resources'],
      ['Books', '/books'],
      ['About', '/about'],
    ] as const) {
      await header.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
      await expect(header.locator('[aria-current]')).toHaveCount(1)
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await expect(header).toBeInViewport({ ratio: 1 })
    }

    await test.step('a page outside the navigation marks no link, a book the books', async () => {
      const currentOf = async (path: string) => {
        const html = await (await request.get(path)).text()
        const links = html.match(/<header[\s\S]*?<\/header>/)?.[0].match(/<a [\s\S]*?<\/a>/g)
        expect(links, path).not.toBeNull()
        return links?.flatMap(
          (link) => /aria-current="?(\w+)[\s\S]*?>\s*(\w+)/.exec(link)?.slice(1) ?? [],
        )
      }
      const [[story], [book]] = await Promise.all([storiesOf(request), booksOf(request)])
      for (const path of [
        '/publications/growing-right',
        ...magazinePages,
        `/story/${story?.id}`,
        '/terms',
      ])
        expect(await currentOf(path), path).toEqual([])
      expect(await currentOf(`/book/${book?.id}`)).toEqual(['true', 'Books'])
    })
  })
})
