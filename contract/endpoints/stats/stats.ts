import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { count, id } from '#contract/endpoints/fields.ts'
import { staff } from '#contract/roles.ts'
import {
  connections,
  figureSections,
  mostOffline,
  mostSecondsAtOnce,
  sources,
  vitals,
} from '#contract/stats.ts'

const storyId = z.uuid('A story is named by its uuid')

export const figures = {
  /**
   * What a page tells of itself when it is left: no more than is counted, and nothing of who reads it. Not counted for
   * browsers that ask not to be tracked. A reply says nothing about whether it was counted.
   */
  'POST /counts': endpoint({
    who: 'anyone',
    input: z.object({
      /** The first word of the page's path: `story`, `book`, empty for the landing page. */
      page: z.string().check(z.maxLength(40, 'A page is named in at most 40 characters')),
      /** False after the first report of this page view. */
      isOpened: z._default(z.boolean(), false),
      /** Only for the first page of a visit. */
      visit: z.optional(
        z.object({
          source: z.enum(sources),
          /** This browser has visited before. */
          isReturning: z.boolean(),
          savesData: z.boolean(),
        }),
      ),
      story: z.optional(storyId),
      /** Reading time since the last report. */
      seconds: z._default(
        z.int().check(z.minimum(0), z.maximum(mostSecondsAtOnce, 'That is too long')),
        0,
      ),
      /** Read to the end, for the first time today. */
      isFinished: z._default(z.boolean(), false),
      /** Stories opened offline earlier. */
      offline: z._default(
        z.array(storyId).check(z.maxLength(mostOffline, `Name at most ${mostOffline} stories`)),
        [],
      ),
      vitals: z._default(
        z
          .array(
            z.object({
              name: z.enum(vitals),
              /** Milliseconds; of CLS a score. */
              value: z.number().check(z.minimum(0), z.maximum(1e6)),
              connection: z.enum(connections),
            }),
          )
          .check(z.maxLength(vitals.length)),
        [],
      ),
    }),
    output: z.object({ status: z.literal('ok') }),
    // Limited in memory: beyond it, reports of a network are silently dropped.
    limited: 'elsewhere',
    neverReadBack: true,
  }),
}

const day = z.iso.date('A day is written as 2026-11-21')
const period = {
  /** The last 28 days by default; at most two years. */
  from: z.optional(day),
  to: z.optional(day),
  /** Compared with the preceding period, or with the same days a year before. */
  against: z._default(z.enum(['before', 'year']), 'before'),
}

const range = z.object({ from: z.string(), to: z.string() })

/** SVG paths drawn on the server, in a box of 100 by 100. */
const lines = z.object({
  /** Paths of SVG. */
  now: z.string(),
  before: z.string(),
  /** Value of the upper edge; the lower one is 0. */
  top: count,
  start: z.string(),
  end: z.string(),
})

/** Lengths from 0 to 100, relative to the longest. */
const bars = z.array(z.object({ label: z.string(), now: z.number(), before: z.number() }))

const section = z.object({
  name: z.enum(figureSections),
  title: z.string(),
  /** What is counted, and what is not. */
  note: z.string(),
  lines: z.nullable(lines),
  bars: z.nullable(bars),
  columns: z.array(
    z.object({
      label: z.string(),
      kind: z.enum(['text', 'day', 'count', 'change', 'ms', 'score']),
    }),
  ),
  rows: z.array(z.array(z.nullable(z.union([z.string(), z.number()])))),
})

/** By role: authors see their own stories, shopkeepers the books. */
export const adminFigures = {
  'GET /admin/figures': endpoint({
    who: staff,
    input: z.object(period),
    output: z.object({ period: range, before: range, sections: z.array(section) }),
  }),
  'GET /admin/figures.csv': endpoint({
    who: staff,
    input: z.object({ ...period, section: z.enum(figureSections, 'There are no such figures') }),
    output: z.unknown(),
    file: 'text/csv',
  }),
  /** A contributor's own published stories, most read first: the last 28 days, and all time. */
  'GET /account/figures': endpoint({
    who: 'reader',
    input: z.object({}),
    output: z.array(
      z.object({
        id,
        title: z.string(),
        reads: count,
        finishes: count,
        minutes: count,
        views: count,
        likesCount: count,
        sharesCount: count,
      }),
    ),
  }),
}

export const dashboard = {
  /** Fields that a role may not see are absent. */
  'GET /admin/stats': endpoint({
    who: staff,
    input: z.object({}),
    output: z.object({
      totalBooks: count,
      publishedBooks: count,
      /** Naira, over paid orders. */
      totalRevenue: z.optional(z.number()),
      /** Copies. */
      totalSales: z.optional(count),
      /** There is no real provider yet, so test payments count. */
      areSalesTests: z.optional(z.boolean()),
      waitingStories: z.optional(count),
      openRequests: z.optional(count),
      overdueRequests: z.optional(count),
      ordersToReview: z.optional(count),
    }),
  }),
}
