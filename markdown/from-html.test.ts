import { describe, expect, test } from 'vitest'
import { fromHtml } from './from-html.ts'
import { fromText } from './from-text.ts'
import { writeMarkdown } from './write-markdown.ts'

const pasted = (html: string) => writeMarkdown(fromHtml(html).doc)

describe('text pasted from Google Docs', () => {
  test('is bold where it was, and not because everything is wrapped in <b>', () => {
    const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">
      <p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;">She sold </span><span style="font-weight:700;">akara</span><span style="font-weight:400;font-style:italic;"> at dawn</span></p>
      <br><h1 dir="ltr"><span style="font-weight:400">The lab</span></h1>
      <ul><li dir="ltr" style="font-weight:400"><p role="presentation"><span>One</span></p></li><ul><li><p>Inner</p></li></ul><li><p>Two</p></li></ul>
      <p><a href="https://www.google.com/url?q=https://unilag.edu.ng/&amp;sa=D"><span>the university</span></a></p></b>`
    expect(pasted(html)).toBe(
      'She sold **akara** *at dawn*\n\n## The lab\n\n- One\n\n  - Inner\n\n- Two\n\n[the university](https://unilag.edu.ng/)',
    )
  })
})

describe('text pasted from Word', () => {
  test('has its lists, which Word writes as paragraphs', () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><!--[endif]-->${text}<o:p></o:p></p>\n`
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body lang=EN-GB>
      <!--StartFragment--><p class=MsoNormal><b>Three things<o:p></o:p></b></p>
      ${item(1, '·', 'Read')}${item(2, 'o', 'every day')}${item(1, '·', 'Write')}
      ${item(1, '1.', 'First')}<!--EndFragment--></body></html>`
    expect(pasted(html)).toBe('**Three things**\n\n- Read\n\n  - every day\n\n- Write\n\n1. First')
  })
})

describe('a table of Word', () => {
  const cell = (text: string) =>
    `<td width=200 valign=top><p class=MsoNormal>${text}<o:p></o:p></p></td>`

  test('comes as a line for each row, and says so', () => {
    const { doc, losses } = fromHtml(
      `<table class=MsoTableGrid><tbody><tr>${cell('<b>Name</b>')}${cell('Age')}</tr>\n<tr>${cell('Ada')}${cell('')}${cell('17')}</tr></tbody></table>`,
    )
    expect(writeMarkdown(doc)).toBe('**Name** · Age\n\nAda · 17')
    expect(losses).toEqual(['table'])
  })

  test('that holds a whole story keeps its paragraphs', () => {
    const html = `<table><tr><td><p>It rained.</p><p>All day.</p><ul><li>Rice</li></ul></td></tr></table>`
    expect(pasted(html)).toBe('It rained.\n\nAll day.\n\n- Rice')
  })
})

describe('what Word says of its words', () => {
  test('is read by the name of the property, so that bold and italic stay', () => {
    const html = `<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> and
      <i style="mso-bidi-font-style:normal">italic</i>, <span style='mso-ansi-language:EN;FONT-WEIGHT : bold'>heavy</span>,
      <b style='font-family:"font-weight:normal";mso-bidi-font-weight:normal'>quoted</b><o:p></o:p></p>`
    expect(pasted(html)).toBe('**Bold** and *italic*, **heavy**, **quoted**')
  })

  test.each([
    ['<b style="font-weight:normal">no</b>', 'no'],
    ['<b style="font-weight:bold;font-weight:normal">no</b>', 'no'],
    ['<b style="font-weight:400!important">no</b>', 'no'],
    ['<b style="font-weight:inherit">yes</b>', '**yes**'],
    ['<span style="font-weight:bolder">yes</span>', '**yes**'],
    ['<span style="font-weight:600.5">yes</span>', '**yes**'],
    ['<em style="font-style:normal">no</em>', 'no'],
    ['<span style="font-style:oblique 10deg">yes</span>', '*yes*'],
    ['<span style="x-font-style:italic;font-style-x:italic">no</span>', 'no'],
  ])('counts with its last word: %s', (html, wanted) => {
    expect(pasted(`<p>${html}</p>`)).toBe(wanted)
  })

  test('leads nowhere from the signs of its footnotes, which stay as text', () => {
    const foot = (href: string, text: string) =>
      `<a style='mso-footnote-id:ftn1' href="${href}" name="_ftn1" title=""><span class=MsoFootnoteReference>${text}</span></a>`
    const html = `<p class=MsoNormal>Oil${foot('#_ftn1', '[1]')} and water${foot('file:///C:/Users/Ada/Temp/msohtmlclip1/01/clip.htm#_ftn2', '[2]')}</p>
      <div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText>${foot('#_ftnref1', '[1]')} Of groundnuts.</p></div>`
    expect(pasted(html)).toBe('Oil\\[1\\] and water\\[2\\]\n\n\\[1\\] Of groundnuts.')
  })
})

describe('a link within what is pasted', () => {
  test('is text: the place that it leads to does not come along', () => {
    expect(pasted('<p><a href="#heading=h.1">Up</a> <a href="/books#new">Books</a></p>')).toBe(
      'Up [Books](/books#new)',
    )
  })
})

describe('a heading of several lines', () => {
  test.each([
    ['<h2>How the ferry<br>came back</h2>', '## How the ferry came back'],
    [
      '<h1>How <b>the ferry</b> <br/> <b>came</b><br><br>back<br></h1>',
      '## How **the ferry** **came** back',
    ],
    ['<h3><div>How the ferry</div><div>came back</div></h3>', '### How the ferry came back'],
  ])('keeps its words apart: %s', (html, wanted) => {
    expect(pasted(html)).toBe(wanted)
  })

  test('and so does a caption', () => {
    const html = '<figure><img src="a.jpg" alt="A"><figcaption>One<br>two</figcaption></figure>'
    const { doc } = fromHtml(html, { picture: ({ src }) => ({ src }) })
    expect(doc.child(0).attrs['caption']).toBe('One two')
  })
})

describe('text pasted from WhatsApp', () => {
  test('comes without the time and the name, bold and italic as they were meant', () => {
    const doc = fromText(
      '[10:12, 22/11/2026] Ada Obi: \u200eIt is *true*, and _quite_ snake_case_name\n[10:13, 22/11/2026] +234 803 000 0000: 2 * 3 * 4',
    )
    expect(writeMarkdown(doc)).toBe('It is **true**, and *quite* snake_case_name\n\n2 \\* 3 \\* 4')
  })

  test.each([
    ['[22/11, 10:12 pm] Ada: It rained\n10:12 pm\nall day', 'It rained\n\nall day'],
    ['[22/11/2026, 10:12:33] Ada: It rained', 'It rained'],
    ['22/11/2026, 10:12 - Ada: It rained', 'It rained'],
    ['11/22/26, 9:05\u202fAM - Ada Obi: It rained', 'It rained'],
    ['2026-11-22, 10:12 - Ada: It rained', 'It rained'],
    ['She came at\n10:12\nand left', 'She came at\n\n10:12\n\nand left'],
    ['[1] A note: here', '\\[1\\] A note: here'],
    ['12/13 - a draw: again', '12/13 - a draw: again'],
  ])('comes without the time, whichever phone wrote it: %j', (text, wanted) => {
    expect(writeMarkdown(fromText(text))).toBe(wanted)
  })
})

describe('signs that a page draws as pictures', () => {
  test.each(['😂', '👍🏾', '👩🏽‍🚀', '🇳🇬', '❤️', '1️⃣'])('stay in the text: %s', (sign) => {
    const html = `<div class="copyable-text"><span>So true <img crossorigin="anonymous" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP" alt="${sign}" draggable="false" class="b75 emoji wa" style="background-position:-40px 0"> it is</span></div>`
    const { doc, losses } = fromHtml(html, { picture: ({ src }) => ({ src }) })
    expect(writeMarkdown(doc)).toBe(`So true ${sign} it is`)
    expect(losses).toEqual([])
  })

  test.each(['', '12', 'A 😂 cat', '™'])('are not pictures called %j', (alt) => {
    const { losses } = fromHtml(`<p>A <img src="a.png" alt="${alt}"></p>`)
    expect(losses).toEqual(['picture a.png'])
  })
})

describe('any other page', () => {
  test('leaves its text, and says what it could not', () => {
    const { doc, losses } = fromHtml(`
      <script>alert(1)</script><p onclick="alert(1)">A &lt;b&gt; <a href="javascript:alert(1)">link</a></p>
      <table><tr><td>Name</td><td>Age</td></tr></table>
      <iframe src="https://video.example/1"></iframe><img src="https://other.example/a.jpg" alt="x">
      <figure class="wp-block-pullquote"><blockquote><p>Loud</p></blockquote></figure><hr>`)
    expect(writeMarkdown(doc)).toBe(
      'A \\<b> link\n\nName · Age\n\n[https://video.example/1](https://video.example/1)\n\n>> Loud\n\n---',
    )
    expect(losses).toEqual([
      'table',
      'iframe https://video.example/1',
      'picture https://other.example/a.jpg',
    ])
  })

  test('leaves the pictures of its galleries, lists, quotations and headings', () => {
    const image = (name: string) => `<img src="${name}.jpg" alt="${name}">`
    const { doc, losses } = fromHtml(
      `<figure class="gallery"><figure>${image('a')}<figcaption>One</figcaption></figure>
        <figure>${image('b')}</figure><figcaption>Both</figcaption></figure>
      <ul><li>${image('c')}Item<ul><li>${image('d')}</li></ul></li></ul>
      <blockquote>${image('e')}<p>Said</p></blockquote><h2>${image('f')}Head</h2>`,
      { picture: ({ src }) => ({ src: `/uploads/00000000-0000-4000-8000-000000000000/${src}` }) },
    )
    expect(doc.children.map(({ type, attrs }) => attrs['alt'] ?? type.name)).toEqual([
      'a',
      'b',
      'paragraph',
      'bullet_list',
      'c',
      'd',
      'quote',
      'e',
      'heading',
      'f',
    ])
    expect(doc.firstChild?.attrs['caption']).toBe('One')
    expect(losses).toEqual([])
  })
})

describe('code', () => {
  test('keeps its lines, and what stands further in than the others', () => {
    const html =
      '<p>Before</p><pre><code>    if (a) {\n\t  b(<b>c</b>)\n\n    }</code></pre><p>  after  it</p>'
    expect(pasted(html)).toBe('Before\n\nif (a) {\n\u00a0\u00a0b(**c**)\n}\n\nafter it')
  })
})
