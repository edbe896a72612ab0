import type { APIRoute } from 'astro'
import { feedOf } from '#site/lib/machines/feed.ts'
import { readCategory } from '#site/lib/pages/categories.ts'

/** The feed of one category. */
export const GET: APIRoute = async ({
  locals: { call, publicUrl, settings },
  params,
  redirect,
}) => {
  const category = readCategory(settings.categories.stories, params['slug'])
  if (!category) return new Response(null, { status: 404 })
  if (category.isMoved) return redirect(category.feed, 301)
  const { name, title, description, path, feed } = category
  return feedOf({
    call,
    publicUrl,
    title: `${title} · ${settings.look.name}`,
    description,
    category: name,
    page: path,
    path: feed,
  })
}
