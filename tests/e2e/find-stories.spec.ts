import type { Page } from 'playwright/test'
import { storiesOf } from './content.ts'
import { expect, holdBack, partRequest, queryOf, test } from './test.ts'

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

test('a reader chooses a category, presses Filter and gets its stories, and Back undoes it', async ({
  page,
  request,
}) => {
  const all = await storiesOf(request)
  const faith = await storiesOf(request, 'Faith and Inspiration')
  const fiction = await storiesOf(request, 'Fiction with Moral Lessons')
  const titlesOf = (stories: typeof all) => stories.slice(0, 6).map(({ title }) => title)
  await page.goto('/')
  const { category, filter, titles } = magazine(page)
  await expect(category.locator('option')).toHaveText(categories)
  await expect(category).toHaveValue('All Features')
  await expect(titles).toHaveText(titlesOf(all))

  await category.selectOption('Faith and Inspiration')
  await filter.click()
  await expect(titles).toHaveText(titlesOf(faith))
  expect(queryOf(page)).toEqual({ category: 'Faith and Inspiration' })

  await category.selectOption('Fiction with Moral Lessons')
  await filter.click()
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

test('a filtered address opens with its category chosen', async ({ page, request }) => {
  const news = await storiesOf(request, 'Campus News from Nigerian Institutions')
  await page.goto('/?category=Campus+News+from+Nigerian+Institutions')
  const { category, titles, loadMore } = magazine(page)
  await expect(category).toHaveValue('Campus News from Nigerian Institutions')
  await expect(titles).toHaveText(news.map(({ title }) => title))
  await expect(loadMore).toBeHidden()
})

test('a category without stories says so, and All Features brings them back', async ({ page }) => {
  await page.goto('/?category=Nothing+Yet')
  const { cards, empty, category, filter, loadMore } = magazine(page)
  await expect(empty).toBeVisible()
  await expect(cards).toHaveCount(0)
  await expect(loadMore).toBeHidden()

  await page.goto('/')
  await expect(empty).toBeHidden()
  await category.evaluate((select: HTMLSelectElement) => select.append(new Option('Nothing Yet')))
  await category.selectOption('Nothing Yet')
  await filter.click()
  await expect(empty).toBeVisible()
  await expect(cards).toHaveCount(0)
  await expect(loadMore).toBeHidden()
  await category.selectOption('All Features')
  await filter.click()
  await expect(cards).toHaveCount(6)
  await expect(empty).toBeHidden()
  await expect(loadMore).toBeVisible()
})

test('Load More adds the next six, shows progress and disappears at the end', async ({
  page,
  request,
}) => {
  const stories = await storiesOf(request)
  await page.goto('/')
  const { titles, cards, loadMore, announced } = magazine(page)
  for (let shown = 6; shown < stories.length; ) {
    const next = Math.min(shown + 6, stories.length)
    await loadMore.click()
    await expect(titles).toHaveText(stories.slice(0, next).map(({ title }) => title))
    await expect(announced).toHaveText(`${next} of ${stories.length}`)
    await expect(cards.nth(shown).getByRole('heading').getByRole('link')).toBeFocused()
    shown = next
  }
  await expect(loadMore).toBeHidden()
})

test('Load More stays within the chosen category', async ({ page, request }) => {
  const lifestyle = await storiesOf(request, 'Lifestyle and Culture')
  await page.goto('/')
  const { category, filter, titles, loadMore } = magazine(page)
  await loadMore.click()
  await expect(titles).toHaveCount(12)
  await category.selectOption('Lifestyle and Culture')
  await filter.click()
  await expect(titles).toHaveText(lifestyle.map(({ title }) => title))
  await expect(loadMore).toBeHidden()
})

test('six skeletons show while stories load', async ({ page }) => {
  await page.goto('/')
  const { category, filter, cards, skeletons, loadMore } = magazine(page)
  const arriveMore = await holdBack(page, partRequest)
  await loadMore.click()
  await expect(skeletons).toHaveCount(6)
  await expect(cards).toHaveCount(6)
  arriveMore()
  await expect(cards).toHaveCount(12)
  await expect(skeletons).toHaveCount(0)

  await page.unroute(partRequest)
  const arriveFiltered = await holdBack(page, partRequest)
  await category.selectOption('Politics and Profiles')
  await filter.click()
  await expect(skeletons).toHaveCount(6)
  arriveFiltered()
  await expect(skeletons).toHaveCount(0)
  await expect(cards).toHaveCount(2)
})

test('a reader who clicks Filter twice gets each story once, and one history entry', async ({
  page,
}) => {
  await page.goto('/')
  const { category, filter, cards, skeletons } = magazine(page)
  const arrive = await holdBack(page, partRequest)
  const steps = await page.evaluate(() => history.length)
  await category.selectOption('Politics and Profiles')
  await filter.click()
  await filter.click()
  arrive()
  await expect(skeletons).toHaveCount(0)
  await expect(cards).toHaveCount(2)
  expect(await page.evaluate(() => history.length)).toBe(steps + 1)
})

test('the last chosen category wins over a slower earlier one', async ({ page, request }) => {
  const wanted = (await storiesOf(request, 'Politics and Profiles')).map(({ title }) => title)
  await page.goto('/')
  const { category, filter, titles, skeletons } = magazine(page)
  let arrive = () => {}
  const late = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/category=Faith/, async (route) => {
    await late
    await route.continue()
  })
  await category.selectOption('Faith and Inspiration')
  await filter.click()
  await category.selectOption('Politics and Profiles')
  await filter.click()
  await expect(titles).toHaveText(wanted)
  const slow = page.waitForResponse(/category=Faith/)
  arrive()
  await (await slow).finished()
  await expect(skeletons).toHaveCount(0)
  await expect(titles).toHaveText(wanted)
  await expect(category).toHaveValue('Politics and Profiles')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /net::ERR_FAILED/ })

  test('Load More leaves the list as it was, shows an error and can be clicked again', async ({
    page,
  }) => {
    await page.goto('/')
    const { cards, skeletons, loadMore } = magazine(page)
    await page.route(partRequest, (route) => route.abort())
    await loadMore.click()
    await expect(page.getByRole('alert')).toContainText('Could Not Load')
    await expect(skeletons).toHaveCount(0)
    await expect(cards).toHaveCount(6)
    await page.unroute(partRequest)
    await loadMore.click()
    await expect(cards).toHaveCount(12)
  })

  test('Filter leaves the list as it was and shows an error', async ({ page, request }) => {
    const stories = (await storiesOf(request)).slice(0, 6).map(({ title }) => title)
    await page.goto('/')
    const { category, filter, titles, skeletons } = magazine(page)
    await page.route(partRequest, (route) => route.abort())
    await category.selectOption('Politics and Profiles')
    await filter.click()
    await expect(page.getByRole('alert').first()).toContainText('Could Not Load')
    await expect(skeletons).toHaveCount(0)
    await expect(titles).toHaveText(stories)
  })
})
