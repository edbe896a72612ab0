import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { listPartsAround, type SeriesPart } from '#api/magazine/series/series.queries.ts'
import { listHottest } from '#api/magazine/stories/stories.queries.ts'
import { apiError } from '#contract/errors.ts'
import { readNextLength } from '#contract/form-limits.ts'
import { findStoryContext } from './related.queries.ts'

export function relatedRoutes(router: Router) {
  serve(router, 'GET /stories/:id/related', async ({ id }) => {
    const context = await findStoryContext(id)
    if (!context) throw apiError('storyNotFound')
    const { category, author, isInSeries } = context
    const [parts, alike, popular] = await Promise.all([
      isInSeries ? listPartsAround(id) : [],
      listHottest(category),
      listHottest(),
    ])
    const series = placeAmong(parts, id)
    const candidates = [...(series?.next ? [series.next] : []), ...alike, ...popular]
    // Each once, in the order of the candidates.
    const others = new Map(candidates.map((card) => [card.id, card]))
    others.delete(id)
    return { author, series, readNext: [...others.values()].slice(0, readNextLength) }
  })
}

function placeAmong(parts: readonly SeriesPart[], id: string) {
  const at = parts.findIndex((part) => part.id === id)
  const mine = parts[at]
  if (!mine) return null
  return {
    title: mine.seriesTitle,
    part: mine.part,
    lastPart: parts.at(-1)?.part ?? mine.part,
    previous: parts[at - 1] ?? null,
    next: parts[at + 1] ?? null,
  }
}
