import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBlog } from '#tests/magazine/a-blog.ts'
import { findMoved, outlineOf, reasonsOf } from '#tests/magazine/import-runs.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aWxr, type WxrPost, wxrEnd, wxrHead, wxrItem } from '#tests/magazine/wordpress-export.ts'

beforeEach(() => sql`truncate stories, uploads, imported_stories, authors cascade`)

describe('a post imported from WordPress', () => {
  test('has title, author, dates, category, interests, summary and address', async () => {
    const blog = await aBlog()
    await blog.run([
      {
        id: 7,
        title: 'Ada &#8211; and the <em>borehole</em>',
        excerpt: 'A <b>short</b> one.',
        content: 'First &amp; second\nline.\n\nThird paragraph.',
        categories: ['Uncategorized', 'News', 'Lifestyle and Culture'],
        tags: ['water', 'Village Life'],
        isSticky: true,
        meta: { _wp_old_slug: 'older-slug' },
      },
    ])
    expect(await findMoved(blog.id(7))).toMatchObject({
      title: 'Ada – and the borehole',
      summary: 'A short one.',
      content: 'First & second\nline.\n\nThird paragraph.',
      contentFormat: 'markdown',
      contentText: 'First & second\nline.\nThird paragraph.',
      category: 'Lifestyle and Culture',
      interests: ['water', 'Village Life', 'News'],
      authorName: 'Ada Obi & sons',
      authorRole: 'Other Achiever',
      isPublished: true,
      isFeatured: true,
      publishedAt: '2019-03-05T10:30:00.000Z',
      addresses: ['/2019/03/older-slug', '/2019/03/post-7', '/?p=7'],
    })
  })

  test('of the classic editor has paragraphs, captions, galleries and embeds', async () => {
    const blog = await aBlog()
    for (const name of ['2019/03/well.jpg', '2019/03/pump.png', '2019/03/crowd-scaled.jpg']) {
      await blog.picture(name, `#${name.length}2${name.length}2`)
    }
    const uploads = 'https://old.example/wp-content/uploads/2019/03'
    const attachment = (id: number, name: string, parent: number): WxrPost => ({
      id,
      type: 'attachment',
      status: 'inherit',
      parent,
      excerpt: `Caption of ${name}`,
      attachmentUrl: `${uploads}/${name}`,
      meta: { _wp_attachment_image_alt: `Alt of ${name}` },
    })
    const report = await blog.run([
      {
        id: 1,
        content: `One.\r\n\r\n[caption id="attachment_5" align="alignleft" width="300"]<a href="${uploads}/well.jpg"><img src="${uploads}/well-300x200.jpg" alt="The &quot;well&quot;" /></a> Our well[/caption]
<blockquote>Said.

Twice.</blockquote>
<ul>
<li>a</li>

<li>b</li>
</ul>
[gallery ids="11,12"]

https://www.youtube.com/watch?v=x1

[embed]https://vimeo.com/5[/embed]

A claim [sic] and [[gallery]], and [1].

[contact-form-7 id="4" title="Ask us"]

[vc_row]Inside[/vc_row]

[toc]
<table><tr><td>1</td></tr></table><script>x()</script>`,
        meta: { _thumbnail_id: '11' },
      },
      { id: 2, content: 'All of mine:\n\n[gallery]' },
      attachment(11, 'pump.png', 1),
      attachment(12, 'crowd.jpg', 2),
    ])
    const story = await findMoved(blog.id(1))
    expect(outlineOf(story)).toEqual([
      'One.',
      '![The "well"](UP "Our well")',
      '> Said.\n>\n> Twice.',
      '- a\n- b',
      '![Alt of pump.png](UP "Caption of pump.png")',
      '![Alt of crowd.jpg](UP "Caption of crowd.jpg")',
      '[https://www.youtube.com/watch?v=x1](https://www.youtube.com/watch?v=x1)',
      '[https://vimeo.com/5](https://vimeo.com/5)',
      'A claim \\[sic\\] and \\[gallery\\], and \\[1\\].',
      'Inside',
      '1',
    ])
    expect(story['imageUrl']).toMatch(/^\/uploads\//)
    expect(story['imageAlt']).toBe('Alt of pump.png')
    expect((await findMoved(blog.id(2)))['content']).toContain('Caption of crowd.jpg')
    expect(reasonsOf(report)).toEqual([
      'embed https://vimeo.com/5',
      'embed https://www.youtube.com/watch?v=x1',
      'script',
      'shortcode contact-form-7',
      'shortcode toc',
      'shortcode vc_row',
      'table',
    ])
    expect(report.pictures).toEqual({ stored: 3, known: 2 })
    expect(report.missing.size).toBe(0)
  })

  test('of the block editor has headings, galleries, quotes, reusable blocks and links', async () => {
    const blog = await aBlog()
    await blog.picture('a.jpg')
    await blog.picture('b.jpg', '#00ff00')
    const image = (name: string) =>
      `<figure class="wp-block-image size-large"><img src="https://old.example/wp-content/uploads/${name}" alt=""/></figure>`
    const report = await blog.run([
      {
        id: 1,
        content: `<!-- wp:heading {"level":2} -->\n<h2 class="wp-block-heading">Head</h2>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph {"content":"a --\\u003e b"} -->\n<p>Line<br>break <a href="https://www.old.example/2019/03/post-2/">there</a> <a href="/about-us/">us</a></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:gallery {"linkTo":"none"} -->\n<figure class="wp-block-gallery has-nested-images">${image('a.jpg')}\n${image('b-1024x683.jpg')}<figcaption class="blocks-gallery-caption">Both</figcaption></figure>\n<!-- /wp:gallery -->\n\n<!-- wp:gallery -->\n<ul class="wp-block-gallery"><li class="blocks-gallery-item"><figure><img src="https://old.example/wp-content/uploads/a.jpg"/></figure></li></ul>\n<!-- /wp:gallery -->\n\n<!-- wp:pullquote -->\n<figure class="wp-block-pullquote"><blockquote><p>Loud</p><cite>Ada</cite></blockquote></figure>\n<!-- /wp:pullquote -->\n\n<!-- wp:embed {"url":"https://youtu.be/x2","type":"video"} -->\n<figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://youtu.be/x2\n</div></figure>\n<!-- /wp:embed -->\n\n<!-- wp:block {"ref":30} /-->\n<!-- wp:block {"ref":31} /-->\n<!-- wp:latest-posts {"postsToShow":3} /-->\n<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->\n<!-- wp:preformatted -->\n<pre class="wp-block-preformatted">one\ntwo</pre>\n<!-- /wp:preformatted -->\n\nclassic\n\nend`,
      },
      { id: 2 },
      {
        id: 30,
        type: 'wp_block',
        content: '<!-- wp:paragraph -->\n<p>Again and again</p>\n<!-- /wp:paragraph -->',
      },
    ])
    expect(outlineOf(await findMoved(blog.id(1)))).toEqual([
      '## Head',
      `Line\nbreak [there](/story/${blog.id(2)}) [us](${blog.address}/about-us/)`,
      '![](UP)',
      '![](UP)',
      'Both',
      '![](UP)',
      '>> Loud\n>>\n>> *Ada*',
      '[https://youtu.be/x2](https://youtu.be/x2)',
      'Again and again',
      'one\ntwo',
      'classic',
      'end',
    ])
    expect(reasonsOf(report)).toEqual([
      'block latest-posts',
      'embed https://youtu.be/x2',
      'reusable block 31',
    ])
    expect(Object.fromEntries(report.leftOut)).toEqual({ wp_block: 1 })
    expect([...report.dead.keys()]).toEqual([`${blog.address}/about-us/ in Post 1 “Post 1”`])
  })

  test('has the right date, and is public only if it was', async () => {
    const blog = await aBlog()
    const none = '0000-00-00 00:00:00'
    const text = { content: 'Some words.' }
    const report = await blog.run([
      { id: 1, ...text },
      {
        id: 2,
        ...text,
        status: 'draft',
        dateGmt: none,
        date: none,
        modified: none,
        link: 'https://old.example/?p=2',
      },
      { id: 3, ...text, status: 'pending', dateGmt: none, date: '2019-07-01 12:00:00' },
      { id: 4, ...text, status: 'private' },
      { id: 5, ...text, password: 'secret' },
      {
        id: 6,
        ...text,
        status: 'future',
        date: '2099-01-01 00:00:00',
        dateGmt: '2099-01-01 00:00:00',
      },
      { id: 7, ...text, date: '2098-01-01 00:00:00', dateGmt: '2098-01-01 00:00:00' },
      { id: 8, ...text, status: 'trash' },
      { id: 9, ...text, status: 'auto-draft' },
      { id: 10, ...text, type: 'page' },
      { id: 11, ...text, type: 'revision', status: 'inherit' },
      { id: 12, ...text, comments: 2, dateGmt: none },
    ])
    const states = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 12].map(async (id) => {
        const story = await findMoved(blog.id(id))
        return [id, story['isPublished'], story['publishedAt'], story['addresses'].length]
      }),
    )
    expect(states).toEqual([
      [1, true, '2019-03-05T10:30:00.000Z', 2],
      [2, false, null, 0],
      [3, false, null, 1],
      [4, false, '2019-03-05T10:30:00.000Z', 1],
      [5, false, '2019-03-05T10:30:00.000Z', 2],
      [6, false, null, 1],
      [7, false, '2098-01-01T00:00:00.000Z', 2],
      // Its local time, an hour before that of Greenwich as in the other posts.
      [12, true, '2019-03-05T10:30:00.000Z', 2],
    ])
    expect((await findMoved(blog.id(3)))['createdAt']).toBe('2019-07-01T11:00:00.000Z')
    expect(report).toMatchObject({ published: 2, drafts: 6 })
    expect(reasonsOf(report)).toEqual([
      'had a password: imported as a draft',
      'has a date that is still to come: imported as a draft',
      'was planned for 1 January 2099 at 01:00 (Lagos): imported as a draft',
      'was private there: imported as a draft',
    ])
    expect([...report.leftOut.keys()].sort()).toEqual([
      'comments',
      'page',
      'posts that are an empty draft that WordPress made by itself',
      'posts that are in the bin of the old site',
      'revision',
    ])
  })

  test('shows no e-mail address as a name', async () => {
    const blog = await aBlog()
    const authors = ['ngozi@old.example', 'chike', 'yemi@old.example', 'gone@old.example']
    const head = wxrHead({
      address: 'https://old.example',
      authors: {
        'ngozi@old.example': '',
        chike: 'chike@old.example',
        'yemi@old.example': 'yemi@old.example',
      },
    }).replace(
      '<wp:author_display_name><![CDATA[]]></wp:author_display_name>',
      '<wp:author_display_name><![CDATA[]]></wp:author_display_name><wp:author_first_name><![CDATA[Ngozi]]></wp:author_first_name><wp:author_last_name><![CDATA[Eze]]></wp:author_last_name>',
    )
    const items = authors.map((creator, n) => wxrItem({ id: n + 1, creator, content: 'Words.' }))
    await blog.run([head, ...items, wxrEnd].join('\n'))
    const names = await Promise.all(
      authors.map(async (_, n) => (await findMoved(blog.id(n + 1)))['authorName']),
    )
    expect(names).toEqual(['Ngozi Eze', 'chike', 'Yemi', 'Gone'])
  })

  test('preserves a tag typed into a title, decoding entities once', async () => {
    const blog = await aBlog()
    const xml = aWxr([
      { id: 1, title: 'The &lt;em&gt; of <b>Ada</b> &amp;amp; co', content: 'Words.' },
      { id: 2, title: 'TITLE', content: 'Words.' },
    ])
    // Before WordPress 5.7 titles stood as text.
    await blog.run(xml.replace('<![CDATA[TITLE]]>', 'The &lt;em&gt; of Ada &amp;amp; &#38; co'))
    const titles = [await findMoved(blog.id(1)), await findMoved(blog.id(2))]
    expect(titles.map(({ title }) => title)).toEqual([
      'The <em> of Ada &amp; co',
      'The <em> of Ada &amp; & co',
    ])
  })

  test('has missing pictures, code, PDFs and unsupported content reported', async () => {
    const blog = await aBlog()
    await blog.picture('2019/late.jpg')
    const report = await blog.run([
      {
        id: 1,
        content: `<img data-src="/wp-content/uploads/2019/late.jpg" src="data:image/gif;base64,R0"> <img alt="The well">
<!-- wp:code -->
<pre class="wp-block-code"><code>for each
    do it
end</code></pre>
<!-- /wp:code -->
<!-- wp:buttons --><a class="wp-block-button__link wp-element-button" href="https://shop.example/">Buy</a><!-- /wp:buttons -->
<iframe src="https://maps.example/embed?pb=1"></iframe>
<a href="https://old.example/wp-content/uploads/2019/rules.pdf">Rules</a>`,
        meta: { _thumbnail_id: '77' },
      },
    ])
    const story = await findMoved(blog.id(1))
    expect(story['content']).toContain('for each\n\u00a0\u00a0\u00a0\u00a0do it\nend')
    expect(story['content']).toContain('![](/uploads/')
    expect(story['content']).not.toContain('maps.example')
    expect(reasonsOf(report)).toEqual([
      'a picture “The well” says nowhere where it is',
      'button “Buy” is a link now',
      'code keeps its lines and their indentation, and looks like the text around it',
      'iframe https://maps.example/embed?pb=1, which is left out',
      'its main picture, number 77, is not in the export',
    ])
    expect([...report.missing.keys()]).toEqual([])
    expect([...report.files.keys()]).toEqual([
      `${blog.address}/wp-content/uploads/2019/rules.pdf in Post 1 “Post 1”`,
    ])
  })

  test('with errors of real exports is imported, and the errors are reported', async () => {
    const blog = await aBlog()
    const xml = aWxr([
      { id: 1, title: 'Contr\u0001ol', content: 'A\u0008b\u000bc and &amp;#x1; ]]> too' },
      {
        id: 2,
        title: '',
        creator: '',
        content: 'No title, and nobody wrote it. A second sentence.',
      },
      {
        id: 3,
        title: 'Same slug',
        link: 'https://old.example/2019/03/twin/',
        content: 'In English.',
      },
      {
        id: 4,
        title: 'Même slug',
        link: 'https://old.example/2019/03/twin/',
        content: 'En français.',
      },
      { id: 4, title: 'The same number', content: 'Twice.' },
      { id: 5, creator: 'gone', content: '', title: '' },
      {
        id: 6,
        title: 'x'.repeat(300),
        link: 'https://old.example/?p=6',
        content: '<img src="https://old.example/wp-content/uploads/gone.jpg">Words.',
      },
    ]).replace('<channel>', '<channel>\n<bad>&nbsp;&bogus; a & b</bad>')
    const report = await blog.run(`\ufeff${xml}`)
    expect(report.stories).toMatchObject({ added: 5, failed: 2 })
    const posts = reasonsOf(report)
    expect(posts).toEqual([
      '3 control characters were removed',
      'address /2019/03/twin leads to another story',
      'has neither a title nor a text',
      'has no title: its first words are taken',
      'stands twice in the file: the first one counts',
      'title is cut: it is too long',
    ])
    expect([...report.missing]).toEqual([[`${blog.address}/wp-content/uploads/gone.jpg`, 1]])
    expect(await findMoved(blog.id(1))).toMatchObject({
      title: 'Control',
      contentText: expect.stringContaining(']]> too'),
    })
    expect(await findMoved(blog.id(2))).toMatchObject({
      title: 'No title, and nobody wrote it. A second sentence.',
      authorName: 'The Old Magazine',
    })
    expect((await findMoved(blog.id(4)))['title']).toBe('Même slug')
  })

  test('has WebP and GIF pictures converted, animations to their first frame', async () => {
    const blog = await aBlog()
    const frames = Buffer.concat(
      await Promise.all(
        ['#a5402d', '#1d2b6b'].map((color) => aPicture(60, 40, color).raw().toBuffer()),
      ),
    )
    const raw = { width: 60, height: 80, channels: 3, pageHeight: 40 } as const
    await sharp(frames, { raw }).gif().toFile(join(blog.pictures, 'dance.gif'))
    await aPicture(900, 700).webp().toFile(join(blog.pictures, 'well.webp'))
    await writeFile(join(blog.pictures, 'cut.webp'), Buffer.from('RIFF....WEBPVP8 '))
    const image = (name: string) => `<img src="/wp-content/uploads/${name}">`
    const report = await blog.run([
      { id: 1, content: `${image('dance.gif')}${image('well.webp')}${image('cut.webp')}` },
    ])
    expect(outlineOf(await findMoved(blog.id(1)))).toEqual(['![](UP)', '![](UP)'])
    expect(report.pictures.stored).toBe(2)
    expect(reasonsOf(report)).toEqual([
      'is damaged, or too large',
      'picture dance.gif moves: its first picture is taken',
    ])
    const sizes = await sql`select width, height from uploads order by width desc limit 2`
    expect(sizes).toEqual([
      { width: 900, height: 700 },
      { width: 60, height: 40 },
    ])
  })

  test('has pictures stored, none downloaded, and files that are no pictures reported', async () => {
    const blog = await aBlog()
    await writeFile(join(blog.pictures, 'fake.jpg'), '<svg onload="x()"/>')
    await writeFile(join(blog.pictures, 'cut.jpg'), Buffer.from('ffd8ffe0', 'hex'))
    await blog.picture('photo.jpg')
    const image = (src: string) => `<img src="${src}">`
    const report = await blog.run([
      {
        id: 1,
        content: `Words ${image('/wp-content/uploads/fake.jpg')}${image('https://old.example/wp-content/uploads/cut.jpg')}${image('https://cdn.example/photo.webp?w=3')}${image('../../../etc/passwd.png')}${image('data:image/png;base64,AAAA')}`,
      },
    ])
    expect((await findMoved(blog.id(1)))['content']).toMatch(
      /^Words\n\n!\[\]\(\/uploads\/[0-9a-f-]{36}\/1600\.webp\)$/,
    )
    expect(report.problems.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      'Post 1 “Post 1” picture fake.jpg is no JPG, PNG, WebP or GIF',
      'Picture cut.jpg is damaged, or too large',
    ])
    expect([...report.missing.keys()]).toEqual([
      '../../../etc/passwd.png',
      'data:image/png;base64,AAAA',
    ])
  })
})
