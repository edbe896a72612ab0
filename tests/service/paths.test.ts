import { describe, expect, test } from 'vitest'
import { artPaths } from '#contract/magazine/art-paths.ts'
import { categoryPath } from '#contract/magazine/category-list.ts'
import { paths } from '#contract/paths.ts'
import { pageOf } from '#contract/server-paths.ts'
import { aBook, aStory, aVisitor } from '#tests/people.ts'

const aCategory = {
  id: 'school-features-highlights',
  name: 'Schools',
  was: ['School Features & Highlights'],
  description: '',
}

describe('a link', () => {
  test.each([
    [
      paths.storiesIn('School Features & Highlights'),
      '/?category=School+Features+%26+Highlights#stories',
    ],
    [paths.storiesPage(undefined, 2), '/?page=2#stories'],
    [
      paths.storiesPage('Faith and Inspiration', 3),
      '/?category=Faith+and+Inspiration&page=3#stories',
    ],
    [paths.shelf('/books', {}), '/books'],
    [
      paths.shelf('/resources', { search: 'a b', price: '20-50', page: 1 }),
      '/resources?search=a+b&price=20-50',
    ],
    [paths.shelf('/books', { category: 'Self-Help', page: 2 }), '/books?category=Self-Help&page=2'],
    [categoryPath([aCategory], aCategory.name), '/category/school-features-highlights'],
    [categoryPath([aCategory], 'A category of long ago'), undefined],
    [pageOf('/category/x', 1), '/category/x'],
    [pageOf('/category/x', 2), '/category/x?page=2'],
    [paths.part('/?category=x#stories'), '/?category=x&part'],
    [paths.part('/books'), '/books?part'],
    [paths.magazineDownload('growing-right'), '/api/magazines/growing-right.pdf?download=1'],
  ])('%s', (link, expected) => {
    expect(link).toBe(expected)
  })

  test('to a picture or a publication is served', async () => {
    const [story, book] = [await aStory(), await aBook()]
    const { send } = await aVisitor()
    for (const link of [
      artPaths.story({ title: 'Ẹ kú iṣẹ́', category: 'School Features & Highlights' }),
      artPaths.book({ title: 'A book', category: 'Self-Help' }),
      artPaths.avatar('Simi Odu-Bello'),
      paths.storySharePicture(story.id),
      paths.bookSharePicture(book.id),
      paths.siteSharePicture,
      paths.magazine('life-beyond-school'),
    ]) {
      expect((await send(link, { method: 'HEAD' })).status, link).toBe(200)
    }
  })
})
