import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aMove, findMoved, outlineOf, reasonsOf } from '#tests/magazine/import-runs.ts'
import { idOf } from './found-story.ts'
import { ghostSource } from './ghost.ts'
import { readAuthorRoles } from './mapping-files.ts'
import { readRedirects } from './redirects.ts'

beforeEach(() => sql`truncate stories, uploads, imported_stories, authors cascade`)

const id = (post: string | number) => idOf(`ghost:${post}`)

async function aGhost(data: object, site?: string, isOld = false) {
  const move = await aMove()
  const file = join(move.folder, 'ghost.json')
  const meta = { exported_on: 1_700_000_000_000, version: '5.75.0' }
  await writeFile(file, JSON.stringify(isOld ? { meta, data } : { db: [{ meta, data }] }))
  return { ...move, run: async () => move.run(await ghostSource(file, site)) }
}

const post = (given: object) => ({
  title: 'A post',
  type: 'post',
  status: 'published',
  visibility: 'public',
  html: '<p>Words.</p>',
  published_at: '2023-01-05T10:00:00.000Z',
  created_at: '2023-01-04T10:00:00.000Z',
  updated_at: '2023-02-04T10:00:00.000Z',
  ...given,
})

describe('an import from Ghost', () => {
  test('has authors, tags, dates, pictures and links', async () => {
    const ghost = await aGhost(
      {
        posts: [
          post({
            id: '63a',
            title: 'Ada &amp; the <i>well</i>',
            slug: 'ada-and-the-well',
            featured: 1,
            custom_excerpt: 'Short.',
            feature_image: '__GHOST_URL__/content/images/2023/01/well.jpg',
            html: `<p>One <a href="__GHOST_URL__/the-pump/?ref=x">pump</a>, <a href="__GHOST_URL__/about/">us</a>, <a href="https://old.example/the-pump/">again</a>.</p>
<figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/size/w600/2023/01/well.jpg" class="kg-image" alt="Well"><figcaption><span>Our <b>well</b></span></figcaption></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2023/01/a.png" alt=""></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/2023/01/gone.png" alt=""></div></div></div></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://news.example/x"><div class="kg-bookmark-title">News</div><img class="kg-bookmark-icon" src="https://news.example/i.png"></a></figure>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/x"></iframe></figure>`,
          }),
          post({ id: '63b', slug: 'the-pump' }),
          post({ id: '63c', slug: 'about', type: 'page' }),
        ],
        posts_meta: [{ post_id: '63a', feature_image_alt: 'Ada at the well' }],
        tags: [
          { id: 't1', name: 'Water', visibility: 'public' },
          { id: 't2', name: 'Lifestyle and Culture', visibility: 'public' },
          { id: 't3', name: '#import', visibility: 'internal' },
        ],
        posts_tags: [
          { post_id: '63a', tag_id: 't2', sort_order: 1 },
          { post_id: '63a', tag_id: 't1', sort_order: 0 },
          { post_id: '63a', tag_id: 't3', sort_order: 2 },
        ],
        users: [
          { id: 'u1', name: 'Ada Obi', bio: 'Digs &amp; reads.' },
          { id: 'u2', name: 'Kele' },
        ],
        posts_authors: [
          { post_id: '63a', author_id: 'u2', sort_order: 1 },
          { post_id: '63a', author_id: 'u1', sort_order: 0 },
        ],
        settings: [{ key: 'title', value: 'The Old Ghost' }],
      },
      'https://old.example/',
    )
    await ghost.picture('2023/01/well.jpg')
    await ghost.picture('2023/01/a.png', '#00ff00')
    const report = await ghost.run()
    const story = await findMoved(id('63a'))
    expect(story).toMatchObject({
      // A title there is no HTML: a tag in it was typed.
      title: 'Ada & the <i>well</i>',
      summary: 'Short.',
      category: 'Lifestyle and Culture',
      interests: ['Water'],
      authorName: 'Ada Obi',
      isFeatured: true,
      imageUrl: expect.stringMatching(/^\/uploads\//),
      imageAlt: 'Ada at the well',
      publishedAt: '2023-01-05T10:00:00.000Z',
      createdAt: '2023-01-04T10:00:00.000Z',
      addresses: ['/ada-and-the-well'],
    })
    expect(outlineOf(story)).toEqual([
      `One [pump](/story/${id('63b')}), [us](https://old.example/about/), [again](/story/${id('63b')}).`,
      '![Well](UP "Our well")',
      '![](UP)',
      '[News](https://news.example/x)',
      '[https://www.youtube.com/embed/x](https://www.youtube.com/embed/x)',
    ])
    const pages = await sql`
      select slug, about, is_public from authors where author_id = ${String(story['authorId'])}`
    expect(pages).toEqual([{ slug: 'ada-obi', about: 'Digs & reads.', isPublic: false }])
    expect((await findMoved(id('63b')))['authorName']).toBe('The Old Ghost')
    expect(reasonsOf(report)).toEqual([
      'further authors are not named: Kele',
      'iframe https://www.youtube.com/embed/x',
    ])
    expect([...report.missing.keys()]).toEqual(['__GHOST_URL__/content/images/2023/01/gone.png'])
    expect((await ghost.run()).stories).toMatchObject({ unchanged: 2, added: 0, changed: 0 })
  })

  test('reads the HTML of a post, and names one that has none', async () => {
    const ghost = await aGhost({
      settings: [{ key: 'title', value: 'The Old Ghost' }],
      posts: [
        post({ id: 'all', lexical: '{}', mobiledoc: '{}', html: '<p>The HTML.</p>' }),
        post({ id: 'l', html: null, lexical: '{"root":{}}', status: 'draft' }),
        post({ id: 'untitled', title: '', html: '', mobiledoc: '{}' }),
      ],
    })
    const report = await ghost.run()
    expect(outlineOf(await findMoved(id('all')))).toEqual(['The HTML.'])
    expect(report.stories).toMatchObject({ added: 2, failed: 1 })
    expect(reasonsOf(report)).toEqual([
      'has neither a title nor a text',
      'has no HTML: save it in Ghost once more, and export again',
    ])
  })

  test('of an old version without the site’s address publishes only public posts', async () => {
    const old = { created_at: '2016-05-01 08:00:00', published_at: '2016-05-02 09:30:00' }
    const ghost = await aGhost(
      {
        posts: [
          post({ id: 1, slug: 'first', author_id: 1, page: 0, ...old, type: undefined }),
          post({ id: 2, slug: 'about', page: 1, type: undefined }),
          post({ id: 3, slug: 'paid', visibility: 'paid' }),
          post({ id: 4, slug: 'mailed', status: 'sent' }),
          post({ id: 5, slug: 'later', status: 'scheduled', published_at: '2099-01-01T00:00:00Z' }),
          post({ id: 6, slug: '', html: '<a href="__GHOST_URL__/about/">About</a> it' }),
        ],
        users: [{ id: 1, name: 'Ghost Writer' }],
        posts_tags: [],
      },
      undefined,
      true,
    )
    const report = await ghost.run()
    expect(await findMoved(id(1))).toMatchObject({
      authorName: 'Ghost Writer',
      publishedAt: '2016-05-02T09:30:00.000Z',
      addresses: ['/first'],
    })
    expect(report).toMatchObject({ published: 2, drafts: 3 })
    expect(outlineOf(await findMoved(id(6)))).toEqual(['About it'])
    expect(reasonsOf(report)).toEqual([
      ...Array(4).fill('has no author'),
      'links to other pages of the old site are lost: name it with --site',
      'was for members alone: imported as a draft',
      'was planned for 1 January 2099 at 01:00 (Lagos): imported as a draft',
      'was sent by mail alone: imported as a draft',
    ])
  })

  test('shows no e-mail address as a name, and credits each person under their name', async () => {
    const users = [
      { id: 'u1', name: '', slug: 'tamuno-briggs', email: 'tamuno@old.example', role: 'r1' },
      { id: 'u2', name: 'kemi.alade@old.example', slug: 'kemi', role: 'r2' },
      { id: 'u3', name: 'Sade <sade@old.example>', slug: 's', role: 'r3' },
      { id: 'u4', name: 'bola_ade@old.example', slug: '', role: 'r4' },
      { id: 'u5', name: 'Musa Idris', slug: 'musa', role: 'r5' },
    ]
    const ghost = await aGhost({
      posts: users.map(({ id }) => post({ id: `p${id}`, slug: `p${id}` })),
      users: users.map(({ role: _, ...user }) => user),
      posts_authors: users.map(({ id }) => ({ post_id: `p${id}`, author_id: id })),
      roles: ['Owner', 'Editor', 'Author', 'Contributor'].map((name, n) => ({
        id: `r${n + 1}`,
        name,
      })),
      roles_users: users.map(({ id, role }) => ({ user_id: id, role_id: role })),
    })
    const report = await ghost.run()
    const printed = await Promise.all(
      users.map(async (user) => {
        const { authorName, authorRole } = await findMoved(id(`p${user.id}`))
        return [authorName, authorRole]
      }),
    )
    expect(printed).toEqual([
      ['Tamuno Briggs', 'Editor'],
      ['Kemi', 'Editor'],
      ['Sade', 'Author'],
      ['Bola Ade', 'Contributor'],
      ['Musa Idris', 'Other Achiever'],
    ])
    expect([...report.unknownRoles]).toEqual([['Musa Idris', 1]])
    expect(JSON.stringify(await sql`select name, slug from authors`)).not.toMatch(/@|old\.example/)
  })

  test('shows the descriptions of authors from a file', async () => {
    const move = await aMove()
    const file = join(move.folder, 'roles.json')
    const lines = { 'Musa Idris': 'Teacher/Educator', Author: 'Columnist', '*': 'Student' }
    await writeFile(file, JSON.stringify(lines))
    const { of } = await readAuthorRoles(file)
    const roleOf = (name: string, role?: string) => of({ key: '', name, ...(role && { role }) })
    expect(roleOf('musa idris', 'Author')).toBe('Teacher/Educator')
    expect(roleOf('Ada Obi', 'Author')).toBe('Columnist')
    expect(roleOf('Ada Obi', 'Administrator')).toBe('Editor')
    expect(roleOf('Ada Obi')).toBe('Student')
    await writeFile(file, '{"Ada Obi":""}')
    await expect(readAuthorRoles(file)).rejects.toThrow('must say a role for each name')
  })

  test('imports redirects, and reports those that it cannot', async () => {
    const ghost = await aGhost(
      {
        posts: [
          post({ id: 'one', slug: 'one' }),
          post({ id: 'two', slug: 'two', status: 'draft' }),
          post({ id: 'us', slug: 'about', type: 'page' }),
        ],
      },
      'https://old.example',
    )
    const redirects = [
      { from: '^\\/2015\\/one\\/?$', to: '/one/', permanent: true },
      { from: '/uno', to: 'https://old.example/one/?ref=x' },
      { from: '/eins', to: '/uno' },
      { from: '/dos', to: '/two' },
      { from: '/us', to: '/about/' },
      { from: '^/tag/(.*)$', to: '/category/$1' },
      { from: '/shop', to: 'https://shop.example/' },
    ]
    await writeFile(join(ghost.folder, 'redirects.json'), JSON.stringify(redirects))
    const report = await ghost.run()
    expect((await findMoved(id('one')))['addresses']).toEqual([
      '/2015/one',
      '/eins',
      '/one',
      '/uno',
    ])
    const inFront = 'lead it on in the server in front'
    expect(report.problems.map(({ name, reason }) => `${name} ${reason}`).slice(-4)).toEqual([
      `Redirect /dos leads to /two, which is no published story: ${inFront}`,
      `Redirect /us leads to /about/, which is no published story: ${inFront}`,
      `Redirect /shop leads to https://shop.example/, which is no published story: ${inFront}`,
      `Redirect ^/tag/(.*)$ is a pattern, which leads to /category/$1: ${inFront}`,
    ])
    const yaml = join(ghost.folder, 'other.yaml')
    await writeFile(yaml, '301:\n  /ein: /one\n302:\n  /one-day: https://old.example/one\n')
    const led = await readRedirects('x.json', yaml, 'https://old.example/')
    expect(led.to('/one')).toEqual(['/ein', '/one-day'])
    await writeFile(yaml, 'nothing')
    await expect(readRedirects('x.json', yaml, undefined)).rejects.toThrow('no file of redirects')
  })

  test('preserves pictures of header cards, indentation of code and scheduled dates', async () => {
    const ghost = await aGhost(
      {
        posts: [
          post({
            id: 'l',
            status: 'scheduled',
            published_at: '2099-03-05T10:00:00.000Z',
          }),
          post({
            id: 'h',
            title: 'What &lt;em&gt; and <strong> mean',
            html: `<div class="kg-card kg-header-card kg-width-full" style="" data-kg-background-image="__GHOST_URL__/content/images/2023/card.jpg"><h2 class="kg-header-card-header">Head</h2><a href="https://b.example/" class="kg-header-card-button">Go</a></div><pre><code class="language-js">    if (a) {
      b()
    }</code></pre><iframe src="https://widget.example/form"></iframe><p><a href="__GHOST_URL__/gone/">Gone</a> <a href="__GHOST_URL__/content/files/form.pdf">Form</a></p>`,
          }),
        ],
      },
      'https://old.example',
    )
    await ghost.picture('2023/card.jpg')
    const report = await ghost.run()
    const drafted = await findMoved(id('l'))
    // The note is for the editors; nothing is published by it.
    const planned = 'was planned for 5 March 2099 at 11:00 (Lagos): imported as a draft'
    expect(drafted).toMatchObject({
      isPublished: false,
      publishAt: null,
      publishedAt: null,
      reviewNote: planned,
    })
    const shown = await findMoved(id('h'))
    expect(shown['title']).toBe('What <em> and <strong> mean')
    expect(outlineOf(shown)).toEqual([
      '![](UP)',
      '## Head',
      '[Go](https://b.example/)',
      'if (a) {\n\u00a0\u00a0b()\n}',
      '[Gone](https://old.example/gone/) [Form](https://old.example/content/files/form.pdf)',
    ])
    const reasons = reasonsOf(report)
    for (const told of [
      planned,
      'button “Go” is a link now',
      'code keeps its lines and their indentation, and looks like the text around it',
      'iframe https://widget.example/form, which is left out',
    ]) {
      expect(reasons).toContain(told)
    }
    const name = 'Post h “What &lt;em&gt; and <strong> mean”'
    expect([...report.dead.keys()]).toEqual([`https://old.example/gone/ in ${name}`])
    expect([...report.files.keys()]).toEqual([
      `https://old.example/content/files/form.pdf in ${name}`,
    ])
  })

  test('is recognized among other files', async () => {
    const { folder } = await aMove()
    const file = join(folder, 'x.json')
    await writeFile(file, '{"db":[')
    await expect(ghostSource(file, undefined)).rejects.toThrow('is no export of Ghost')
    await writeFile(file, '{"posts":[]}')
    await expect(ghostSource(file, undefined)).rejects.toThrow('is no export of Ghost')
  })
})
