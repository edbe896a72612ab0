import { describe, expect, test } from 'vitest'
import { sayTextFault } from '#contract/shop/book-text.ts'
import { readableText, textOfEpub } from '#tests/shop/book-texts.ts'
import { anEpub, aZip, epubEntries, pngBytes, words } from '#tests/shop/epubs.ts'

const picture = {
  items: '<item id="p" href="well.png" media-type="image/png"/>',
  files: [{ name: 'book/well.png', data: pngBytes }],
}
const listOf = (...entries: [to: string, title: string, below?: string][]) =>
  `<ol>${entries.map(([to, title, below = '']) => `<li><a href="${to}">${title}</a>${below}</li>`).join('')}</ol>`

/** Titles with what their chapters have. */
async function chaptersOf(epub: Parameters<typeof readableText>[0]): Promise<string[]> {
  const { parts, pages } = await readableText(epub)
  return parts.map(({ chapter, title }, at) => `${chapter} ${title}: ${pages[at]}`)
}

/** The package document or another file changed. */
const changed = (change: (data: string) => string, parts: Parameters<typeof epubEntries>[0] = {}) =>
  aZip(
    epubEntries(parts).map((entry) => ({
      ...entry,
      data: typeof entry.data === 'string' ? change(entry.data) : entry.data,
    })),
  )

describe('the chapters of a book', () => {
  test('are those of its contents, to the second level, also in the middle of a file', async () => {
    const third = listOf(['c2.xhtml#c', 'Deeper'])
    const below = listOf(['c2.xhtml#a', 'One'], ['c2.xhtml#b', 'Two <i>or</i> so', third])
    const epub = {
      chapters: [
        '<p>A</p>',
        '<h1>Part</h1><section id="a"><p>B</p></section><p>C <span id="b">D</span></p><p id="c">E</p>',
        '<p>F</p>',
      ],
      contents: listOf(['c1.xhtml', 'Opening'], ['c2.xhtml', 'Part', below]),
    }
    expect(await chaptersOf(epub)).toEqual([
      '1 Opening: paragraph(A)',
      '2 Part: paragraph()',
      '3 One: paragraph(B)',
      '4 Two or so: paragraph(C D) paragraph(E) paragraph(F)',
    ])
  })

  test('are those of an EPUB 2', async () => {
    const point = (to: string, title: string, inner = '') =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${to}"/>${inner}</navPoint>`
    const ncx = `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>${point('c1.xhtml', 'One', point('c1.xhtml#b', 'Two'))}</navMap></ncx>`
    expect(
      await chaptersOf({
        chapters: ['<h2>ONE</h2><p>A</p><p id="b">B</p>'],
        items: '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>',
        files: [{ name: 'book/toc.ncx', data: ncx }],
      }),
    ).toEqual(['1 One: paragraph(A)', '2 Two: paragraph(B)'])
  })

  test('are its files where it has no contents, titled by their headings', async () => {
    expect(
      await chaptersOf({
        chapters: ['<img src="well.png" alt=""/>', '<h1>One</h1><p>A</p>', '<p>B</p>', '<hr/>'],
        ...picture,
      }),
    ).toEqual(['1 One: paragraph(A)', '2 Part 2: paragraph(B) divider()'])
  })

  test('begin with what stands before the first, but for pages that only show a picture', async () => {
    const contents = listOf(['c3.xhtml', 'One'])
    const front = (body: string) => ({
      chapters: ['<img src="well.png" alt=""/>', body, '<p>A</p>'],
      contents,
      ...picture,
    })
    expect(await chaptersOf(front('<h1>To my mother</h1><p>B</p>'))).toEqual([
      '1 To my mother: paragraph(B)',
      '2 One: paragraph(A)',
    ])
    expect(await chaptersOf(front('<p>B</p>'))).toEqual([
      '1 Before the first chapter: paragraph(B)',
      '2 One: paragraph(A)',
    ])
    expect((await readableText(front('<p>B</p>'))).pictures).toEqual([])
  })

  test('are not titled twice by a heading of the same words, whose words stay', async () => {
    const epub = {
      chapters: ['<h1>ONE<br/>Day</h1><p>A</p>', '<h1>2. Night.</h1><p>B</p>', '<h1>Noon!</h1>'],
      contents: listOf(['c1.xhtml', 'One day'], ['c2.xhtml', '2: Night'], ['c3.xhtml', 'Later']),
    }
    expect(await chaptersOf(epub)).toEqual([
      '1 One day: paragraph(A)',
      '2 2. Night.: paragraph(B)',
      '3 Later: heading level=2(Noon!)',
    ])
  })

  test('keep the number of the page that begins at their title', async () => {
    const epub = {
      chapters: [
        '<span epub:type="pagebreak" id="p7" title="7"/><h1 id="a">One</h1><p>A</p>',
        '<p><a href="c1.xhtml#p7">page</a> <a href="c1.xhtml#a">title</a></p>',
      ],
      contents: listOf(['c1.xhtml', 'One'], ['c2.xhtml', 'Two']),
    }
    expect(await chaptersOf(epub)).toEqual([
      '1 One: paragraph(page_number label=7 anchor=a1()A)',
      '2 Two: paragraph(place part=1 anchor=a1{page} place part=1{title})',
    ])
  })

  test('are in the language of the book, else of its first page', async () => {
    const inLanguage = (declared: string) =>
      changed((data) => data.replace('>en<', `>${declared}<`).replace('<html ', '<html lang="fr" '))
    expect((await readableText(inLanguage('yo'))).pages).toEqual(['paragraph lang=fr(It begins.)'])
    const { language, pages } = await readableText(inLanguage('French!'))
    expect([language, pages]).toEqual(['fr', ['paragraph(It begins.)']])
  })

  test('take no title from an entry that leads to nothing, or where another does', async () => {
    const contents = listOf(
      ['c9.xhtml', 'Nowhere'],
      ['nav.xhtml', 'Contents'],
      ['c1.xhtml', 'Book', listOf(['c1.xhtml', 'One'])],
      ['c1.xhtml#x', 'Again'],
    )
    expect(await chaptersOf({ chapters: ['<p>A</p>'], contents })).toEqual(['1 One: paragraph(A)'])
  })

  test('end with what is read beside them, but for covers', async () => {
    const aside = (data: string) => data.replace(/idref="c[13]"/g, '$& linear="no"')
    const epub = changed(aside, {
      chapters: [
        '<p>A note</p>',
        '<p>A <a href="c1.xhtml">note</a></p>',
        '<img src="well.png" alt=""/>',
      ],
      ...picture,
      contents: listOf(['c2.xhtml', 'One']),
    })
    expect(await chaptersOf(epub)).toEqual([
      '1 One: paragraph(A place part=2{note})',
      '2 Beside the chapters: paragraph(A note)',
    ])
  })

  test('of more than 4,000 words are divided between paragraphs, a heading with what follows it', async () => {
    const body = Array.from({ length: 90 }, (_, at) => `<h2>H</h2><p id="p${at}">${words(99)}</p>`)
    const { parts, pages, kept } = await readableText({
      chapters: [
        `${body.join('')}<p><a href="#p89">last</a> <a href="#p0">first</a></p>`,
        '<p>B</p>',
      ],
      contents: listOf(['c1.xhtml', 'One'], ['c2.xhtml', 'Two']),
    })
    expect(
      parts.map(({ chapter, part, parts: many, words: count }) => [chapter, part, many, count]),
    ).toEqual([
      [1, 1, 3, 3000],
      [1, 2, 3, 3000],
      [1, 3, 3, 3002],
      [2, 1, 1, 1],
    ])
    for (const page of pages.slice(0, 3)) expect(page).toMatch(/^heading/)
    expect(pages[2]).toContain('place part=3 anchor=a1{last} place part=1 anchor=a2{first}')
    expect(kept.words).toBe(9003)
  })

  test('of one paragraph of 9,000 words stay one, and the others go on', async () => {
    const { parts } = await readableText({
      chapters: [`<p>${words(9000)}</p>${`<p>${words(100)}</p>`.repeat(40)}`],
    })
    expect(parts.map(({ words: count }) => count)).toEqual([9000, 4000])
  })
})

describe('a book that is sold cannot be read on the site', () => {
  const withChapter = (body: string) => anEpub({ chapters: ['<p>x</p>', body], ...picture })
  const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`
  test.each<[string, () => Buffer, string]>([
    [
      'where all its pages are fixed',
      () => anEpub({ metadata: '<meta property="rendition:layout">pre-paginated</meta>' }),
      '“book/c1.xhtml” has a fixed layout',
    ],
    [
      'where a page is fixed',
      () =>
        changed(
          (data) =>
            data.replace('idref="c2"', 'idref="c2" properties="rendition:layout-pre-paginated"'),
          { chapters: ['<p>a</p>', '<p>b</p>'] },
        ),
      '“book/c2.xhtml” has a fixed layout',
    ],
    [
      'where a program for other phones fixes it',
      () => anEpub({ metadata: '<meta name="fixed-layout" content="true"/>' }),
      'has a fixed layout',
    ],
    [
      'with sound',
      () => withChapter('<audio controls="controls" src="well.png"/>'),
      '“book/c2.xhtml” has sound',
    ],
    ['with films', () => withChapter('<video src="well.png"/>'), '“book/c2.xhtml” has a film'],
    [
      'with films as objects',
      () => withChapter('<object type="video/mp4" data="well.png"/>'),
      'has a film',
    ],
    [
      'with words in drawings',
      () => withChapter(svg('<text>x</text>')),
      '“book/c2.xhtml” has a drawing with words',
    ],
    [
      'with pages in drawings',
      () =>
        withChapter(
          svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
        ),
      'has a drawing with words',
    ],
    [
      'with words in drawings of their own',
      () =>
        anEpub({
          chapters: ['<p>x</p><img src="d.svg" alt=""/>'],
          items: '<item id="d" href="d.svg" media-type="image/svg+xml"/>',
          files: [{ name: 'book/d.svg', data: svg('<text>x</text>') }],
        }),
      '“book/d.svg” has a drawing with words',
    ],
    [
      'without words',
      () => anEpub({ chapters: ['<img src="well.png" alt="A well"/>'], ...picture }),
      'no words',
    ],
    [
      'of a million elements',
      () => anEpub({ chapters: [`<p>x</p>${'<b/>'.repeat(400_000)}`] }),
      'too long',
    ],
  ])('%s', async (_, make, sentence) => {
    const text = await textOfEpub(make())
    expect('fault' in text && sayTextFault(text)).toContain(sentence)
  })

  test('unless only some of its pages would be', async () => {
    const epub = changed(
      (data) => data.replace('idref="c1"', 'idref="c1" properties="rendition:layout-reflowable"'),
      {
        metadata: '<meta property="rendition:layout">pre-paginated</meta>',
      },
    )
    expect(await chaptersOf(epub)).toEqual(['1 Part 1: paragraph(It begins.)'])
  })
})
