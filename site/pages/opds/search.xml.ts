import type { APIRoute } from 'astro'
import { opdsPaths } from '#contract/server-paths.ts'
import { feedTypes, openSearchType } from '#site/lib/machines/opds.ts'
import { escapeXml } from '#site/lib/machines/xml.ts'

/** How reading apps search the books (OpenSearch 1.1). */
export const GET: APIRoute = ({ locals: { publicUrl, settings } }) => {
  const template = `${new URL(opdsPaths.books({}), publicUrl)}?search={searchTerms}`
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeXml(settings.look.name.slice(0, 16))}</ShortName>
<Description>Search the books</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="${feedTypes.acquisition}" template="${escapeXml(template)}"/>
</OpenSearchDescription>
`,
    { headers: { 'Content-Type': `${openSearchType}; charset=utf-8` } },
  )
}
