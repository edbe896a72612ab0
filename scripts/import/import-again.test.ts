import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBlog } from '#tests/magazine/a-blog.ts'
import { findMoved, reasonsOf } from '#tests/magazine/import-runs.ts'
import { aWxr, type WxrPost } from '#tests/magazine/wordpress-export.ts'

beforeEach(() => sql`truncate stories, uploads, imported_stories, authors cascade`)

describe('an import that runs again', () => {
  const posts: WxrPost[] = [
    { id: 1, content: 'One.<img src="https://old.example/wp-content/uploads/p.jpg">' },
    { id: 2, content: 'Two.' },
    { id: 3, content: 'Three.' },
    { id: 4, content: 'Four.', status: 'draft' },
  ]
  const rows = (blog: Awaited<ReturnType<typeof aBlog>>) => sql`
    select s.*, i.*, (select count(*) from uploads) as uploads, (select version from site_version) as site
    from imported_stories i left join stories s on s.id = story_id
    where imported_from like ${`wordpress:${blog.address.slice(8)}%`} order by imported_from`

  test('changes nothing when nothing changed', async () => {
    const blog = await aBlog()
    await blog.picture('p.jpg')
    expect((await blog.run(posts)).stories).toMatchObject({ added: 4 })
    const before = await rows(blog)
    expect((await blog.run(posts)).stories).toMatchObject({ unchanged: 4, added: 0, changed: 0 })
    expect(await rows(blog)).toEqual(before)
  })

  test('updates what changed at the source, except what was edited or deleted here', async () => {
    const blog = await aBlog()
    await blog.run(posts)
    await sql`update stories set title = 'Edited here', approved_hash = 'this text' where id = ${blog.id(2)}`
    await sql`update stories set views = views + 1 where id = ${blog.id(1)}`
    await sql`delete from stories where id = ${blog.id(3)}`
    await blog.picture('p.jpg')
    const changed = posts.map((post) => ({ ...post, title: `New ${post.id}`, status: 'publish' }))
    const { stories } = await blog.run(changed)
    expect(stories).toMatchObject({ changed: 2, editedHere: 1, deletedHere: 1 })
    expect(await findMoved(blog.id(1))).toMatchObject({
      title: 'New 1',
      content: expect.stringContaining('/uploads/'),
    })
    expect((await findMoved(blog.id(2)))['title']).toBe('Edited here')
    expect(await findMoved(blog.id(3))).toEqual({})
    expect((await findMoved(blog.id(4)))['isPublished']).toBe(true)
    expect((await blog.run(changed)).stories).toMatchObject({
      unchanged: 2,
      editedHere: 1,
      deletedHere: 1,
    })
  })

  test('does not change a story that staff have edited', async () => {
    const blog = await aBlog()
    await blog.run(posts)
    await sql`insert into story_drafts (story_id, head) values (${blog.id(2)}, 1)`
    const changed = posts.map((post) => ({ ...post, title: `New ${post.id}` }))
    expect((await blog.run(changed)).stories).toMatchObject({ changed: 3, editedHere: 1 })
    expect((await findMoved(blog.id(2)))['title']).toBe('Post 2')
  })

  test('continues after an interruption, and reports a truncated file', async () => {
    const blog = await aBlog()
    const whole = aWxr(posts, { address: blog.address })
    const cut = await blog.run(whole.slice(0, whole.indexOf('Three.')))
    expect(cut.stories.added).toBe(2)
    expect(reasonsOf(cut)).toEqual([
      'ends in the middle: what stood behind is missing. Make the export again',
    ])
    expect((await blog.run(whole)).stories).toMatchObject({ added: 2, unchanged: 2 })
  })

  test('writes nothing in a dry run, and reports what it would do', async () => {
    const blog = await aBlog()
    await blog.picture('p.jpg')
    const all = () =>
      sql`select (select count(*) from stories) as stories, (select count(*) from uploads) as uploads, (select count(*) from imported_stories) as noted`
    const before = await all()
    const dry = await blog.run(posts, { isDryRun: true })
    expect(dry).toMatchObject({
      stories: { added: 4 },
      pictures: { stored: 1 },
      published: 3,
      drafts: 1,
    })
    expect(await all()).toEqual(before)
  })

  test('publishes nothing with the option for drafts', async () => {
    const blog = await aBlog()
    expect(await blog.run(posts, { asDrafts: true })).toMatchObject({ published: 0, drafts: 4 })
    const [story] =
      await sql`select is_published, published_at from stories where id = ${blog.id(1)}`
    expect(story).toMatchObject({ isPublished: false, publishedAt: '2019-03-05T10:30:00.000Z' })
  })
})
