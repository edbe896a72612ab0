import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { cleanUpBookFiles } from '#api/shop/books/store-book-file.ts'
import { sayEpubFault } from '#contract/shop/epub-faults.ts'
import { readUndo } from '#contract/undo.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, aReader, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import {
  aChapter,
  anEpub,
  aZip,
  epubEntries,
  mimetype,
  words,
  type ZipEntry,
} from '#tests/shop/epubs.ts'
import { readEpubFile } from './epub-file.mjs'
import { EpubFault } from './epub-rules.mjs'

const fiftyMB = 50 * 1024 * 1024

/** It is like a picture or font: of random bytes alone, one in 256 begin a tag, and are read as one. */
function noise(bytes: number): Buffer {
  const data = randomBytes(bytes)
  data[0] = 0x89
  return data
}

/** The publisher with a book of theirs, on a data folder that the test can look into. */
async function aPublisherWithBook() {
  const dataDir = await aFolder()
  const files = folderFiles(dataDir)
  const publisher = await thePublisher(await startApp({ files }))
  const book = await aBook({ isPublished: false })
  const address = `/api/admin/books/${book.id}/epub`
  const put = (body: Uint8Array) =>
    publisher.send(address, { method: 'PUT', body: body as BodyInit })
  const listFiles = async () => (await readdir(join(dataDir, 'books')).catch(() => [])).sort()
  const adminBook = () => publisher.call('GET /admin/books/:id', { id: book.id })
  return { ...publisher, files, book, address, put, listFiles, adminBook }
}

async function activityOf(id: string): Promise<string[]> {
  const rows = await sql`select action from activity where subject_id = ${id} order by id`
  return rows.map(({ action }) => action)
}

describe('the EPUB of a book', () => {
  test('is uploaded beside the PDF, stored, logged, and opened by the publisher alone', async () => {
    const { put, book, address, adminBook, send, base } = await aPublisherWithBook()
    const before = await adminBook()
    expect(before.epub).toBeNull()
    const epub = anEpub()
    const response = await put(epub)
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer.epub).toEqual({ bytes: epub.length, uploadedAt: expect.any(String) })
    expect(answer.revision).toBe(before.revision)
    expect(await adminBook()).toEqual(answer)
    expect(await activityOf(book.id)).toEqual(['bookEpubReplaced'])
    const opened = await send(address)
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(epub)
    expect(opened.headers.get('content-type')).toBe('application/epub+zip')
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename="the-quiet/)
    for (const other of [await aVisitor(base), await aReader(base)]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect((await other.send(address, { method })).status).toBe(401)
      }
    }
  })

  test('is removed, which can be undone, and its file goes an hour later', async () => {
    const { put, book, address, adminBook, send, call, listFiles, files } =
      await aPublisherWithBook()
    const stored = await (await put(anEpub())).json()
    await sql`update epub_files set kept_at = now() - interval '1 year'`
    const removed = await send(address, { method: 'DELETE' })
    expect((await removed.json()).epub).toBeNull()
    expect((await send(address)).status).toBe(404)
    await cleanUpBookFiles(files)
    const undo = readUndo(removed.headers.get('Undo'))
    await call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect((await adminBook()).epub).toEqual(stored.epub)
    expect((await send(address)).status).toBe(200)
    expect((await activityOf(book.id)).slice(0, 2)).toEqual(['bookEpubReplaced', 'bookEpubRemoved'])
    await send(address, { method: 'DELETE' })
    await send(address, { method: 'DELETE' })
    await sql`update epub_files set kept_at = now() - interval '61 minutes'`
    await cleanUpBookFiles(files)
    expect(await listFiles()).toEqual([])
  })

  test('can be replaced, and the cleanup deletes the old one alone', async () => {
    const { put, send, address, listFiles, files } = await aPublisherWithBook()
    await put(anEpub())
    const [old] = await listFiles()
    const newer = anEpub({ chapters: ['<p>A second edition.</p>'] })
    await put(newer)
    await sql`update epub_files set kept_at = now() - interval '61 minutes'`
    await cleanUpBookFiles(files)
    expect(await listFiles()).toHaveLength(1)
    expect(await listFiles()).not.toContain(old)
    expect(Buffer.from(await (await send(address)).arrayBuffer())).toEqual(newer)
  })

  test('may have pictures, styles, obfuscated fonts, an EPUB 2 contents list, and links to the web', async () => {
    const { put } = await aPublisherWithBook()
    const response = await put(
      anEpub({
        chapters: [
          `<p style="background: url(../book/paper.png)">See <a href="https://ascend.example/?a=1&amp;b=2">our site</a>,
            <a href="mailto:a@b.example">write</a> or <a href="c1.xhtml#two">go on</a>.<img src="paper.png" alt="javascript: a language"/>
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="paper.png"/></svg>
            <img src="data:image/png;base64,AAAA" alt=""/></p>`,
        ],
        items: `<item id="p" href="paper.png" media-type="image/png"/><item id="s" href="style.css" media-type="text/css"/>
          <item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="f" href="font.otf" media-type="font/otf"/>`,
        files: [
          { name: 'book/paper.png', data: noise(3000), isStored: true },
          { name: 'book/font.otf', data: noise(3000) },
          {
            name: 'book/style.css',
            data: '@namespace "http://www.w3.org/1999/xhtml"; @font-face { src: url("font.otf") } p { scroll-behavior: smooth }',
          },
          {
            name: 'book/toc.ncx',
            data: `<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
              <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><content src="c1.xhtml"/></navPoint></navMap></ncx>`,
          },
          {
            name: 'META-INF/encryption.xml',
            data: `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
              <enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/></enc:EncryptedData></encryption>`,
          },
        ],
      }),
    )
    expect([response.status, await response.json()]).toMatchObject([200, { epub: {} }])
  })

  test('may be as programs write it: drawings, formulas, records, page lists, and an EPUB 2 with its guide', async () => {
    const { put } = await aPublisherWithBook()
    const files: ZipEntry[] = [
      {
        name: 'book/drawing.svg',
        data: `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
          <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" viewBox="0 0 9 9" preserveAspectRatio="xMidYMid" inkscape:version="1.2">
            <metadata><rdf:RDF><rdf:li>x</rdf:li></rdf:RDF></metadata><defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
            <g fill="url(#a)" transform="rotate(4 1 1)"><path d="M0 0h9" clip-path="url('#a')"/><animate attributeName="opacity" values="0;1" dur="1s"/></g></svg>`,
      },
      {
        name: 'book/page-template.xpgt',
        data: '<ade:template xmlns:ade="http://ns.adobe.com/2006/ade" xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:region-body margin="1em"/></ade:template>',
      },
      {
        name: 'book/toc.ncx',
        data: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd">
          <ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="x"/></head><docTitle><text>The Quiet Ledger</text></docTitle>
          <navMap><navPoint id="n" playOrder="1"><navLabel><text>One (1)</text></navLabel><content src="c1.xhtml#one"/></navPoint></navMap></ncx>`,
      },
      { name: 'book/Styles/a (1).css', data: '/* <b> */ p { margin: calc(1em + 2px) }' },
      {
        name: 'META-INF/com.apple.ibooks.display-options.xml',
        data: '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
      },
    ]
    const response = await put(
      anEpub({
        chapters: [
          `<section epub:type="chapter" class="koboSpan" aria-label="One" data-type="x"><h1 id="one">One</h1><table border="0" cellpadding="2"><tr><td colspan="2" align="left">1</td></tr></table>
            <ol start="3" type="a"><li value="3"><ruby>a<rt>b</rt></ruby></li></ol><math xmlns="http://www.w3.org/1998/Math/MathML" display="block" alttext="(a)"><mrow><mi>a</mi><mo stretchy="false">(</mo></mrow></math>
            <audio controls="controls" src="a.mp3"></audio><font color="red" face="x">x</font><a href="c1.xhtml#one" rel="noopener" target="_blank">(2)</a><?dp n="4" folio="2"?></section>`,
        ],
        items: `<item id="d" href="drawing.svg" media-type="image/svg+xml"/><item id="x" href="page-template.xpgt" media-type="application/vnd.adobe-page-template+xml"/>
          <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="s" href="Styles/a%20(1).css" media-type="text/css"/><item id="m" href="a.mp3" media-type="audio/mpeg"/>`,
        files: [
          ...files,
          { name: 'book/a.mp3', data: Buffer.from([0, 0, 0, 0x3c, 0x66, 0x74, 0x79, 0x70]) },
        ],
      }),
    )
    expect([response.status, await response.json()]).toMatchObject([200, { epub: {} }])
  })

  test('may be 50 MB, not more', async () => {
    const { put, listFiles } = await aPublisherWithBook()
    const picture = (bytes: number): ZipEntry => ({
      name: 'book/picture.png',
      data: noise(bytes),
      isStored: true,
    })
    const items = '<item id="p" href="picture.png" media-type="image/png"/>'
    expect((await put(anEpub({ items, files: [picture(fiftyMB - 10_000)] }))).status).toBe(200)
    const larger = await put(anEpub({ files: [picture(fiftyMB)] }))
    expect([larger.status, (await larger.json()).message]).toEqual([
      413,
      'The EPUB is larger than 50 MB. Please make it smaller and try again.',
    ])
    expect(await listFiles()).toHaveLength(1)
  })
})

describe('an EPUB is rejected with the reason:', () => {
  const withChapter = (body: string) => anEpub({ chapters: [body] })
  const withFile = (name: string, data: string | Uint8Array, more: Partial<ZipEntry> = {}) =>
    anEpub({ files: [{ name, data, ...more }] })
  const withItem = (attributes: string) =>
    anEpub({
      items: `<item id="x" ${attributes}/>`,
      files: [{ name: 'book/x.xhtml', data: aChapter('') }],
    })
  const changed = (change: (entries: ZipEntry[]) => ZipEntry[]) => aZip(change(epubEntries()))
  const encryption = (algorithm: string) =>
    withFile(
      'META-INF/encryption.xml',
      `<encryption xmlns:e="urn:e"><e:EncryptionMethod Algorithm="${algorithm}"/></encryption>`,
    )
  const without = (name: string) =>
    changed((entries) => entries.filter((entry) => entry.name !== name))
  const foreign = 'may not be in a book that is sold'
  const aScript = 'is a script or has one in it'
  const outside = 'loads something from outside'
  const notWellFormed = 'is not well-formed'

  test.each<[string, () => Buffer, string]>([
    ['a text', () => Buffer.from('A story about a goat. '.repeat(9)), 'is not an EPUB'],
    ['a zip that was cut short', () => anEpub().subarray(0, 400), 'is not an EPUB'],
    ['no mimetype', () => changed((all) => all.slice(1)), 'first entry'],
    [
      'a mimetype that comes later',
      () => changed(([a, b, ...all]) => [b, a, ...all] as ZipEntry[]),
      'first entry',
    ],
    [
      'a packed mimetype',
      () => changed(([, ...all]) => [{ ...mimetype, isStored: false }, ...all]),
      'first entry',
    ],
    [
      'another mimetype',
      () => changed(([, ...all]) => [{ ...mimetype, data: 'application/epub+ZIP' }, ...all]),
      'first entry',
    ],
    ['no container', () => without('META-INF/container.xml'), 'container.xml is missing'],
    ['no package document', () => without('book/package.opf'), '“book/package.opf”, is missing'],
    ['a chapter that is not there', () => without('book/c1.xhtml'), '“c1.xhtml” is named'],
    [
      'a spine that names nothing',
      () =>
        changed((all) =>
          all.map((it) => ({ ...it, data: String(it.data).replace('idref="c1"', 'idref="c9"') })),
        ),
      'The chapter “c9”',
    ],
    [
      'a chapter that is a picture',
      () =>
        changed((all) =>
          all.map((it) => ({
            ...it,
            data: String(it.data).replace(
              'media-type="application/xhtml+xml"',
              'media-type="image/png"',
            ),
          })),
        ),
      'The chapter “c1.xhtml”',
    ],
    ['an empty spine', () => anEpub({ chapters: [] }), 'no list of chapters'],

    ['a name with ..', () => withFile('../../etc/passwd', ''), 'The name “../../etc/passwd”'],
    ['a name with .. further on', () => withFile('book/../../x', ''), 'The name “book/../../x”'],
    ['an absolute name', () => withFile('/etc/passwd', ''), 'The name “/etc/passwd”'],
    ['a name of Windows', () => withFile('C:\\x.txt', ''), 'The name “C:\\x.txt”'],
    ['a name twice', () => withFile('book/c1.xhtml', ''), 'The name “book/c1.xhtml”'],
    [
      'a name twice but for its case',
      () => withFile('book/C1.xhtml', ''),
      'The name “book/C1.xhtml”',
    ],

    [
      'a bomb of four gigabytes that says so',
      () => withFile('book/x.bin', '', { claimedBytes: 0xfffffff0 }),
      'unpacks to more than',
    ],
    [
      'many large files',
      () =>
        anEpub({
          files: Array.from({ length: 5 }, (_, at) => ({
            name: `x${at}`,
            data: '',
            claimedBytes: 60 * 1024 * 1024,
          })),
        }),
      'unpacks to more than',
    ],
    [
      'a bomb that claims to be small',
      () => withFile('book/x.xhtml', Buffer.alloc(200 * 1024 * 1024), { claimedBytes: 10 }),
      '“book/x.xhtml” is damaged',
    ],
    [
      'too many files',
      () =>
        anEpub({ files: Array.from({ length: 5001 }, (_, at) => ({ name: `x${at}`, data: '' })) }),
      'unpacks to more than',
    ],
    [
      'a wrong checksum',
      () => withFile('book/x.png', 'x', { isDamaged: true }),
      '“book/x.png” is damaged',
    ],
    [
      'an encrypted file',
      () => withFile('book/x.png', 'x', { isEncrypted: true }),
      'copy protection',
    ],
    [
      'copy protection',
      () => encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'),
      'copy protection',
    ],
    [
      'a licence of a lending scheme',
      () => withFile('META-INF/license.lcpl', '{}'),
      'copy protection',
    ],

    ['a script', () => withChapter('<script>alert(1)</script>'), aScript],
    [
      'a script with a prefix',
      () => withChapter('<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>'),
      aScript,
    ],
    [
      'a script in a picture',
      () => withFile('book/x.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      aScript,
    ],
    ['a handler', () => withChapter('<p onclick="alert(1)">x</p>'), aScript],
    ['an address of a script', () => withChapter('<a href="javascript:alert(1)">x</a>'), aScript],
    [
      'a hidden address of a script',
      () => withChapter('<a href=" jav&#x61;scr&#10;ipt:alert(1)">x</a>'),
      aScript,
    ],
    [
      'a script by animation',
      () =>
        withChapter(
          '<svg xmlns="http://www.w3.org/2000/svg"><a><set attributeName="href" to="javascript:alert(1)"/></a></svg>',
        ),
      aScript,
    ],
    ['a page in an attribute', () => withChapter('<iframe srcdoc="&lt;b/&gt;"/>'), aScript],
    [
      'an animation of an address',
      () =>
        withChapter(
          '<svg xmlns="http://www.w3.org/2000/svg"><a><animate attributeName="xlink:href" values="x"/></a></svg>',
        ),
      aScript,
    ],
    [
      'an animation of a handler',
      () =>
        withChapter('<svg xmlns="http://www.w3.org/2000/svg"><set attributeName="onclick"/></svg>'),
      aScript,
    ],
    [
      'a style that is a program',
      () =>
        withFile(
          'book/x.xhtml',
          `<?xml-stylesheet type="text/xsl" href="x.xsl"?>${aChapter('').split('?>')[1]}`,
        ),
      aScript,
    ],
    ['a page of another name', () => withFile('book/x.xht', aChapter('<script/>')), aScript],
    [
      'a page that says that it is a picture',
      () => withFile('book/x.png', aChapter('<script/>')),
      aScript,
    ],
    [
      'a page behind blanks in another encoding',
      () =>
        withFile(
          'book/x',
          Buffer.from(`\ufeff${' '.repeat(90_000)}<html><script/></html>`, 'utf16le'),
        ),
      aScript,
    ],
    ['a page in a style', () => withFile('book/x.css', aChapter('<script/>')), aScript],
    [
      'a transformation',
      () =>
        withFile('book/x.xsl', '<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform"/>'),
      foreign,
    ],
    ['a frame', () => withChapter('<iframe src="c1.xhtml"/>'), foreign],
    ['a field', () => withChapter('<p><input name="x"/></p>'), foreign],
    ['an unknown attribute', () => withChapter('<p fetch="x">x</p>'), foreign],
    [
      'a page in a record',
      () =>
        withFile(
          'book/x.xml',
          '<plist xmlns:h="http://www.w3.org/1999/xhtml"><h:p>x</h:p></plist>',
        ),
      foreign,
    ],
    [
      'a file that is not named',
      () => withFile('book/x.png', noise(9)),
      'its package document does not name it',
    ],
    ['a page in an address', () => withChapter('<iframe src="data:text/html,x"/>'), aScript],
    [
      'a style that runs',
      () => withChapter('<p style="width: expression(alert(1))">x</p>'),
      aScript,
    ],
    ['a file of scripts', () => withFile('book/x.js', ''), aScript],
    [
      'an item with a script',
      () => withItem('href="x.xhtml" media-type="application/xhtml+xml" properties="nav scripted"'),
      aScript,
    ],
    [
      'an item that is a script',
      () => withItem('href="x.xhtml" media-type="text/javascript"'),
      aScript,
    ],

    [
      'a picture of the web',
      () => withChapter('<img src="https://x.example/x.png" alt=""/>'),
      outside,
    ],
    [
      'a picture of the web by a hidden address',
      () => withChapter('<img src="&#9;//x.example/x.png" alt=""/>'),
      outside,
    ],
    [
      'one of several pictures',
      () => withChapter('<img srcset="a.png 1x, http://x.example/x.png 2x" alt=""/>'),
      outside,
    ],
    ['a picture above the book', () => withChapter('<img src="../../x.png" alt=""/>'), outside],
    [
      'a style of the web',
      () =>
        anEpub({
          files: [
            {
              name: 'book/x.xhtml',
              data: aChapter('', '<link rel="stylesheet" href="http://x.example/x.css"/>'),
            },
          ],
        }),
      outside,
    ],
    [
      'an instruction',
      () =>
        anEpub({
          files: [
            {
              name: 'book/x.xhtml',
              data: `<?xml-stylesheet href="http://x.example/x.css"?>${aChapter('').split('?>')[1]}`,
            },
          ],
        }),
      outside,
    ],
    [
      'a reference in an instruction',
      () =>
        withFile(
          'book/x.xhtml',
          `<?xml-stylesheet type="text/css" href="&#104;ttp://x.example/x.css"?>${aChapter('').split('?>')[1]}`,
        ),
      outside,
    ],
    [
      'an address in an attribute of a drawing',
      () =>
        withChapter(
          '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="u\\72l(https://x.example/x.svg#a)"/></svg>',
        ),
      outside,
    ],
    ['an import in a style', () => withFile('book/x.css', '@import "//x.example/x.css";'), outside],
    [
      'an address between strings that look like a comment',
      () =>
        withFile(
          'book/x.css',
          'a { content: "/*" } b { background: url(//x.example/x) } i { content: "*/" }',
        ),
      outside,
    ],
    [
      'an import after a comment',
      () => withFile('book/x.css', '@import/**/ "https://x.example/x.css";'),
      outside,
    ],
    [
      'an escaped address in a style',
      () => withFile('book/x.css', 'p { background: u\\72l(h\\74tp://x.example/x.png) }'),
      outside,
    ],
    [
      'a style in a page',
      () =>
        anEpub({
          files: [
            {
              name: 'book/x.xhtml',
              data: aChapter('', '<style><b/>p { background: url(http://x.example/) }</style>'),
            },
          ],
        }),
      outside,
    ],
    ['a form', () => withChapter('<form action="https://x.example/"><p>x</p></form>'), outside],
    [
      'a page that goes elsewhere',
      () =>
        anEpub({
          files: [
            {
              name: 'book/x.xhtml',
              data: aChapter('', '<meta http-equiv="refresh" content="0; url=http://x.example"/>'),
            },
          ],
        }),
      outside,
    ],
    [
      'another base',
      () =>
        anEpub({
          files: [{ name: 'book/x.xhtml', data: aChapter('', '<base href="http://x.example/"/>') }],
        }),
      outside,
    ],
    ['a link to a file', () => withChapter('<a href="file:///etc/passwd">x</a>'), outside],
    [
      'an item of the web',
      () => withItem('href="http://x.example/x.mp3" media-type="audio/mpeg"'),
      outside,
    ],
    [
      'remote resources',
      () =>
        withItem('href="x.xhtml" media-type="application/xhtml+xml" properties="remote-resources"'),
      outside,
    ],

    ['an element that does not end', () => withChapter('<p>x'), notWellFormed],
    ['elements that cross', () => withChapter('<b><i>x</b></i>'), notWellFormed],
    ['an attribute without quotes', () => withChapter('<p class=x>x</p>'), notWellFormed],
    ['an attribute twice', () => withChapter('<p class="a" class="b">x</p>'), notWellFormed],
    ['a lonely ampersand', () => withChapter('<p>salt & pepper</p>'), notWellFormed],
    ['a name that HTML alone knows', () => withChapter('<p>&nbsp;</p>'), notWellFormed],
    ['an unknown prefix', () => withChapter('<p foo:bar="x">x</p>'), notWellFormed],
    [
      'declared entities',
      () => withFile('book/x.xhtml', '<!DOCTYPE html [<!ENTITY a "aaaa">]><html/>'),
      notWellFormed,
    ],
    [
      'a page that is none',
      () => withFile('book/x.xhtml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      notWellFormed,
    ],
    [
      'another encoding',
      () => withFile('book/x.xhtml', Buffer.from([0x3c, 0x61, 0x3e, 0xe9, 0x3c, 0x2f, 0x61, 0x3e])),
      notWellFormed,
    ],
    [
      'a thousand elements in each other',
      () => withChapter('<b>'.repeat(1000) + '</b>'.repeat(1000)),
      notWellFormed,
    ],
  ])('%s', async (_, make, reason) => {
    const path = join(await aFolder(), 'book.epub')
    await writeFile(path, make())
    const fault = await readEpubFile(path).catch((error) => error)
    expect(fault).toBeInstanceOf(EpubFault)
    expect(sayEpubFault(fault.fault, fault.place)).toContain(reason)
  })

  // The faults above are found in a thread, whatever they are.
  test('to the publisher, nothing of it is stored, and the one before stays', async () => {
    const { put, adminBook, listFiles, book } = await aPublisherWithBook()
    const stored = await (await put(anEpub())).json()
    const files = await listFiles()
    const response = await put(withChapter('<script/>'))
    const { message } = await response.json()
    expect([response.status, message]).toEqual([415, expect.stringContaining(aScript)])
    expect(message).toMatch(/^This EPUB cannot be sold as it is\. /)
    expect(await adminBook()).toEqual(stored)
    expect(await listFiles()).toEqual(files)
    expect(await activityOf(book.id)).toEqual(['bookEpubReplaced'])
  })
})

test('a text of 20,000 words is read to its tenth, from the body on', async () => {
  const { put, book } = await aPublisherWithBook()
  const response = await put(
    anEpub({
      chapters: [
        `<h1>The Quiet Ledger</h1><p>${words(50, 'copyright')}</p>`,
        `<nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c3.xhtml">Start</a></li></ol></nav>`,
        `<h1>One</h1><p>Ọ̀na ilé, ${words(30)} &lt;b&gt;</p><p hidden="">unseen</p><p>${words(30_000)}</p>`,
      ],
    }),
  )
  expect(response.status).toBe(200)
  const [{ sample = '' } = {}] = await sql<{ sample: string }[]>`
    select f.sample from epub_files f join books b on b.epub_id = f.id where b.id = ${book.id}`
  const lines = sample.split('\n')
  expect(lines.slice(0, 2)).toEqual(['One', `Ọ̀na ilé, ${words(30)} <b>`])
  expect(sample.split(/\s+/)).toHaveLength(2001)
  expect(sample).toMatch(/ …$/)
  expect(sample).not.toMatch(/unseen|copyright|Start/)
})
