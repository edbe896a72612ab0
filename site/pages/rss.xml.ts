import type { APIRoute } from 'astro'
import { paths } from '#contract/paths.ts'
import { brand } from '#site/lib/brand.ts'
import { feedOf } from '#site/lib/machines/feed.ts'

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
