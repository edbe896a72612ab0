import type { APIRoute } from 'astro'
import { escapeXml } from '#site/lib/machines/xml.ts'
import { answered } from '#site/lib/pages/collections.ts'

/** Whose copy it is, at the foot of each chapter: a picture of its own, so that chapters hold nothing personal. */
export const GET: APIRoute = async ({ locals, params }) => {
  const copy = await answered(
    locals.call('GET /books/:id/read-stamp', { id: params['id'] ?? '' }),
    403,
    404,
  )
  const words = copy ? `Copy of ${copy.name}, ${copy.reference}` : ''
  return new Response(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 20"><text y="14" font-family="sans-serif" font-size="11" fill="#857657" textLength="${Math.min(360, words.length * 6)}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text></svg>`,
    { status: copy ? 200 : 404, headers: { 'Content-Type': 'image/svg+xml' } },
  )
}
