import { expect, test } from 'vitest'
import { headlineLines } from './headline.ts'

test.each([
  ['Celebrating Success and Achievement', ['Celebrating', 'Success and', 'Achievement']],
  ['Young Nigeria, climbing higher', ['Young Nigeria,', 'climbing', 'higher']],
  ['Up', ['Up']],
  ['We the young people of the dry season', ['We the young', 'people of the', 'dry season']],
  ['  spaced   out ', ['spaced', 'out']],
])('“%s” stands in lines as short as can be, three at most', (headline, lines) => {
  expect(headlineLines(headline)).toEqual(lines)
})
