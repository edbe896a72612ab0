import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/long.ts'
import { someDocument } from '#tests/magazine/documents.ts'
import { canonical } from './canonical.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

describe('a document of the editor', () => {
  test('is the same after it was written as Markdown and read again', () => {
    fc.assert(
      fc.property(someDocument, (doc) => {
        doc.check()
        const wanted = canonical(doc)
        wanted.check()
        const markdown = writeMarkdown(doc)
        expect(parseMarkdown(markdown).toJSON(), markdown).toEqual(wanted.toJSON())
        expect(canonical(wanted).toJSON()).toEqual(wanted.toJSON())
      }),
      { numRuns: runs({ sample: 300, long: 20_000 }) },
    )
  })
})
