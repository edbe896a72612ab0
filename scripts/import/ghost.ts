import { readFile } from 'node:fs/promises'
import { plainPath } from '#api/http/requests/plain-path.ts'
import { paths } from '#contract/paths.ts'
import { silentLosses } from './foreign-html.ts'
import { type FoundStory, hostOf, idOf, plannedReason, type Source } from './found-story.ts'
import { lineOf, nameOf, typedLine, validDate, wordsIn } from './plain-words.ts'
import { type Redirects, readRedirects } from './redirects.ts'
import { addOne, type Report } from './report.ts'
import { type SplitJson, splitJson } from './split-json.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

type Text = string | null | undefined
interface GhostPost {
  id: string | number
  title?: Text
  slug?: Text
  html?: Text
  lexical?: Text
  mobiledoc?: Text
  feature_image?: Text
  featured?: boolean | number
  /** Before Ghost 3: `page`. */
  type?: Text
  page?: boolean | number
  status?: Text
  visibility?: Text
  custom_excerpt?: Text
  author_id?: string | number
  created_at?: Text
  updated_at?: Text
  published_at?: Text
}
interface GhostData {
  posts_meta?: { post_id: string; feature_image_alt?: Text }[]
  tags?: { id: string | number; name?: Text; visibility?: Text }[]
  posts_tags?: { post_id: string | number; tag_id: string | number; sort_order?: number }[]
  users?: { id: string | number; name?: Text; slug?: Text; bio?: Text }[]
  roles?: { id: string | number; name?: Text }[]
  roles_users?: { role_id: string | number; user_id: string | number }[]
  posts_authors?: { post_id: string | number; author_id: string | number; sort_order?: number }[]
  settings?: { key: string; value: Text }[]
}

/** Stands for the address of the site in everything that Ghost exports. */
const ghostUrl = '__GHOST_URL__'

/**
 * Ghost's own export. `site` is the address that the site had, which the export does not name; `redirects` the file that Ghost
 * keeps apart, taken by itself where it lies beside the export.
 */
export async function ghostSource(
  path: string,
  site: string | undefined,
  redirects?: string,
): Promise<Source> {
  const { data, posts } = await readExport(path)
  const stories = new Map<string, string>()
  for (const post of posts()) {
    const address = addressOf(post)
    if (address && !isPage(post)) stories.set(address, idOf(`ghost:${post.id}`))
  }
  const led = await readRedirects(path, redirects, site)
  return {
    link: (href) => linkIn(href, stories, site),
    isOwn: (href) => hostOf(site) !== '' && hostOf(href) === hostOf(site),
    stories: (report) => storiesOf(data, posts(), site, led, report),
  }
}

async function readExport(path: string) {
  const json = await readFile(path)
  try {
    const split = splitJson(json, 'posts')
    const file = split?.rest as { db?: { data?: GhostData }[]; data?: GhostData } | undefined
    const data = file?.db?.[0]?.data ?? file?.data
    if (split && data) {
      return { data, posts: () => postsIn(json, split.elements) }
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Error(
    `${path} is no export of Ghost. Make one under Settings, Import/Export, Export content, and name that file.`,
  )
}

function* postsIn(json: Buffer, elements: SplitJson['elements']): Generator<GhostPost> {
  for (const [from, to] of elements) yield JSON.parse(json.toString('utf8', from, to)) as GhostPost
}

async function* storiesOf(
  data: GhostData,
  posts: Iterable<GhostPost>,
  site: string | undefined,
  redirects: Redirects,
  report: Report,
): AsyncGenerator<FoundStory> {
  const tables = tablesOf(data)
  for (const post of posts) {
    if (isPage(post)) addOne(report.leftOut, 'page')
    else yield storyOf(post, tables, site, redirects)
  }
  report.problems.push(...redirects.left())
}

/** What posts refer to, by their ids. */
function tablesOf(data: GhostData) {
  const users = new Map(data.users?.map((user) => [user.id, user]))
  const roleNames = new Map(data.roles?.map(({ id, name }) => [id, name ?? '']))
  return {
    users,
    tags: linked(data.posts_tags, 'tag_id', new Map(data.tags?.map((tag) => [tag.id, tag]))),
    authors: linked(data.posts_authors, 'author_id', users),
    alts: new Map(data.posts_meta?.map((meta) => [meta.post_id, meta.feature_image_alt])),
    roles: new Map(data.roles_users?.map((row) => [row.user_id, roleNames.get(row.role_id) ?? ''])),
    title: data.settings?.find(({ key }) => key === 'title')?.value ?? '',
  }
}

type Tables = ReturnType<typeof tablesOf>

function storyOf(
  post: GhostPost,
  tables: Tables,
  site: string | undefined,
  redirects: Redirects,
): FoundStory {
  const losses = new Set<string>()
  // Ghost writes it with every save, of drafts too.
  if (!post.html && (post.lexical || post.mobiledoc)) {
    losses.add('has no HTML: save it in Ghost once more, and export again')
  }
  const html = withHeaders(withBookmarks(post.html ?? ''))
  if (html.includes(`"${ghostUrl}/`) && !site) {
    losses.add('links to other pages of the old site are lost: name it with --site')
  }
  for (const loss of silentLosses(html)) losses.add(loss)
  const author = authorOf(post, tables, losses)
  const reason = draftReason(post)
  if (reason) losses.add(reason)
  const topics = (tables.tags.get(post.id) ?? []).filter(
    ({ name, visibility }) => name && !name.startsWith('#') && visibility !== 'internal',
  )
  const address = addressOf(post)
  const isOut = post.status === 'published'
  const alt = lineOf(tables.alts.get(String(post.id)) ?? '')
  return {
    key: `ghost:${post.id}`,
    name: `Post ${post.id} ${post.title ? `“${post.title}”` : '(no title)'}`,
    title: typedLine(post.title ?? ''),
    body: { html },
    summary: lineOf(post.custom_excerpt ?? ''),
    categories: topics.map(({ name }) => lineOf(name ?? '')),
    tags: [],
    author,
    picture: post.feature_image ? { src: post.feature_image, alt } : undefined,
    isPublished: isOut && !reason,
    isFeatured: Boolean(post.featured),
    publishedAt: isOut ? utcDate(post.published_at ?? post.created_at) : undefined,
    createdAt: utcDate(post.created_at),
    plannedFor: post.status === 'scheduled' ? utcDate(post.published_at) : undefined,
    updatedAt: utcDate(post.updated_at),
    addresses: address && isOut ? [address, ...redirects.to(address)] : [],
    losses: [...losses],
  }
}

/** The first one; the others are losses. */
function authorOf(post: GhostPost, { authors, users, roles, title }: Tables, losses: Set<string>) {
  const nameOfUser = (user: { name?: Text; slug?: Text } | undefined) =>
    nameOf(lineOf(user?.name ?? ''), wordsIn(user?.slug ?? ''))
  const [author = users.get(post.author_id ?? ''), ...others] = authors.get(post.id) ?? []
  if (others.length > 0) {
    losses.add(`further authors are not named: ${others.map(nameOfUser).join(', ')}`)
  }
  return {
    key: `ghost:author:${author?.id ?? ''}`,
    name: nameOfUser(author) || lineOf(title),
    about: lineOf(author?.bio ?? ''),
    role: roles.get(author?.id ?? '') ?? '',
  }
}

/** Rows of another table for each post, in their order. */
function linked<T>(
  rows: ({ post_id: string | number; sort_order?: number } & Record<string, unknown>)[] | undefined,
  column: string,
  all: Map<string | number, T>,
): Map<string | number, T[]> {
  const byPost = new Map<string | number, T[]>()
  const sorted = [...(rows ?? [])].sort((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))
  for (const row of sorted) {
    const found = all.get(row[column] as string)
    if (found) byPost.set(row.post_id, [...(byPost.get(row.post_id) ?? []), found])
  }
  return byPost
}

function isPage({ type, page }: GhostPost): boolean {
  return type === 'page' || Boolean(page)
}

/** A card that shows another page: its link is what matters. */
function withBookmarks(html: string): string {
  return html
    .split(/(<figure class="[^"]*kg-bookmark-card[^"]*">[\s\S]*?<\/figure>)/)
    .map((part, index) => {
      if (index % 2 === 0) return part
      const href = /href="([^"]*)"/.exec(part)?.[1] ?? ''
      const title = /kg-bookmark-title">([^<]*)</.exec(part)?.[1] ?? href
      return `<p><a href="${href}">${title}</a></p>`
    })
    .join('')
}

/** A header card may name its picture in its style alone. */
function withHeaders(html: string): string {
  return html.replace(
    /<div\b[^>]*\bkg-header-card\b[^>]*>/g,
    (card) =>
      `${card}${pictureOf(/data-kg-background-image="([^"]+)"/.exec(card) ?? /url\((?:&quot;|')?([^)'&]+)/.exec(card))}`,
  )
}

const pictureOf = (found: RegExpExecArray | null) =>
  found ? `<figure><img src="${found[1]}" alt=""></figure>` : ''

function draftReason({ status, visibility, published_at }: GhostPost): string | undefined {
  if (status === 'sent') return 'was sent by mail alone: imported as a draft'
  if (status === 'scheduled') return plannedReason(utcDate(published_at))
  const isOpen = !visibility || visibility === 'public'
  return status === 'published' && !isOpen
    ? 'was for members alone: imported as a draft'
    : undefined
}

function addressOf({ slug }: GhostPost): string | undefined {
  return slug ? plainPath(`/${slug}`) : undefined
}

function linkIn(href: string, stories: Map<string, string>, site: string | undefined): string {
  const root = site?.replace(/\/+$/, '')
  const isOwn = (start: string | undefined) => start !== undefined && href.startsWith(start)
  const start = [ghostUrl, root].find(isOwn)
  if (start === undefined) return href
  const path = href.slice(start.length)
  const story = stories.get(plainPath(path.split(/[?#]/)[0] ?? '') ?? '')
  if (story) return paths.story(story)
  return root === undefined ? '' : `${root}${path}`
}

/** MySQL writes times in UTC without saying so. */
function utcDate(text: Text): Date | undefined {
  if (!text) return undefined
  const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
  return validDate(isPlain ? `${text.replace(' ', 'T')}Z` : text)
}
