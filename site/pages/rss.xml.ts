import type { APIRoute } from 'astro'
import { brand } from '#site/lib/brand.ts'
import { feedOf } from '#site/lib/feed.ts'
import { paths } from '#site/lib/paths.ts'

/** The feed of the whole magazine. */
export const GET: APIRoute = ({ locals: { call, publicUrl } }) =>
  feedOf({
    call,
    publicUrl,
    title: brand.name,
    description: brand.description,
    page: paths.home,
    path: paths.feed,
  })
