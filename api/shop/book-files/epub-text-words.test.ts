import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { sayBookText } from '#contract/shop/book-text.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aStoredEpub, readableText } from '#tests/shop/book-texts.ts'
import { anEpub, pngBytes, words } from '#tests/shop/epubs.ts'
import { readEpubPictures } from './epub-file.mjs'
import { readEpub } from './read-epub.ts'
import { firstLoss, textOf } from './text/proof.mjs'

describe('the proof that no word is lost', () => {
  const files = [
    { file: 'a', plain: 'Onetwo' },
    { file: 'b', plain: '' },
    { file: 'c', plain: 'three' },
  ]
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })

  test('holds for the same words in the same order, whatever is between them', () => {
    const tree = ['mrow', {}, ['mi', {}, 'th'], ['mn', {}, 'ree']]
    const blocks = [
      paragraph('ONE'),
      { type: 'quote', content: [paragraph('t\u00a0wo')] },
      { type: 'paragraph', content: [{ type: 'math', attrs: { tree } }] },
    ]
    expect(firstLoss(files, textOf(blocks))).toBeUndefined()
  })

  test.each<[string, string[], string]>([
    ['a word is missing', ['One', 'three'], 'a'],
    ['a word is there twice', ['One two', 'two', 'three'], 'c'],
    ['words are in another order', ['three', 'One two'], 'a'],
    ['a letter differs', ['One two', 'threa'], 'c'],
    ['a word comes after the last', ['One two', 'three', '!'], 'c'],
    ['the last word is missing', ['One two'], 'c'],
    ['all is missing', [], 'a'],
  ])('names the file where %s', (_, paragraphs, file) => {
    expect(firstLoss(files, textOf(paragraphs.map(paragraph)))).toBe(file)
  })
})

const elements =
  'math mrow mi annotation p p p div span b i em sup sub a h1 h3 blockquote ul ol li li dl dt dd table thead tr tr td td th caption figure figcaption pre br hr img q ruby rt rp section aside center details summary nav u small code'.split(
    ' ',
  )
const attributes = [
  '',
  '',
  '',
  ' id="a"',
  ' id="b"',
  ' class="verse"',
  ' class="stanza"',
  ' epub:type="footnote"',
  ' epub:type="pagebreak" title="4"',
  ' hidden=""',
  ' lang="yo" dir="rtl"',
  ' style="font-style:italic;text-align:center"',
]
const pieces = fc.constantFrom(
  'one',
  'two ',
  ' three',
  ' ',
  '\n',
  '\u00a0',
  'Ọ̀nà',
  '&lt;b&gt;',
  '\t x',
)

/** XHTML that is well-formed, and nothing else. */
const { body } = fc.letrec<{ body: string; node: string }>((tie) => ({
  body: fc.array(tie('node'), { maxLength: 6 }).map((nodes) => nodes.join('')),
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    pieces,
    fc
      .tuple(fc.constantFrom(...elements), fc.constantFrom(...attributes), tie('body'))
      .map(([name, attribute, inner]) => markUp(name, attribute, inner)),
  ),
}))

function markUp(name: string, attribute: string, inner: string): string {
  if (/^[bh]r$/.test(name)) return `<${name}${attribute}/>`
  if (name === 'img') return `<img src="well.png" alt="Not read"${attribute}/>`
  if (name === 'a') return `<a href="c2.xhtml#b"${attribute}>${inner}</a>`
  return `<${name}${attribute}>${inner}</${name}>`
}

test('random books lose no word, and are what the schema allows', async () => {
  const folder = await aFolder()
  const chapters = fc.array(body, { minLength: 1, maxLength: 4 })
  const entries = fc.uniqueArray(
    fc.constantFrom('c1.xhtml', 'c1.xhtml#a', 'c2.xhtml#b', 'c3.xhtml', 'c4.xhtml#a'),
  )
  await fc.assert(
    fc.asyncProperty(chapters, entries, async (bodies, addresses) => {
      const list = addresses.map((to) => `<li><a href="${to}">one</a></li>`).join('')
      const epub = {
        chapters: [...bodies, '<p>The last.</p>'],
        contents: `<ol>${list}</ol>`,
        items: '<item id="p" href="well.png" media-type="image/png"/>',
        files: [{ name: 'book/well.png', data: pngBytes }],
      }
      await readableText(epub, folder)
    }),
    { numRuns: runs({ sample: 300, long: 5000 }) },
  )
})

test('a book of 120,000 words and 60 pictures is read within the limits of its thread', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `p${at}.png`)
  const pages = Array.from({ length: 40 }, (_, at) => {
    const shown = names.filter((_name, of) => of % 40 === at)
    const paragraphs = Array.from({ length: 30 }, () => `<p>${words(99)} <i>end</i></p>`)
    return `<h1>Chapter ${at + 1}</h1>${paragraphs.join('')}${shown.map((name) => `<img src="${name}" alt=""/>`).join('')}`
  })
  const path = await aStoredEpub({
    chapters: pages,
    items: names
      .map((name, at) => `<item id="p${at}" href="${name}" media-type="image/png"/>`)
      .join(''),
    files: names.map((name, at) => ({
      name: `book/${name}`,
      data: Buffer.concat([pngBytes, Buffer.alloc(30_000, at)]),
    })),
  })
  const { sample, text } = await readEpub(path)
  expect(sample.split(/\s+/)).toHaveLength(2001)
  if ('fault' in text) throw new Error(text.fault)
  expect(sayBookText(text)).toBe('120,080 words, 60 pictures')
  expect(text.parts).toHaveLength(40)
  const read: [string, number][] = []
  await readEpubPictures(
    path,
    text.pictures.slice(0, 2).map(({ name }) => name),
    async (bytes, name) => void read.push([name, bytes.length]),
  )
  expect(read).toEqual([
    ['book/p0.png', 30_016],
    ['book/p40.png', 30_016],
  ])
})

test('nothing is asked of the web while a book is read', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  await readableText({
    chapters: [
      '<p style="background: url(well.png)"><a href="https://ascend.example/">a</a> <a href="mailto:a@b.example">b</a><img src="well.png" alt=""/></p>',
    ],
    head: '<link rel="stylesheet" href="x.css"/>',
    items:
      '<item id="p" href="well.png" media-type="image/png"/><item id="x" href="x.css" media-type="text/css"/>',
    files: [
      { name: 'book/well.png', data: pngBytes },
      { name: 'book/x.css', data: '@import "x.css"; @font-face { src: url(x.woff) }' },
    ],
  })
  expect(connect).not.toHaveBeenCalled()
})

test('an EPUB that takes too long to prepare keeps its sample', async () => {
  const path = await aStoredEpub(
    anEpub({ chapters: [`<p>${words(1000)}</p>${'<b/>'.repeat(400_000)}`] }),
  )
  const { sample, text } = await readEpub(path)
  expect(sample).toMatch(/^word1 /)
  expect(text).toEqual({ fault: 'tooLong', place: '' })
})

test('a publisher reads what was kept and what is not shown', () => {
  const dropped = { fonts: 2, drawings: 0, pictures: 0, sounds: 0, videos: 1, formulas: 0 }
  expect(sayBookText({ kept: { words: 84_112, pictures: 18 }, dropped })).toBe(
    '84,112 words, 18 pictures; not shown: 2 fonts, 1 film',
  )
})
