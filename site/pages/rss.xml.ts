import { getLiveCollection, getLiveEntry } from 'astro:content'
import type { APIRoute } from 'astro'
import { brand } from '#site/lib/brand.ts'
import { listed, whole } from '#site/lib/collections.ts'
import { paths } from '#site/lib/paths.ts'
import { escapeXml } from '#site/lib/xml.ts'

/** Stories a feed reader is told of. */
const feedLength = 20

/** The feed, with the full text of the newest stories. */
export const GET: APIRoute = async ({ locals: { call, publicUrl } }) => {
  const absolute = (path: string) => escapeXml(new URL(path, publicUrl).href)
  const newest = listed(await getLiveCollection('stories', { call, pageSize: feedLength }))
  const stories = await Promise.all(
    newest.map(async ({ id }) => whole(await getLiveEntry('stories', { call, id }))),
  )
  const items = stories
    .filter((story) => story !== undefined)
    .map(
      (story) => `<item>
<title>${escapeXml(story.title)}</title>
<link>${absolute(paths.story(story.id))}</link>
<guid isPermaLink="true">${absolute(paths.story(story.id))}</guid>
<pubDate>${new Date(story.publishedAt ?? story.createdAt).toUTCString()}</pubDate>
<dc:creator>${escapeXml(story.authorName)}</dc:creator>
<category>${escapeXml(story.category)}</category>
<description>${escapeXml(escapeXml(story.summary))}</description>
<content:encoded>${escapeXml(paragraphs(story.content))}</content:encoded>
</item>`,
    )
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeXml(brand.name)}</title>
<link>${absolute(paths.home)}</link>
<atom:link href="${absolute(paths.feed)}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(brand.description)}</description>
<language>en-ng</language>
${items.join('\n')}
</channel>
</rss>
`,
    { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } },
  )
}

/** A reader's text is text: it is escaped once for the HTML that feed readers show, here and in the description, and again for the XML. */
function paragraphs(content: string) {
  return content
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .map((line) => `<p>${escapeXml(line)}</p>`)
    .join('')
}
