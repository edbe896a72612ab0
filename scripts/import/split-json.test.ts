import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitJson } from './split-json.ts'

test('a JSON array in a file is split into its elements', () => {
  fc.assert(
    fc.property(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 }),
      fc.jsonValue(),
      fc.constantFrom(undefined, 2),
      (posts, other, indent) => {
        const before = { meta: '"posts":[{\\', other: 1 }
        const json = Buffer.from(
          JSON.stringify({ before, data: { posts, after: [other] } }, null, indent),
        )
        const split = splitJson(json, 'posts')
        const read = split?.elements.map(([from, to]) =>
          JSON.parse(json.toString('utf8', from, to)),
        )
        expect(read).toEqual(JSON.parse(JSON.stringify(posts)))
        expect(split?.rest).toEqual(
          JSON.parse(JSON.stringify({ before, data: { posts: [], after: [other] } })),
        )
      },
    ),
  )
})

test.each(['', '{}', '{"posts":1,"a":[1]}', '{"posts":[{"a":"', '["posts"]', '{"posts":[{"a":1}'])(
  'what has no such array, or no end, is told: %s',
  (text) => {
    expect(splitJson(Buffer.from(text), 'posts')).toBeUndefined()
  },
)
