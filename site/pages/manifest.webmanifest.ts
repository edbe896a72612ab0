import type { APIRoute } from 'astro'
import { tokensOf } from '#art/look/tokens.ts'
import { paths } from '#contract/paths.ts'

export const GET: APIRoute = ({
  locals: {
    settings: { look, footer },
  },
}) => {
  const { paper, deep } = tokensOf(look).light
  return new Response(
    JSON.stringify({
      name: `${look.name}: ${look.tagline}`,
      short_name: look.name,
      description: footer.description,
      lang: 'en-NG',
      start_url: paths.home,
      display: 'minimal-ui',
      background_color: paper,
      theme_color: deep,
      icons: [
        { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
        { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
        { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
      ],
      shortcuts: [
        { name: 'Stories', url: paths.stories },
        { name: 'Books', url: paths.books },
      ],
    }),
  )
}
