import type { APIRoute } from 'astro'

export const GET: APIRoute = ({ locals: { publicUrl } }) =>
  new Response(
    `User-agent: *\nDisallow: /api/\nDisallow: /admin/\nAllow: /api/share-pictures/\nAllow: /api/magazines/\nAllow: /api/art/\n\nSitemap: ${new URL('/sitemap.xml', publicUrl)}\n`,
  )
