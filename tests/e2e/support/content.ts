import type { APIRequestContext } from 'playwright/test'

/** A story as the API has it. */
export interface Story {
  id: string
  slug: string
  title: string
  summary: string
  category: string
  authorName: string
  authorRole: string
  readTimeMinutes: number
  publishedAt: string
  sharesCount: number
  views: number
}

export interface Book {
  id: string
  slug: string
  title: string
  description: string
  authorName: string
  category: string
  price: number
  rating: number
}

/** Pages of the demo content that a magazine has beside its stories. */
export const magazinePages = ['/author/ebube-nwalozie', '/category/faith-and-inspiration'] as const

/** Of a story's or a book's page: by its id, or by its words, which the page shows once its reader has engaged with it. */
export function eitherAddress(
  kind: 'story' | 'book',
  of: { id: string; slug: string } | undefined,
) {
  return new RegExp(`/${kind}/(${of?.id}|${of?.slug})$`)
}

/** All published stories, newest first, or those of a category. */
export async function storiesOf(request: APIRequestContext, category?: string): Promise<Story[]> {
  return list(request, 'stories', category && { category })
}

/** All published books in the shelf's order. */
export async function booksOf(request: APIRequestContext): Promise<Book[]> {
  return list(request, 'books')
}

/**
 * A story of the demo content by its title. Tests that count something take a story of their own, because
 * they run side by side on one database.
 */
export async function storyTitled(request: APIRequestContext, title: string): Promise<Story> {
  return named(await storiesOf(request), title)
}

export async function bookTitled(request: APIRequestContext, title: string): Promise<Book> {
  return named(await booksOf(request), title)
}

/** The text of a story by line. */
export async function linesOf(request: APIRequestContext, id: string): Promise<string[]> {
  const { content } = (await (await request.get(`/api/stories/${id}`)).json()) as {
    content: string
  }
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export interface Engagement {
  sharesCount: number
  views: number
}

/** A story's counters as the API tells them now. */
export async function engagementOf(request: APIRequestContext, id: string): Promise<Engagement> {
  const [story] = await (await request.get(`/api/stories/engagement?ids=${id}`)).json()
  return story
}

async function list(
  request: APIRequestContext,
  of: string,
  query: Record<string, string> | '' = '',
) {
  const answer = await request.get(`/api/${of}?${new URLSearchParams(query || {})}`)
  return answer.json()
}

function named<T extends { title: string }>(all: T[], title: string): T {
  const one = all.find((each) => each.title === title)
  if (!one) throw new Error(`The demo content has nothing titled “${title}”`)
  return one
}
