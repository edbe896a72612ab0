import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#tests/long.ts'
import { fromHtml } from './from-html.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { plainToMarkdown, textOf } from './story-text.ts'
import { writeMarkdown } from './write-markdown.ts'

describe('somebody who wants to do harm with Markdown', () => {
  test.each([
    ['[press](javascript:alert(1))', '[press](javascript:alert(1))'],
    ['[press](JaVaScRiPt:alert(1))', '[press](JaVaScRiPt:alert(1))'],
    ['[press](data:text/html,x)', '[press](data:text/html,x)'],
    ['[press](//evil.example)', '[press](//evil.example)'],
    ['[press](/\\\\evil.example)', '[press](/\\evil.example)'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['<https://evil.example>', '<https://evil.example>'],
    ['a \u202etpircs\u2066 b', 'a tpircs b'],
    ['| a | b |\n|---|---|', '| a | b |\n|---|---|'],
    ['    code', 'code'],
    ['```\ncode\n```', '```\ncode\n```'],
  ])('%j stays the text %j', (markdown, text) => {
    const doc = parseMarkdown(markdown)
    expect(textOf(doc)).toBe(text)
    doc.descendants(({ marks }) => expect(marks).toEqual([]))
  })

  test('a picture from elsewhere is a link to it, wherever it stands', () => {
    const written = writeMarkdown(
      parseMarkdown('![A well](https://evil.example/a.gif)\n\n![x](javascript:1)'),
    )
    expect(written).toBe('[A well](https://evil.example/a.gif)\n\n!\\[x\\](javascript:1)')
  })

  const million = (part: string) => part.repeat(Math.ceil(1_000_000 / part.length))
  // Those that most readers of Markdown fall over come first.
  const parts = [
    '[',
    '**a',
    '![a](',
    '> ',
    '<',
    'x',
    '>',
    '*',
    '_a_ ',
    '](',
    '![',
    '- ',
    '1. ',
    '#',
    '\\',
    '&amp;',
    '[a](/b',
  ]
  test.each(parts.slice(0, runs({ sample: 5, long: parts.length })))(
    'a megabyte of %j in one line is read',
    (part) => {
      const doc = parseMarkdown(million(part))
      doc.check()
    },
  )

  test('whatever is typed is read, and stays what it is when it was read and written', () => {
    const characters = fc.constantFrom(
      ...'*_[]()!<>#-+.1) \n\\&a|"`~:/'.split(''),
      'ab',
      '/story/1',
      '\n\n',
    )
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 60 }), (parts) => {
        const doc = parseMarkdown(parts.join(''))
        doc.check()
        const written = writeMarkdown(doc)
        expect(writeMarkdown(parseMarkdown(written)), parts.join('')).toBe(written)
      }),
      { numRuns: runs({ sample: 500, long: 50_000 }) },
    )
  })

  test('whatever a reader sent in as plain text stays those words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('\n', '# ', '> ', '**', '1. ', '&amp;'))),
        (parts) => {
          const plain = parts.join('')
          const words = (text: string) => text.split(/\s+/).filter(Boolean)
          // Control characters are no words.
          fc.pre(
            !/[\p{Cc}\ufeff\ufffe\uffff\u202a-\u202e\u2066-\u2069]/u.test(
              plain.replaceAll('\n', ''),
            ),
          )
          expect(words(textOf(parseMarkdown(plainToMarkdown(plain))))).toEqual(words(plain))
        },
      ),
      { numRuns: runs({ sample: 300, long: 20_000 }) },
    )
  })

  test('any HTML is read', () => {
    const tags = fc.constantFrom(
      '<p>',
      '</p>',
      '<ul>',
      '<li>',
      '<ol>',
      '<b>',
      '<blockquote>',
      '<h1>',
      '<img>',
      '<table><td>',
      '</ul>',
      'x',
      ' ',
      '<figure>',
      '<a href=/x>',
      '<p style="mso-list:l0 level2">',
    )
    fc.assert(
      fc.property(fc.array(tags, { maxLength: 30 }), (parts) => {
        fromHtml(parts.join('')).doc.check()
      }),
      { numRuns: runs({ sample: 300, long: 20_000 }) },
    )
  })
})
