import { eitherAddress, storiesOf, storyTitled } from '../support/content.ts'
import { expect, phone, test } from '../support/test.ts'

const tortoise = 'The tortoise and the borrowed ladder'

test.describe('at the end of a story', () => {
  test.use(phone)

  test('a reader goes on to further stories, by keyboard too, to their category and to their author', async ({
    page,
    request,
  }) => {
    const story = await storyTitled(request, tortoise)
    await page.goto(`/story/${story.id}`)
    const next = page.getByRole('navigation', { name: 'Read next' })
    const links = next.getByRole('heading', { level: 3 }).getByRole('link')
    const author = page.locator('.author')

    await test.step('three stories, which are not printed', async () => {
      await expect(links).toHaveCount(3)
      await expect(links.filter({ hasText: tortoise })).toHaveCount(0)
      await page.emulateMedia({ media: 'print' })
      await expect(next).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
      // There is one other of its own category.
      await expect(links.first()).toHaveText('The well that kept accounts')
      await links.first().focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'The well that kept accounts',
      )
      await page.goBack()
      await page.getByRole('link', { name: 'More in Fiction with Moral Lessons' }).press('Enter')
      await expect(page).toHaveURL('/category/fiction-with-moral-lessons')
      await page.goBack()
    })

    await test.step('the author’s name links to their page, if they have one', async () => {
      await author.getByRole('link', { name: story.authorName }).click()
      await expect(page).toHaveURL('/author/ebube-nwalozie')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ebube Nwalozie')
      await expect(page.getByText('Ebube teaches English and music')).toBeVisible()
      const cards = page.getByRole('main').getByRole('article')
      await expect(cards).toHaveCount(1)
      await cards.getByRole('link', { name: tortoise }).click()
      await expect(page).toHaveURL(eitherAddress('story', story))
      const [other] = await storiesOf(request)
      await page.goto(`/story/${other?.id}`)
      await expect(author).toContainText(other?.authorName ?? '')
      await expect(author.getByRole('link')).toHaveCount(0)
    })
  })
})

test.describe('signed out', () => {
  test('a chosen category shows a link to its page, and all features show none', async ({
    page,
    request,
    expectErrors,
  }) => {
    await page.goto('/')
    const grid = page.locator('#stories')
    const link = grid.getByRole('link', { name: /^Everything in/ })
    await expect(link).toHaveCount(0)
    for (const category of ['Faith and Inspiration', 'Campus News from Nigerian Institutions']) {
      await grid.getByLabel('Category').selectOption(category)
      await grid.getByRole('button', { name: 'Filter' }).click()
      await expect(link).toHaveText(`Everything in ${category}`)
    }
    await page.reload()
    await expect(link).toHaveText('Everything in Campus News from Nigerian Institutions')
    await grid.getByLabel('Category').selectOption('All Features')
    await grid.getByRole('button', { name: 'Filter' }).click()
    await expect(link).toHaveCount(0)

    await page.goto('/?category=Faith+and+Inspiration')
    // Skipped by the browser, few cards would have the height of six, and the link would move as it is clicked.
    const cards = grid.getByRole('article').locator('..').first()
    await expect(cards).toHaveCSS('content-visibility', 'visible')
    await link.click()
    await expect(page).toHaveURL('/category/faith-and-inspiration')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Faith and Inspiration')
    const stories = await storiesOf(request, 'Faith and Inspiration')
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(
      stories.map(({ title }) => title),
    )

    await test.step('a visitor who likes a card there is asked to sign in, as on every card', async () => {
      await expectErrors(/status of 401/, async () => {
        await page.getByRole('article').first().getByRole('button', { name: /like/i }).click()
        await expect(page.getByText('Login Required')).toBeVisible()
      })
    })
  })
})
