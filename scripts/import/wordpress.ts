import { plainPath, postAddress } from '#api/http/requests/plain-path.ts'
import { hourMs } from '#contract/days.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { paths } from '#contract/paths.ts'
import { silentLosses } from './foreign-html.ts'
import { type FoundStory, hostOf, idOf, plannedReason, type Source } from './found-story.ts'
import { lineOf, nameOf, validDate } from './plain-words.ts'
import { readWxr, type WxrItem } from './read-wxr.ts'
import { addOne, type Report } from './report.ts'
import { wordPressHtml } from './wordpress-html.ts'

// unchecked patterns: the import is a process of its own, for which no reader waits.

/** Why posts of a status do not become stories. */
const skippedStates: Record<string, string> = {
  trash: 'in the bin of the old site',
  'auto-draft': 'an empty draft that WordPress made by itself',
  inherit: 'an older version of another post',
}
/** Published here only if everybody could read it there. */
const draftReasons: Record<string, string> = {
  private: 'was private there: imported as a draft',
}
/** The offset in milliseconds for local times of sites whose posts tell no other. */
const lagosOffset = hourMs

interface Site {
  key: string
  title: string
  host: string
  /** Path of the site itself: '/' unless it lay in a folder. */
  home: string
  offset: number
  authors: Map<string, string>
  attachments: Map<string, { url: string; alt: string; caption: string }>
  attached: Map<string, string[]>
  reusable: Map<string, string>
  /** Ids of stories by the path of their posts. */
  posts: Map<string, string>
  isWhole: boolean
}

/** WordPress' own export (WXR). Reads the file twice: what posts refer to may stand behind them. */
export async function wordPressSource(path: string): Promise<Source> {
  const site = await readSite(path)
  return {
    link: (href) => linkIn(site, href),
    isOwn: (href) => site.host !== '' && hostOf(href) === site.host,
    stories: (report) => storiesOf(path, site, report),
  }
}

async function readSite(path: string): Promise<Site> {
  const channel: Record<string, string> = {}
  const site: Site = {
    key: '',
    title: '',
    host: '',
    home: '/',
    offset: lagosOffset,
    authors: new Map(),
    attachments: new Map(),
    attached: new Map(),
    reusable: new Map(),
    posts: new Map(),
    isWhole: false,
  }
  const posts: [string, string][] = []
  for await (const part of readWxr(path)) {
    if (part.kind === 'channel') channel[part.name] ??= own(part.text)
    else if (part.kind === 'author') {
      const { 'wp:author_login': login = '', 'wp:author_display_name': name = '' } = part.fields
      const { 'wp:author_first_name': first = '', 'wp:author_last_name': last = '' } = part.fields
      site.authors.set(own(login), own(nameOf(lineOf(name), lineOf(`${first} ${last}`), login)))
    } else if (part.kind === 'end') site.isWhole = part.isWhole
    else noteItem(part.item, site, posts)
  }
  if (channel['wp:wxr_version'] === undefined) {
    throw new Error(
      `${path} is no export of WordPress. Make one under Tools, Export, All content, and name that file.`,
    )
  }
  const address = channel['wp:base_blog_url'] || channel['link'] || ''
  site.key = `wordpress:${address
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase()}`
  const home = parseUrl(address)
  site.host = hostOf(address)
  site.home = home?.pathname ?? '/'
  site.title = lineOf(channel['title'] ?? '')
  for (const [link, id] of posts) {
    for (const post of [pathOf(site, link), postAddress(site.home, id)]) {
      if (post && !site.posts.has(post)) site.posts.set(post, idOf(`${site.key}:${id}`))
    }
  }
  return site
}

/** What posts of the site refer to. */
function noteItem({ fields, meta }: WxrItem, site: Site, posts: [string, string][]) {
  const id = own(fields['wp:post_id'] ?? '')
  const type = fields['wp:post_type']
  if (type === 'attachment') {
    const parent = own(fields['wp:post_parent'] ?? '0')
    site.attachments.set(id, {
      url: own(fields['wp:attachment_url'] || fields['guid'] || ''),
      alt: own(meta['_wp_attachment_image_alt']?.[0] ?? ''),
      caption: own(lineOf(fields['excerpt:encoded'] ?? '')),
    })
    site.attached.set(parent, [...(site.attached.get(parent) ?? []), id])
  } else if (type === 'wp_block') site.reusable.set(id, own(fields['content:encoded'] ?? ''))
  else if (type === 'post') {
    posts.push([own(fields['link'] ?? ''), id])
    const [local, utc] = [dateOf(fields['wp:post_date']), dateOf(fields['wp:post_date_gmt'])]
    if (local && utc) site.offset = local.getTime() - utc.getTime()
  }
}

/** A string of its own: a slice would hold the whole piece of the file in memory. */
function own(text: string): string {
  return Buffer.from(text).toString()
}

async function* storiesOf(path: string, site: Site, report: Report): AsyncGenerator<FoundStory> {
  let comments = 0
  for await (const part of readWxr(path)) {
    if (part.kind !== 'item') continue
    comments += part.item.comments
    const story = storyOf(part.item, site, report)
    if (story) yield story
  }
  if (comments > 0) report.leftOut.set('comments', comments)
  if (!site.isWhole) {
    const reason = 'ends in the middle: what stood behind is missing. Make the export again'
    report.problems.push({ name: path, reason })
  }
}

function storyOf(item: WxrItem, site: Site, report: Report): FoundStory | undefined {
  const { fields } = item
  const type = fields['wp:post_type'] ?? 'post'
  const state = fields['wp:status'] ?? 'publish'
  if (type !== 'post') {
    addOne(report.leftOut, type)
    return undefined
  }
  const id = fields['wp:post_id']?.trim() || fields['guid']?.trim() || ''
  const title = lineOf(fields['title'] ?? '')
  const name = `Post ${id} ${title ? `“${title}”` : '(no title)'}`
  const skipped = skippedStates[state]
  if (skipped) {
    addOne(report.leftOut, `posts that are ${skipped}`)
    return undefined
  }
  const losses = new Set<string>()
  if (item.removed > 0) losses.add(`${item.removed} control characters were removed`)
  const content = fields['content:encoded'] ?? ''
  if (content.includes('\ufffd')) losses.add('has letters that could not be read')
  const html = wordPressHtml(content, partsFor(id, site), losses)
  for (const loss of silentLosses(html)) losses.add(loss)
  const publishedAt = dateIn(fields, 'wp:post_date', site) ?? validDate(fields['pubDate'])
  const plannedFor = state === 'future' ? publishedAt : undefined
  const reason = draftReason(fields, state, plannedFor)
  if (reason) losses.add(reason)
  const named = (domain: string) =>
    item.categories.filter((it) => it.domain === domain).map((it) => lineOf(it.name || it.nicename))
  const login = fields['dc:creator']?.trim() ?? ''
  return {
    key: `${site.key}:${id}`,
    name,
    title,
    body: { html },
    summary: lineOf(fields['excerpt:encoded'] ?? ''),
    categories: named('category').filter((it) => it.toLowerCase() !== 'uncategorized'),
    tags: named('post_tag'),
    author: {
      key: `${site.key}:author:${login}`,
      name: site.authors.get(login) || nameOf(login) || site.title,
    },
    picture: mainPicture(item, site, losses),
    isPublished: state === 'publish' && !reason,
    isFeatured: fields['wp:is_sticky']?.trim() === '1',
    publishedAt: ['publish', 'private'].includes(state) ? publishedAt : undefined,
    createdAt: plannedFor ? undefined : publishedAt,
    plannedFor,
    updatedAt: dateIn(fields, 'wp:post_modified', site),
    addresses: addressesOf(item, site, losses),
    losses: [...losses],
  }
}

/** Undefined for what may be published here. */
function draftReason(fields: WxrItem['fields'], state: string, plannedFor: Date | undefined) {
  if (fields['wp:post_password']) return 'had a password: imported as a draft'
  return state === 'future' ? plannedReason(plannedFor) : draftReasons[state]
}

function mainPicture({ meta }: WxrItem, site: Site, losses: Set<string>) {
  const id = meta['_thumbnail_id']?.[0]?.trim() ?? ''
  const found = site.attachments.get(id)
  if (!found && !['', '0', '-1'].includes(id)) {
    losses.add(`its main picture, number ${id}, is not in the export`)
  }
  return found && { src: found.url, alt: found.alt }
}

function partsFor(id: string, site: Site) {
  return {
    attachment: (other: string) => site.attachments.get(other),
    attached: () => site.attached.get(id) ?? [],
    reusable: (other: string) => site.reusable.get(other),
  }
}

/** The address, the ones before its slug was changed, and the short one by its number. */
function addressesOf({ fields, meta }: WxrItem, site: Site, losses: Set<string>): string[] {
  const link = fields['link']?.trim() ?? ''
  const path = pathOf(site, link)
  const isPublished = fields['wp:status'] === 'publish'
  const short = isPublished ? postAddress(site.home, fields['wp:post_id']?.trim()) : undefined
  if (!path || path.includes('?')) {
    // Posts that were never published have no other.
    if (!path && link.includes('?') && isPublished) {
      losses.add(`address ${link} cannot be led here, because it is a question`)
    }
    return short ? [short] : []
  }
  const slug = path.split('/').at(-1) as string
  const older = (meta['_wp_old_slug'] ?? []).map((it) =>
    plainPath(path.slice(0, -slug.length) + it),
  )
  return [path, ...older, short].filter((it) => it !== undefined)
}

function pathOf(site: Site, address: string): string | undefined {
  const url = parseUrl(address)
  if (!url || hostOf(address) !== site.host) return undefined
  const { pathname, search, searchParams } = url
  if (!search) return plainPath(pathname)
  return postAddress(pathname, searchParams.get('p'))
}

function linkIn(site: Site, href: string): string {
  const absolute = /^\/(?!\/)/.test(href) && site.host ? `https://${site.host}${href}` : href
  const path = pathOf(site, absolute)
  const story = path && site.posts.get(path)
  return story ? paths.story(story) : absolute
}

/** Drafts have no time in UTC (`0000-00-00`): theirs is local. */
function dateIn(fields: Record<string, string>, name: string, site: Site): Date | undefined {
  const utc = dateOf(fields[`${name}_gmt`])
  if (utc) return utc
  const local = dateOf(fields[name])
  return local && new Date(local.getTime() - site.offset)
}

function dateOf(text = ''): Date | undefined {
  const match = /^\s*(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text)
  return match && !match[1]?.startsWith('0000') ? validDate(`${match[1]}T${match[2]}Z`) : undefined
}
