import { getCollection } from 'astro:content'

/** What the static pages show of stories and books, as it was when the site was built. */
export async function readShelves() {
  const inOrder = <T extends { data: { position: number } }>(entries: T[]): T['data'][] =>
    entries.map(({ data }) => data).sort((a, b) => a.position - b.position)
  const [featured] = await getCollection('featured')
  return {
    stories: inOrder(await getCollection('stories')),
    featured: featured?.data ?? null,
    books: inOrder(await getCollection('books')),
    totals: await readTotals(),
  }
}

/** How much there is in all, and which categories have books. */
export async function readTotals() {
  const [totals] = await getCollection('totals')
  return totals?.data ?? { stories: 0, books: 0, bookCategories: [] }
}
