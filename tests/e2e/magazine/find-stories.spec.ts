import type { Page } from 'playwright/test'
import { storiesOf } from '../support/content.ts'
import { expect, holdBack, inNewTab, partRequest, queryOf, test } from '../support/test.ts'

const categories = [
  'All Features',
  'Editorial Commentary',
  'Fiction with Moral Lessons',
  'Success Stories from Humble Backgrounds',
  'Faith and Inspiration',
  'Politics and Profiles',
  'Education and Leadership',
  'Lifestyle and Culture',
  'Achievement in Schools (Primary, Secondary & Tertiary)',
  'Motivational Column for Positive Living',
  'Career Guide and Counseling',
  'Campus News from Nigerian Institutions',
  'Educational Development News',
  'School Features & Highlights',
]

/** The Magazine Features section. */
function magazine(page: Page) {
  const section = page.locator('#stories')
  return {
    section,
    category: section.getByLabel('Category'),
    filter: section.getByRole('button', { name: 'Filter' }),
    cards: section.getByRole('article'),
    titles: section.getByRole('article').getByRole('heading'),
    skeletons: section.locator('.card-skeleton'),
    loadMore: section.getByRole('link', { name: 'Load More Stories' }),
    announced: section.locator('[data-story-status]'),
    empty: section.getByText('No stories found for the selected category.'),
  }
}

test('a reader loads more stories, filters them by category, and Back undoes it', async ({
  page,
  request,
}) => {
  const all = await storiesOf(request)
  const faith = await storiesOf(request, 'Faith and Inspiration')
  const fiction = await storiesOf(request, 'Fiction with Moral Lessons')
  const lifestyle = await storiesOf(request, 'Lifestyle and Culture')
  const titlesOf = (stories: typeof all) => stories.slice(0, 6).map(({ title }) => title)
  await page.goto('/')
  const { category, filter, cards, titles, loadMore, announced, empty } = magazine(page)
  const choose = async (name: string) => {
    await category.selectOption(name)
    await filter.click()
  }
  await expect(category.locator('option')).toHaveText(categories)
  await expect(category).toHaveValue('All Features')
  await expect(titles).toHaveText(titlesOf(all))

  await test.step('the filter is in the address', async () => {
    await choose('Faith and Inspiration')
    await expect(titles).toHaveText(titlesOf(faith))
    expect(queryOf(page)).toEqual({ category: 'Faith and Inspiration' })
    await choose('Fiction with Moral Lessons')
    await expect(titles).toHaveText(titlesOf(fiction))
    expect(queryOf(page)).toEqual({ category: 'Fiction with Moral Lessons' })
    await page.goBack()
    await expect(titles).toHaveText(titlesOf(faith))
    await expect(category).toHaveValue('Faith and Inspiration')
    await page.goBack()
    await expect(titles).toHaveText(titlesOf(all))
    await expect(category).toHaveValue('All Features')
    expect(queryOf(page)).toEqual({})
    await page.goForward()
    await expect(titles).toHaveText(titlesOf(faith))
  })

  await test.step('Load More adds the next six, and disappears at the end', async () => {
    await page.goto('/')
    const tab = await inNewTab(loadMore)
    await expect(tab).toHaveURL('/?page=2#stories')
    await tab.close()
    await expect(titles).toHaveCount(6)
    for (let shown = 6; shown < all.length; ) {
      const next = Math.min(shown + 6, all.length)
      await loadMore.click()
      await expect(titles).toHaveText(all.slice(0, next).map(({ title }) => title))
      await expect(announced).toHaveText(`${next} of ${all.length}`)
      await expect(cards.nth(shown).getByRole('heading').getByRole('link')).toBeFocused()
      shown = next
    }
    await expect(loadMore).toBeHidden()
    await choose('Lifestyle and Culture')
    await expect(titles).toHaveText(lifestyle.map(({ title }) => title))
    await expect(loadMore).toBeHidden()
  })

  await test.step('a category without stories says so, and All Features brings them back', async () => {
    await category.evaluate((select: HTMLSelectElement) => select.append(new Option('Nothing Yet')))
    await choose('Nothing Yet')
    await expect(empty).toBeVisible()
    await expect(cards).toHaveCount(0)
    await expect(loadMore).toBeHidden()
    await choose('All Features')
    await expect(cards).toHaveCount(6)
    await expect(empty).toBeHidden()
    await expect(loadMore).toBeVisible()
  })

  await test.step('an address opens with its category chosen', async () => {
    const news = await storiesOf(request, 'Campus News from Nigerian Institutions')
    await page.goto('/?category=Campus+News+from+Nigerian+Institutions')
    await expect(category).toHaveValue('Campus News from Nigerian Institutions')
    await expect(titles).toHaveText(news.map(({ title }) => title))
    await expect(loadMore).toBeHidden()
    await page.goto('/?category=Nothing+Yet')
    await expect(empty).toBeVisible()
    await expect(cards).toHaveCount(0)
    await expect(loadMore).toBeHidden()
  })
})

test.describe('on a bad connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('the list shows skeletons, then what was chosen last, and stays as it was if nothing arrives', async ({
    page,
    request,
  }) => {
    const stories = (await storiesOf(request)).map(({ title }) => title)
    const politics = (await storiesOf(request, 'Politics and Profiles')).map(({ title }) => title)
    await page.goto('/')
    const { category, filter, titles, cards, skeletons, loadMore } = magazine(page)

    await test.step('Load More fails, and its toast tries again', async () => {
      await page.route(partRequest, (route) => route.abort())
      await loadMore.click()
      const toast = page.getByRole('alert').filter({ hasText: 'Could Not Load' })
      await expect(toast).toBeVisible()
      await expect(skeletons).toHaveCount(0)
      await expect(cards).toHaveCount(6)
      await page.unroute(partRequest)
      const arrive = await holdBack(page, partRequest)
      await toast.getByRole('button', { name: 'Try again' }).click()
      await expect(skeletons).toHaveCount(6)
      await expect(cards).toHaveCount(6)
      arrive()
      await expect(cards).toHaveCount(12)
      await expect(skeletons).toHaveCount(0)
      await expect(toast).toBeHidden()
      await page.unroute(partRequest)
    })

    await test.step('Filter fails, and the list stays', async () => {
      await page.route(partRequest, (route) => route.abort())
      await category.selectOption('Politics and Profiles')
      await filter.click()
      await expect(page.getByRole('alert').first()).toContainText('Could Not Load')
      await expect(skeletons).toHaveCount(0)
      await expect(titles).toHaveText(stories.slice(0, 12))
      await page.unroute(partRequest)
    })

    await test.step('two clicks on Filter get each story once, and one history entry', async () => {
      await page.goto('/')
      const arrive = await holdBack(page, partRequest)
      const entries = await page.evaluate(() => history.length)
      await category.selectOption('Politics and Profiles')
      await filter.click()
      await filter.click()
      await expect(skeletons).toHaveCount(6)
      arrive()
      await expect(skeletons).toHaveCount(0)
      await expect(titles).toHaveText(politics)
      expect(await page.evaluate(() => history.length)).toBe(entries + 1)
      await page.unroute(partRequest)
    })

    await test.step('the last chosen category wins over a slower earlier one', async () => {
      const arrive = await holdBack(page, /category=Faith/)
      await category.selectOption('Faith and Inspiration')
      await filter.click()
      await category.selectOption('Politics and Profiles')
      await filter.click()
      await expect(titles).toHaveText(politics)
      const slow = page.waitForResponse(/category=Faith/)
      arrive()
      await (await slow).finished()
      await expect(skeletons).toHaveCount(0)
      await expect(titles).toHaveText(politics)
      await expect(category).toHaveValue('Politics and Profiles')
    })
  })
})
