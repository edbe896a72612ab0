import { describe, expect, test } from 'vitest'
import { readableText } from '#tests/shop/book-texts.ts'
import { pngBytes } from '#tests/shop/epubs.ts'

const pictures = {
  items: `<item id="p" href="well.png" media-type="image/png"/><item id="g" href="goat.gif" media-type="image/gif"/>
    <item id="s" href="plain.svg" media-type="image/svg+xml"/>`,
  files: [
    { name: 'book/well.png', data: pngBytes },
    { name: 'book/goat.gif', data: 'GIF89a' },
    {
      name: 'book/plain.svg',
      data: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>',
    },
  ],
}
const head = `<style>@import "x.css"; /* .i { */ @media print { .i { font-weight: bold } } .i { font-style: italic } b.plain, .x > p { font-weight: normal }
  .caps { font-variant: small-caps } p.mid { text-align: center } .end { text-align: right !important } .in { margin-left: 2em } p { text-indent: 1em } q.i.j { font-style: italic }</style>`
const math = 'xmlns="http://www.w3.org/1998/Math/MathML"'

/** The only page of a book with this body. */
async function pageOf(body: string): Promise<string> {
  const { pages } = await readableText({
    chapters: [body],
    head,
    ...pictures,
    files: [...pictures.files, { name: 'book/x.css', data: '' }],
    items: `${pictures.items}<item id="x" href="x.css" media-type="text/css"/>`,
  })
  expect(pages).toHaveLength(1)
  return pages[0] ?? ''
}

describe('a chapter of an EPUB keeps', () => {
  test.each<[string, string, string]>([
    [
      'paragraphs',
      '<p>One\n  two</p><p> </p><p>&#160;</p><p>Three</p>',
      'paragraph(One two) paragraph(Three)',
    ],
    [
      'words without a paragraph',
      '<div>One<p>Two</p>three</div>',
      'paragraph(One) paragraph(Two) paragraph(three)',
    ],
    [
      'headings of four levels',
      '<p>x</p><h1>A</h1><h2>B</h2><h3>C</h3><h4>D</h4><h5>E</h5><h6>F</h6>',
      'paragraph(x) heading level=2(A) heading level=3(B) heading level=4(C) heading level=5(D) heading level=5(E) heading level=5(F)',
    ],
    [
      'blocks in a heading as lines',
      '<p>x</p><h2><span>One</span><div>Two</div></h2>',
      'paragraph(x) heading level=3(One/Two)',
    ],
    [
      'quotes with what is in them',
      '<blockquote><p>One</p><ul><li>Two</li></ul></blockquote>',
      'quote(paragraph(One)bullet_list(list_item(paragraph(Two))))',
    ],
    [
      'lists in lists, and what stands between items',
      '<ol start="4"><li>One<ul><li><p>Two</p></li></ul></li>three<li/></ol>',
      'ordered_list start=4(list_item(paragraph(One)bullet_list(list_item(paragraph(Two))))list_item(paragraph(three))list_item(paragraph()))',
    ],
    [
      'words with their explanations',
      '<dl><dt>Ọjà</dt><dd>A market</dd><dd><p>A sling</p></dd></dl>',
      'paragraph(strong{Ọjà}) paragraph align=indent(A market) paragraph align=indent(A sling)',
    ],
    [
      'marks in their order',
      '<p><sup><em><strong>a</strong></em></sup><b>b</b><i>c</i><cite>d</cite><dfn>e</dfn><var>f</var><sub>g</sub><sub><sup>h</sup></sub></p>',
      'paragraph(strong{em{sup{a}}}strong{b}em{c}em{d}em{e}em{f}sub{g}sup{h})',
    ],
    [
      'what styles of one class or element say',
      '<p class="i">a <b class="plain">b</b></p><p class="mid">c <span class="caps">d</span></p><p class="end">e</p><p class="in">f</p><p style="text-align:center">g</p>',
      'paragraph(em{a }em{b}) paragraph align=center(c small_caps{d}) paragraph align=right(e) paragraph align=indent(f) paragraph align=center(g)',
    ],
    [
      'the middle from around a paragraph',
      '<center><p>a</p></center><div align="RIGHT"><p>b</p></div><table align="center"><tr><td>c</td></tr></table>',
      'paragraph align=center(a) paragraph align=right(b) table(row(cell columns=1 rows=1(paragraph(c))))',
    ],
    ['lines', '<p>One <br/> two<br/></p>', 'paragraph(One/two)'],
    ['dividers', '<p>a</p><hr/><p>* * *</p>', 'paragraph(a) divider() paragraph(* * *)'],
    [
      'verse in stanzas',
      '<div epub:type="z3998:verse"><p>One<br/><span>two</span></p><p>Three</p></div>',
      'verse(paragraph(One/two)paragraph(Three))',
    ],
    [
      'verse whose lines are paragraphs',
      '<p>a</p><div class="poem"><h3>Song</h3><div class="stanza"><p>One</p><p>two</p></div><div class="stanza"><p>Three</p></div></div>',
      'paragraph(a) heading level=4(Song) verse(paragraph(One/two)paragraph(Three))',
    ],
    [
      'verse of paragraphs that each say so',
      '<p class="verse">One</p><p class="verse">Two</p><p class="verse" id="a">Three</p>',
      'verse(paragraph(One)paragraph(Two)) verse(paragraph(Three))',
    ],
    [
      'text that is set in lines',
      '<pre>one\n  two   <b>three</b>\n\nfour</pre>',
      'verse(paragraph(one/\u00a0\u00a0two\u00a0\u00a0\u00a0strong{three})paragraph(four))',
    ],
    [
      'tables with headers, spans and a caption',
      '<table><caption>Goats <b>sold</b></caption><thead><tr><th colspan="2">Year</th></tr></thead><tbody><tr><td rowspan="900">1</td><td/></tr></tbody></table>',
      'table(caption(Goats strong{sold})row(cell columns=2 rows=1 isHeader=true(paragraph(Year)))row(cell columns=1 rows=100(paragraph(1))cell columns=1 rows=1(paragraph())))',
    ],
    [
      'words that stand in a table beside its cells',
      '<table>a<tr>b<td>c</td></tr><caption>d</caption></table>',
      'table(row(cell(paragraph(a)))row(cell(paragraph(b))cell columns=1 rows=1(paragraph(c)))row(cell(paragraph(d))))',
    ],
    [
      'figures, the caption below',
      '<figure><figcaption>A <i>well</i></figcaption><img src="well.png" alt=" Six\n girls "/></figure>',
      'figure(picture number=0 alt=Six girls()caption(A em{well}))',
    ],
    [
      'a caption before the words that it is for',
      '<figure><figcaption>Listing</figcaption><pre>one</pre></figure>',
      'paragraph(Listing) verse(paragraph(one))',
    ],
    [
      'pictures among words, behind their paragraph',
      '<p>One <img src="well.png" alt="A well"/> two</p>',
      'paragraph(One two) picture number=0 alt=A well()',
    ],
    [
      'a picture in a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Cover</title><image xlink:href="well.png"/></svg><p>x</p>',
      'picture number=0 alt=Cover() paragraph(x)',
    ],
    [
      'notes, and links to them',
      '<p>One<sup><a epub:type="noteref" href="#n1">1</a></sup></p><aside epub:type="footnote" id="n1"><p>Two</p></aside>',
      'paragraph(Oneplace part=1 anchor=a1 isNote=true{sup{1}}) note anchor=a1(paragraph(Two))',
    ],
    [
      'lists of notes',
      '<p><a role="doc-noteref" href="#n1">1</a></p><ol><li role="doc-endnote" id="n1">Two</li></ol>',
      'paragraph(place part=1 anchor=a1 isNote=true{1}) ordered_list(list_item(note anchor=a1(paragraph(Two))))',
    ],
    [
      'links of the web and to mailboxes, of others the words',
      '<p><a href="https://ascend.example/a?b=1&amp;c=2">a</a> <a href="mailto:a@b.example">b</a> <a href="tel:+234">c</a> <a href="http://a b/">d</a> <a href="nowhere.xhtml">e</a></p>',
      'paragraph(link href=https://ascend.example/a?b=1&c=2{a} link href=mailto:a@b.example{b} c d e)',
    ],
    [
      'links inside the chapter, with anchors where they lead alone',
      '<p id="a">One</p><p id="b"><a href="c1.xhtml#c">Two</a></p><ul id="d"><li id="c">Three <a href="#b">four</a></li></ul><p><a href="#x">five</a></p>',
      'paragraph(One) paragraph anchor=a2(place part=1 anchor=a1{Two}) bullet_list(list_item anchor=a1(paragraph(Three place part=1 anchor=a2{four}))) paragraph(place part=1{five})',
    ],
    [
      'annotations above signs',
      '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby></p>',
      'paragraph(漢sup{kan})',
    ],
    [
      'languages and directions that differ',
      '<p lang="en-NG">a <i xml:lang="yo">ọjà</i></p><p lang="ar" dir="rtl">b <span dir="ltr" lang="en">c</span></p><p lang="!">d</p>',
      'paragraph(a language lang=yo{em{ọjà}}) paragraph lang=ar dir=rtl(b language lang=en dir=ltr{c}) paragraph(d)',
    ],
    [
      'numbers of pages, which are no words',
      '<p>One <span epub:type="pagebreak" id="p4" title="4"/>two</p><div role="doc-pagebreak" aria-label="5">5</div><p>three <a href="#p4">four</a></p>',
      'paragraph(One page_number label=4 anchor=a1()two) paragraph(page_number label=5()three place part=1 anchor=a1{four})',
    ],
    [
      'formulas',
      `<p>So <math ${math} display="block"><semantics><mfrac linethickness="0" onx="y"><mi>a</mi><mn> 2 </mn></mfrac><annotation>a/2</annotation></semantics></math></p>`.replace(
        ' onx="y"',
        '',
      ),
      'paragraph(So math isBlock=true tree=["math",{"display":"block"},["mrow",{},["mfrac",{"linethickness":"0"},["mi",{},"a"],["mn",{},"2"]]]]())',
    ],
    [
      'signs of formulas that calculate',
      `<p>So <math ${math}><apply><plus/><ci>a</ci><cn>2</cn></apply></math></p>`,
      'paragraph(So a2)',
    ],
    [
      'quotation marks that styles would set',
      '<p>She said <q>yes</q>.</p>',
      'paragraph(She said “yes”.)',
    ],
    [
      'what stands for something that cannot be shown',
      '<p>a <object data="goat.gif" type="image/gif">A goat</object></p>',
      'paragraph(a A goat)',
    ],
    [
      'words that a book says in two ways, once',
      '<p xmlns:e="http://www.idpf.org/2007/ops"><e:switch><e:case required-namespace="x">a</e:case><e:default>b</e:default></e:switch></p>',
      'paragraph(b)',
    ],
    [
      'not what is hidden, nor lists of places',
      '<p hidden="hidden">a</p><nav><ol><li>b</li></ol></nav><p>c</p>',
      'paragraph(c)',
    ],
    [
      'not sounds that play by themselves',
      '<audio src="x.mp3">a</audio><p>b</p>'.replace('x.mp3', 'well.png'),
      'paragraph(b)',
    ],
    [
      'blocks in a paragraph',
      '<p>a<span><blockquote>b</blockquote></span>c</p>',
      'paragraph(a) quote(paragraph(b)) paragraph(c)',
    ],
    [
      'the summary of details',
      '<details><summary>a</summary><p>b</p></details>',
      'paragraph(strong{a}) paragraph(b)',
    ],
  ])('%s', async (_, body, page) => {
    expect(await pageOf(body)).toBe(page)
  })

  test('blocks of four hundred levels, most of them beside each other', async () => {
    const deep = (many: number, inner: string) =>
      `${'<blockquote>'.repeat(many)}${inner}${'</blockquote>'.repeat(many)}`
    const page = await pageOf(deep(400, '<ul><li>a<table><tr><td>b</td></tr></table></li></ul>c'))
    expect(page.match(/quote\(/g)).toHaveLength(40)
    expect(page.replace(/quote|[()]/g, '')).toBe('paragraphaparagraphbparagraphc')
  })

  test('no indent that most paragraphs have', async () => {
    const body = (indented: number) =>
      `${'<p class="in">a</p>'.repeat(indented)}${'<p>b</p>'.repeat(60)}`
    expect(await pageOf(body(12))).toContain('align=indent')
    expect(await pageOf(body(30))).not.toContain('align')
  })
})

test('pictures are listed once, in their order, and what is not shown is counted by kind', async () => {
  const {
    pictures: listed,
    kept,
    dropped,
  } = await readableText({
    chapters: [
      `<p>One <img src="goat.gif" alt=""/><img src="well.png" alt="A well"/><img src="plain.svg" alt=""/><img src="plain.svg" alt=""/>
        <img src="data:image/png;base64,AAAA" alt=""/><svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg></p>`,
      `<p>two <img src="well.png" alt="Again" role="presentation"/><math ${math}><ci>x</ci></math></p>`,
    ],
    ...pictures,
    items: `${pictures.items}<item id="f" href="a.woff" media-type="font/woff"/><item id="m" href="a.mp3" media-type="audio/mpeg"/><item id="v" href="a.mp4" media-type="video/mp4"/>`,
    files: [
      ...pictures.files,
      ...['a.woff', 'a.mp3', 'a.mp4'].map((name) => ({ name: `book/${name}`, data: 'x' })),
    ],
  })
  expect(listed).toEqual([{ name: 'book/well.png', alt: 'A well' }])
  expect(kept).toEqual({ words: 3, pictures: 1 })
  expect(dropped).toEqual({ fonts: 1, drawings: 2, pictures: 2, sounds: 1, videos: 1, formulas: 1 })
})
