import { getLiveCollection, getLiveEntry } from 'astro:content'
import { weekTitle } from '#contract/pages/week-editions.ts'
import { paths } from '#contract/paths.ts'
import { magazinePaths } from '#contract/server-paths.ts'
import { sharedPaths } from '#contract/shared-paths.ts'
import { counted } from '#contract/text.ts'
import { storyDocument } from '#markdown/story-text.ts'
import { toHtml } from '#markdown/to-html.ts'
import type { CallOnServer } from '../call.ts'
import { listed, whole } from '../pages/collections.ts'
import { escapeXml } from './xml.ts'

/** How many stories a feed lists. */
const feedLength = 20
const editionsInFeed = 3

interface Feed {
  call: CallOnServer
  publicUrl: string
  title: string
  description: string
  /** Undefined: of all categories. */
  category?: string | undefined
  /** The page that the feed belongs to. */
  page: string
  /** The feed's own path. */
  path: string
}

/** The newest stories with their full text, as RSS. */
export async function feedOf({ call, publicUrl, title, description, category, page, path }: Feed) {
  const fullAddress = (address: string) => new URL(address, publicUrl).href
  const absolute = (address: string) => escapeXml(fullAddress(address))
  const newest = await getLiveCollection('stories', { call, category, pageSize: feedLength })
  const stories = await Promise.all(
    listed(newest).map(async ({ id }) => whole(await getLiveEntry('stories', { call, id }))),
  )
  const items = stories
    .filter((story) => story !== undefined)
    .map((story) => ({
      at: story.publishedAt ?? story.createdAt,
      xml: `<item>
<title>${escapeXml(story.title)}</title>
<link>${absolute(sharedPaths.story(story))}</link>
<guid isPermaLink="true">${absolute(paths.story(story.id))}</guid>
<pubDate>${new Date(story.publishedAt ?? story.createdAt).toUTCString()}</pubDate>
<dc:creator>${escapeXml(story.authorName)}</dc:creator>
<category>${escapeXml(story.category)}</category>
<description>${escapeXml(escapeXml(story.summary))}</description>
<content:encoded>${escapeXml(toHtml(storyDocument(story), { absolute: fullAddress }))}</content:encoded>
</item>`,
    }))
  // The feed of a category has what is in it alone.
  const { output: editions } = category ? { output: [] } : await call('GET /editions', {})
  for (const { week, stories: count, publishedAt: at } of editions.slice(0, editionsInFeed)) {
    const link = absolute(magazinePaths.edition(week))
    items.push({
      at,
      xml: `<item>
<title>${weekTitle(week)} in one file</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${new Date(at).toUTCString()}</pubDate>
<description>${counted(count, 'story', 'stories')} to keep and to send on, as HTML and PDF.</description>
</item>`,
    })
  }
  items.sort((one, other) => other.at.localeCompare(one.at))
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeXml(title)}</title>
<link>${absolute(page)}</link>
<atom:link href="${absolute(path)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(description)}</description>
<language>en-ng</language>
${items.map(({ xml }) => xml).join('\n')}
</channel>
</rss>
`,
    { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } },
  )
}
