import type { APIRoute } from 'astro'
import { paths } from '#contract/paths.ts'
import { feedOf } from '#site/lib/machines/feed.ts'

/** The feed of the whole magazine. */
export const GET: APIRoute = ({ locals: { call, publicUrl, settings } }) =>
  feedOf({
    call,
    publicUrl,
    title: settings.look.name,
    description: settings.footer.description,
    page: paths.home,
    path: paths.feed,
  })
