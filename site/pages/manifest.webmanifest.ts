import type { APIRoute } from 'astro'
import { tokensOf } from '#art/look/tokens.ts'
import { iconPaths } from '#contract/magazine/art-look.ts'
import { paths } from '#contract/paths.ts'
import { siteTitle } from '#site/lib/pages/site-title.ts'

export const GET: APIRoute = ({
  locals: {
    settings: { look, footer },
  },
}) => {
  const { paper, deep } = tokensOf(look).light
  const icons = iconPaths(look)
  // The field of the site's own step mark is margin enough.
  const purpose = icons.maskable ? undefined : 'any maskable'
  const maskable = icons.maskable
    ? [{ src: icons.maskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' }]
    : []
  return new Response(
    JSON.stringify({
      name: siteTitle(look),
      short_name: look.name,
      description: footer.description,
      lang: 'en-NG',
      start_url: paths.home,
      display: 'minimal-ui',
      background_color: paper,
      theme_color: deep,
      icons: [
        { src: icons.any, type: 'image/svg+xml', sizes: 'any' },
        { src: icons.sized(192), type: 'image/png', sizes: '192x192' },
        { src: icons.sized(512), type: 'image/png', sizes: '512x512', purpose },
        ...maskable,
      ],
      shortcuts: [
        { name: 'Stories', url: paths.stories },
        { name: 'Books', url: paths.books },
      ],
    }),
  )
}
