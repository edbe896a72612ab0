import { describe, expect, test } from 'vitest'
import { hashtagsOf } from './share-text.ts'

const brand = ['AscendMagazine', 'NigerianYouth']
const tagsOf = (title: string, category = 'Fiction with Moral Lessons') =>
  hashtagsOf({ title, category }, brand)

describe('the hashtags suggested with a story', () => {
  test('begin with the brand, then the category, then words of the title', () => {
    expect(tagsOf('The well that kept accounts')).toEqual([
      'AscendMagazine',
      'NigerianYouth',
      'FictionMoral',
      'Well',
      'Kept',
      'Accounts',
    ])
  })

  test('have at most three words of the title, and no stop words', () => {
    expect(tagsOf('What she and her mother said with their hands from then into morning')).toEqual([
      ...brand,
      'FictionMoral',
      'Mother',
      'Said',
      'Hands',
    ])
  })

  test('keep the letters of Nigerian names and drop punctuation', () => {
    expect(tagsOf('Ẹ̀kọ́ọ́lá’s “garden” #1, for ₦500!').slice(3)).toEqual(['Ẹ̀kọ́ọ́lá', 'Garden'])
    for (const tag of tagsOf('a<b>&"c" — <script>alert(1)</script> 100% #tag')) {
      expect(tag).toMatch(/^[\p{L}\p{M}\d]+$/u)
    }
  })

  test('have no duplicates', () => {
    const tags = hashtagsOf({ title: 'Policy policy Policy', category: 'Policy' }, ['Policy'])
    expect(tags).toEqual(['Policy'])
  })

  test('need no title', () => {
    expect(tagsOf('')).toEqual([...brand, 'FictionMoral'])
  })
})
