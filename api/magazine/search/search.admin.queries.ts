import type { Fragment } from 'postgres'
import type { StaffMember } from '#api/http/request-context.ts'
import { storyState } from '#api/magazine/stories/stories.queries.ts'
import type { StoryState } from '#contract/states.ts'
import { hasWords, idsWithWords, type Nullable, plannedEachTime, type Row, sql } from '#db/sql.ts'

export interface FoundStory {
  id: string
  title: string
  authorName: string
  summary: string
  category: string
  imageUrl: string | null
  views: number
  /** `draft` stands for what was never sent in. */
  state: StoryState | 'draft'
  publishAt: string | null
  /** When it was published, sent in or saved. */
  at: string
  /** All words are in its title. */
  isNamed: boolean
}

// As in the index.
const newestFirst = () =>
  sql`coalesce(published_at, coalesce(terms_agreed_at, created_at)) desc, id desc`

const isNamed = (words: string[]) => hasWords(sql`lower(normalize(title))`, words)

const bestFirst = () => sql`is_named desc, at desc, id`

const ownBy = ({ id, readerId, role }: Viewer) =>
  role === 'author'
    ? sql`id in (
        select id from stories where author_id = ${id} or author_id = ${readerId}
        union all select story_id from story_drafts where owner_id = ${id})`
    : sql`true`

type Viewer = Pick<StaffMember, 'id' | 'role' | 'readerId'>

/** The ids of stories with all these words in title, author name and summary. */
const idsOfStories = (words: string[], from: Fragment) =>
  idsWithWords(words, {
    from,
    text: sql`desk_text(title, author_name, summary)`,
    newestFirst: newestFirst(),
  })

/** Stories in every state; those with all words in the title first. */
export function listFoundStories(words: string[], viewer: Viewer, limit: number) {
  return plannedEachTime(sql<FoundStory[]>`
    select id, title, author_name, summary, category, image_url, views, ${storyState()} as state, publish_at,
      coalesce(published_at, coalesce(terms_agreed_at, created_at)) as at, ${isNamed(words)} as is_named
    from stories
    where id in (${idsOfStories(words, sql`stories where deleted_at is null and ${ownBy(viewer)}`)})
    order by ${bestFirst()} limit ${limit}`)
}

/** The same in what is saved and neither published nor sent in. */
export function listFoundDrafts(words: string[], viewer: Viewer, limit: number) {
  return plannedEachTime(sql<FoundStory[]>`
    select id, title, author_name, summary, category, image_url, views, state, publish_at, updated_at as at,
      ${isNamed(words)} as is_named
    from (
      select d.story_id as id, fields ->> 'title' as title, fields ->> 'authorName' as author_name,
        fields ->> 'summary' as summary, fields ->> 'category' as category,
        nullif(fields ->> 'imageUrl', '') as image_url, coalesce(s.views, 0) as views,
        case when s.id is null then 'draft' else ${storyState()} end as state, publish_at, d.updated_at
      from story_drafts d
      join document_revisions r on document = 'story' and document_id = story_id and number = head
      left join stories s on s.id = d.story_id
      where stored is distinct from head and d.deleted_at is null
    ) as drafts
    where ${ownBy(viewer)} and ${hasWords(sql`desk_text(title, author_name, summary)`, words)}
    order by ${bestFirst()} limit ${limit}`)
}

type FoundAuthor = Nullable<Row<'authors', 'slug' | 'pictureUrl'>> & {
  id: string
  name: string
  isPublic: boolean
  stories: number
}

/** Authors of published stories or with a page, by name. */
export function listFoundAuthors(words: string[], limit: number) {
  return plannedEachTime(sql<FoundAuthor[]>`
    with named as (
      select author_id, name from authors where ${hasWords(sql`lower(normalize(name))`, words)}
      union all
      select author_id, author_name from stories
      where id in (${idsOfStories(words, sql`stories where is_published`)})
        and ${hasWords(sql`lower(normalize(author_name))`, words)}
    )
    select best.author_id as id, coalesce(p.name, best.name) as name, p.slug, p.picture_url,
      coalesce(p.is_public, false) as is_public,
      (select count(*) from stories where author_id = best.author_id and is_published) as stories
    from (
      select author_id, min(name) as name from named group by author_id
      order by lower(min(name)), author_id limit ${limit}
    ) as best left join authors p using (author_id)
    order by lower(coalesce(p.name, best.name)), best.author_id`)
}
