import { randomUUID } from 'node:crypto'
import { limiter, networkOf } from '#api/http/load/rate-limit.ts'
import type { RequestContext } from '#api/http/request-context.ts'
import { countedHash } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { findSharedPhoto } from '#api/magazine/pictures/share-photos.ts'
import { searchStories } from '#api/magazine/search/search.queries.ts'
import { listPartsAround, type SeriesPart } from '#api/magazine/series/series.queries.ts'
import { findGone } from '#api/magazine/stories/gone-stories.queries.ts'
import {
  countPublishedStories,
  findFeaturedStory,
  findOpenStory,
  findStoryContext,
  insertShare,
  insertView,
  listHottest,
  listPublishedStories,
  requirePublishedStory,
} from '#api/magazine/stories/stories.queries.ts'
import {
  countCorrections,
  findChanges,
  listCorrections,
} from '#api/magazine/stories/story-changes.queries.ts'
import { findTextParts } from '#api/magazine/stories/text-parts.queries.ts'
import { required } from '#contract/errors.ts'
import { callLimits, readNextLength } from '#contract/form-limits.ts'
import { allFeatures } from '#contract/magazine/categories.ts'
import { nameOfNow } from '#contract/magazine/category-list.ts'
import { pageOf } from '#db/sql.ts'

const ofVisitors = {
  'story shares': limiter('shares', callLimits.story),
  'story views': limiter('views', callLimits.story),
}
type Counted = keyof typeof ofVisitors

interface Options {
  orderSecret: Uint8Array
  countEmptySearch(): void
}

export function storiesRoutes({ serve }: Routes, { orderSecret, countEmptySearch }: Options) {
  serve('GET /stories', ({ category, ...page }) => {
    const filter = category === allFeatures ? undefined : nameOfNow(category)
    return pageOf(
      page,
      (slice) => listPublishedStories({ category: filter, ...slice }),
      () => countPublishedStories(filter),
    )
  })

  serve('GET /stories/featured', async () => (await findFeaturedStory()) ?? null)

  serve('GET /stories/:id', async ({ id }) => {
    const story = required(await findOpenStory(id), 'storyNotFound')
    const [parts, sharedPhoto, changes] = await Promise.all([
      findTextParts(story),
      findSharedPhoto(story),
      findChanges(id),
    ])
    return { ...story, ...parts, sharedPhoto, ...changes }
  })

  serve('GET /stories/:id/gone', async ({ id }) => {
    return required(await findGone(id), 'storyNotFound')
  })

  serve('GET /corrections', (page) => pageOf(page, listCorrections, countCorrections))

  serve('GET /stories/:id/related', async ({ id }) => {
    const context = required(await findStoryContext(id), 'storyNotFound')
    const { category, author, isInSeries } = context
    const [parts, alike, popular] = await Promise.all([
      isInSeries ? listPartsAround(id) : [],
      listHottest(category),
      listHottest(),
    ])
    const series = placeAmong(parts, id)
    const candidates = [...(series?.next ? [series.next] : []), ...alike, ...popular]
    // Each comes once, in the order of the candidates.
    const others = new Map(candidates.map((card) => [card.id, card]))
    others.delete(id)
    return { author, series, readNext: [...others.values()].slice(0, readNextLength) }
  })

  serve('GET /search', async ({ q = '', page, pageSize }) => {
    const found = await searchStories(q, { limit: pageSize, offset: (page - 1) * pageSize })
    // Only that nothing was found, never the words, which may be a name.
    if (q.trim() !== '' && page === 1 && found.total === 0) countEmptySearch()
    return found
  })

  serve('POST /stories/:id/share', async ({ id }, context) => {
    await requirePublishedStory(id)
    await insertShare(id, await countedAs('story shares', id, context))
    return requirePublishedStory(id)
  })

  serve('POST /stories/:id/view', async ({ id }, context) => {
    await requirePublishedStory(id)
    await insertView(id, await countedAs('story views', id, context))
    return requirePublishedStory(id)
  })

  /** A reader counts once. Of anybody else the browser reports each once, and the server knows no browser (decision 120). */
  async function countedAs(counted: Counted, storyId: string, context: RequestContext) {
    const hashOf = (by: string) => countedHash(orderSecret, counted, { storyId, by })
    const reader = await context.findReader()
    if (reader) return hashOf(`reader ${reader.id}`)
    await ofVisitors[counted].count(hashOf(`network ${networkOf(context.address)}`))
    return randomUUID()
  }
}

function placeAmong(parts: readonly SeriesPart[], id: string) {
  const at = parts.findIndex((part) => part.id === id)
  const mine = parts[at]
  if (!mine) return null
  return {
    id: mine.seriesId,
    title: mine.seriesTitle,
    part: mine.part,
    lastPart: parts.at(-1)?.part ?? mine.part,
    previous: parts[at - 1] ?? null,
    next: parts[at + 1] ?? null,
  }
}
